import type { Code } from '../../model/findings.ts';
import type { Step } from '../../model/plan.ts';
import { type Refusal, refusalOf, refused, unchanged } from '../decided.ts';
import type { NotChanged } from '../kind.ts';
import { moved, removed, type Whole } from './steps.ts';

/** Where a conversation is: with its program, or in our archive. */
export type Side = 'active' | 'archived';

/** A conversation's two places: everything that archive, restore and delete need of a kind. */
export interface Shelves<T> {
  /** The program's and the archived one. */
  readonly active: T | null;
  readonly archived: T | null;
  /** The file or folder of one. */
  whole(one: T): Whole;
  /**
   * Companions on that side, such as an index entry. Without the conversation they are useless or harmful to the
   * program.
   */
  companions(side: Side): readonly Whole[];
  /** Where on that side something goes that comes from the other. */
  place(side: Side, whole: Whole): string;
  /** The answer if neither exists. */
  readonly missing: NotChanged;
  /** The refusal to move one onto the other. */
  inTheWay(from: T, other: T): Refusal;
}

/**
 * Archives or restores a conversation; `move` makes the piece of the steps. Every prefix of these is harmless: companions leave the
 * program before their conversation, and come back after it.
 */
export function shelve<T, O>(
  shelves: Shelves<T>,
  verb: 'archive' | 'restore',
  move: (from: T, steps: readonly Step[]) => O,
): O | NotChanged {
  const [here, there] = verb === 'archive' ? (['active', 'archived'] as const) : (['archived', 'active'] as const);
  const { [here]: from, [there]: other } = shelves;
  if (from === null)
    return other === null ? shelves.missing : unchanged(verb === 'archive' ? 'is archived already' : 'is not archived');
  if (other !== null) return refused(shelves.inTheWay(from, other));
  const companions = shelves.companions(here);
  const [left] = companions.length === 0 ? [] : shelves.companions(there);
  if (left !== undefined) return refused(inTheWay([], left));
  const main = shelves.whole(from);
  const wholes = verb === 'archive' ? [...companions, main] : [main, ...companions];
  return move(
    from,
    wholes.map((whole) => moved(whole, shelves.place(there, whole))),
  );
}

/** The refusal of a move onto something else. */
export function inTheWay(codes: readonly Code[], { path }: Pick<Whole, 'path'>): Refusal {
  return refusalOf({ codes, reason: `cannot be moved: ${path} is in the way`, unsafe: true });
}

/**
 * Deletes the active conversation, or the archived one where no other has the id, companions first; `remove` makes the piece of the
 * steps, with a note on what stays.
 */
export function deleteShelved<T, O>(
  shelves: Shelves<T>,
  remove: (gone: T, steps: readonly Step[], notes: readonly string[]) => O,
): O | NotChanged {
  const { active, archived } = shelves;
  const gone = active ?? archived;
  if (gone === null) return shelves.missing;
  const companions = shelves.companions(active === null ? 'archived' : 'active');
  const stays = active === null || archived === null ? [] : [shelves.whole(archived)];
  const steps = [...companions, shelves.whole(gone)].map(removed);
  return remove(
    gone,
    steps,
    stays.map(({ path }) => `the archived conversation ${path} stays`),
  );
}
