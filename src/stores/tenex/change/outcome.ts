import { type Decision, piece } from '../../decided.ts';
import type { Ask, Decided, Left, Piece } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import type { EntryChange } from '../reindex/entry-change.ts';
import type { HealFact } from './healing/heal-fact.ts';

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

/** What the index must learn of one unit: it holds no document and no bytes. */
export interface Owed {
  /** What its index entries are to become. */
  readonly wishes: readonly EntryChange[];
  /** When TENEX last saved it, in seconds, as far as that is known. */
  readonly savedAt: number | null;
  /** What heal and migrate repair the index from; null for other verbs. */
  readonly fact: HealFact | null;
}

/** Seconds within which a save makes it likely that TENEX still holds the conversation. */
const RECENT = 300;

/** A warning when some of these were saved a moment ago: a TENEX that runs would undo the change with its next save. */
export function recentNotes(decided: readonly Pick<Owed, 'savedAt'>[], { now }: Pick<Ask, 'now'>): string[] {
  const count = decided.filter(({ savedAt }) => savedAt !== null && now - savedAt <= RECENT).length;
  if (count === 0) return [];
  const some = count === 1 ? 'one of these was' : `${count} of these were`;
  const who = decided.length === 1 ? 'was' : some;
  return [
    `${who} saved within the last ${RECENT / 60} minutes: a TENEX that still runs overwrites this with its next save`,
  ];
}
