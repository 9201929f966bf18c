import type { Step } from '../../../model/plan.ts';
import type { Outcome } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import type { Wish } from '../reindex/wish.ts';
import type { Decided } from './decided.ts';

/** Why a unit is left as it is; `reason` is to be read after its file's name. */
export type Refusal = Omit<Extract<Outcome, { state: 'refused' }>, 'state'>;

/** What a verb does to the files of one unit, and what its index entries are to become. */
export interface Joining extends Omit<Extract<Outcome, { state: 'joined' }>, 'state' | 'codes' | 'steps' | 'notes'> {
  readonly steps: readonly Step[];
  readonly wishes: readonly Wish[];
  readonly notes?: readonly string[];
}

/** A unit that is changed together with the index. */
export function joined(document: TenexDocument, { wishes, ...joining }: Joining): Decided {
  return decided(document, { state: 'joined', codes: [], notes: [], ...joining }, wishes);
}

export function unchanged(document: TenexDocument, reason: string): Decided {
  return decided(document, { state: 'unchanged', reason });
}

export function refused(document: TenexDocument, refusal: Refusal): Decided {
  return decided(document, { state: 'refused', ...refusal });
}

/** An outcome with what is kept of its unit. */
export function decided(document: TenexDocument, outcome: Outcome, wishes: readonly Wish[] = []): Decided {
  return { id: document.id, outcome, wishes, savedAt: savedAt(document) };
}

/** Told by the index, where that names it: the time of a file is also that of whoever copied it. */
function savedAt({ active, archived, entries }: TenexDocument): number | null {
  const times = entries.flatMap(({ updatedAt }) => updatedAt ?? []);
  const files = [active, archived].flatMap((opened) => opened?.part.mtime ?? []);
  return (times.length > 0 ? times : files).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}
