import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import {
  NO_CONVERSATION,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { moved, removed, type WholePart } from './steps.ts';

export type Side = 'active' | 'archived';

/** A conversation's two places: everything that archive, restore and delete need of a kind. */
export interface Shelves<T> {
  readonly active: T | null;
  readonly archived: T | null;
  whole(one: T): WholePart;
  /** The path under which people know it. Missing: the path of its whole file or folder. */
  pathOf?(one: T): string;
  /** Companions on that side, such as an index entry. Without the conversation they are useless or harmful to the program. Missing: none. */
  companions?(side: Side): readonly WholePart[];
  /** Path on the side of a file or folder that comes from the other side. */
  place(side: Side, whole: WholePart): string;
  /** The result if neither exists. Missing: a refusal. */
  readonly missing?: NotChanged;
  /** The refusal to move one onto the other, if the path alone does not explain it. */
  inTheWay?(from: T, other: T): Refusal;
}

/**
 * Archives or restores a conversation; `move` makes the decision from the steps. A run cut off after any step is harmless: companions leave
 * the program before their conversation, and come back after it.
 */
export function shelve<T, O>(
  shelves: Shelves<T>,
  verb: 'archive' | 'restore',
  move: (from: T, steps: readonly Step[]) => O,
): O | NotChanged {
  const [here, there] = verb === 'archive' ? (['active', 'archived'] as const) : (['archived', 'active'] as const);
  const { [here]: from, [there]: other } = shelves;
  if (from === null && other === null) return missingRefusal(shelves);
  if (from === null) return unchanged(verb === 'archive' ? 'is archived already' : 'is not archived');
  if (other !== null) return shelves.inTheWay?.(from, other) ?? inTheWay([], shelves.whole(other));
  const companions = companionsOn(shelves, here);
  const [obstacle] = companions.length === 0 ? [] : companionsOn(shelves, there);
  if (obstacle !== undefined) return inTheWay([], obstacle);
  const main = shelves.whole(from);
  const wholes = verb === 'archive' ? [...companions, main] : [main, ...companions];
  return move(
    from,
    wholes.map((whole) => moved(whole, shelves.place(there, whole))),
  );
}

export function inTheWay(codes: readonly Code[], { path }: Pick<WholePart, 'path'>): Refusal {
  return refused({ codes, reason: `cannot be moved: ${path} is in the way`, unsafe: true });
}

/**
 * Deletes the active conversation, or the archived one if no active one has the id, companions first. `remove` makes the decision from the
 * steps, with notes on files that stay.
 */
export function deleteShelved<T, O>(
  shelves: Shelves<T>,
  remove: (gone: T, steps: readonly Step[], notes: readonly string[]) => O,
): O | NotChanged {
  const { active, archived } = shelves;
  const gone = active ?? archived;
  if (gone === null) return missingRefusal(shelves);
  const companions = companionsOn(shelves, active === null ? 'archived' : 'active');
  const stays = active === null || archived === null ? [] : [shelves.whole(archived)];
  const steps = [...companions, shelves.whole(gone)].map(removed);
  return remove(
    gone,
    steps,
    stays.map(({ path }) => `the archived conversation ${path} stays`),
  );
}

function missingRefusal({ missing: said }: Pick<Shelves<never>, 'missing'>): NotChanged {
  return said ?? NO_CONVERSATION;
}

function pathIn<T>(shelves: Shelves<T>, one: T): string {
  return shelves.pathOf?.(one) ?? shelves.whole(one).path;
}

function companionsOn<T>(shelves: Shelves<T>, side: Side): readonly WholePart[] {
  return shelves.companions?.(side) ?? [];
}

/** The three verbs of a kind that moves conversations unchanged. `whyNot` refuses one, active or archived. */
export function shelfVerbs<D, T>(
  shelvesOf: (document: D) => Shelves<T>,
  countsOf: (one: T) => Counts,
  whyNot: (document: D, one: T) => NotChanged | null = () => null,
): Record<'archive' | 'restore' | 'delete', (document: D) => UnitChange | NotChanged> {
  const movedBy = (verb: 'archive' | 'restore') => (document: D) => {
    const shelves = shelvesOf(document);
    return shelve(shelves, verb, (one, steps) => {
      const [counts, path] = [countsOf(one), pathIn(shelves, one)];
      return whyNot(document, one) ?? unitChange({ path, steps, before: counts, after: counts });
    });
  };
  return {
    archive: movedBy('archive'),
    restore: movedBy('restore'),
    delete: (document) => {
      const shelves = shelvesOf(document);
      return deleteShelved(shelves, (one, steps, notes) => {
        const path = pathIn(shelves, one);
        return whyNot(document, one) ?? unitChange({ path, steps, notes, before: countsOf(one), after: NO_COUNTS });
      });
    },
  };
}
