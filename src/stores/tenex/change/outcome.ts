import { type Decision, piece } from '../../decided.ts';
import type { Decided, Left, Piece } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import type { EntryChange } from '../reindex/entry-change.ts';
import type { Owed } from './owed.ts';

/** A unit that is changed together with the index. */
export function joined(document: TenexDocument, wishes: readonly EntryChange[], decision: Decision): Decided<Owed> {
  return decidedFor(document, piece({ ...decision, together: true }), { wishes });
}

/** An outcome with what is kept of its unit. */
export function decidedFor(document: TenexDocument, outcome: Piece | Left, owed: Partial<Owed> = {}): Decided<Owed> {
  return { id: document.id, outcome, owes: { wishes: [], fact: null, savedAt: savedAt(document), ...owed } };
}

/** Taken from the index, where that names it: the time of a file is also that of whoever copied it. */
function savedAt({ active, archived, entries }: TenexDocument): number | null {
  const times = entries.flatMap(({ updatedAt }) => updatedAt ?? []);
  const files = [active, archived].flatMap((opened) => opened?.part.mtime ?? []);
  return (times.length > 0 ? times : files).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}
