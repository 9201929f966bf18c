import { foldersOf, pathsIn } from '../../model/check-change.ts';
import { addTo } from '../../model/collections.ts';
import { cmd, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { Change } from '../../model/plan.ts';
import { runNames } from '../../model/run.ts';
import { NotAsPlanned } from '../disk/error-code.ts';
import { beginningOf, intendedChanges, intentions, type NumberedChange } from '../journal/intentions.ts';
import { isMarked, type Journal, journalOf } from '../journal/journal.ts';
import { stateOf, toUndo } from '../journal/marker.ts';
import type { JournalLines } from '../journal/plan-lines.ts';
import { whyUnusable } from '../journal/readable.ts';
import { rankedRuns } from '../journal/run-order.ts';
import { progressOf, runContext, worksOf } from '../steps/work-of.ts';
import type { World } from '../world.ts';
import { areSeparable, type LaterChange } from './separable.ts';

/** Why a Change cannot be undone before later ones; null if it can. */
type LaterRunsCheck = (item: NumberedChange) => NotAsPlanned | null;

/**
 * Refuses to undo a run before later runs of the same files: without the bytes that they began with, they could not be
 * undone any more. Allowed where the kind separates both in a shared file, to the same bytes in either order. Passes over
 * later runs with unreadable journals, which cannot be undone either. Reads only.
 */
export function laterRunsCheck(
  world: Pick<World, 'disk' | 'putBack'>,
  { root, run }: { readonly root: string; readonly run: string },
  lines?: JournalLines,
): LaterRunsCheck {
  const { disk } = world;
  const ranked = rankedRuns(disk, root);
  const number = ranked.find(({ id }) => id === run)?.number ?? 0;
  const later = ranked.filter((each) => each.number > number).map(({ id }) => journalOf(root, id));
  const inEffect = later.filter((each) => whyUnusable(disk, each) === null && stateOf(disk, each) !== 'undone');
  if (inEffect.length === 0) return () => null;
  const journal = journalOf(root, run);
  const index = laterIndex(pathsOfRun(disk, journal, lines));
  for (const each of inEffect) enterRun(disk, each, index);
  const nameOf = runNames(ranked);
  // Versions without this check may have begun it.
  const isContinued = isMarked(disk, journal, 'is-undoing') && !isMarked(disk, journal, 'is-undone');
  return (item) => {
    const all = index.of(item.change);
    if (all.length === 0 || areSeparable(world, { ...item, journal }, all)) return null;
    if (isContinued && isHalfUndone(disk, journal, item)) return null;
    const ids = new Set(item.change.ids);
    const ofSame = all.filter((each) => each.ids.some((id) => ids.has(id)));
    return refusal(disk, item.change, ofSame.length > 0 ? ofSame : all, { root, run, nameOf });
  };
}

function isHalfUndone(disk: World['disk'], journal: Journal, item: NumberedChange): boolean {
  const states = progressOf(item.change, worksOf(runContext(disk, journal), item));
  return states.some((each) => each === 'before' || each === 'begun') && states.some((each) => each !== 'before');
}

interface TouchedPaths {
  readonly paths: ReadonlySet<string>;
  /** On the way to them. */
  readonly folders: ReadonlySet<string>;
}

function pathsOfRun(disk: World['disk'], journal: Journal, lines?: JournalLines): TouchedPaths {
  const paths = new Set<string>();
  const folders = new Set<string>();
  const isDue = toUndo(disk, journal);
  for (const { number, change } of intentions(disk, journal, lines)) {
    if (!isDue(number)) continue;
    for (const path of change.steps.flatMap(pathsIn)) {
      paths.add(path);
      for (const folder of foldersOf(path)) folders.add(folder);
    }
  }
  return { paths, folders };
}

interface LaterIndex {
  enter(change: Change, later: Omit<LaterChange, 'order' | 'ids'>): void;
  /** Oldest first. */
  of(change: Change): readonly LaterChange[];
}

/** Later Changes by paths of the run: at the path, below it, or at a folder around it. */
function laterIndex({ paths, folders }: TouchedPaths): LaterIndex {
  const below = new Map<string, LaterChange[]>();
  const around = new Map<string, LaterChange[]>();
  let count = 0;
  return {
    enter: ({ ids, steps }, place) => {
      const later = { ...place, ids, order: count++ };
      for (const path of steps.flatMap(pathsIn)) {
        for (const each of [path, ...foldersOf(path)]) if (paths.has(each)) addTo(below, each, later);
        if (folders.has(path)) addTo(around, path, later);
      }
    },
    of: ({ steps }) => {
      const own = steps.flatMap(pathsIn);
      const found = [
        ...own.flatMap((path) => below.get(path) ?? []),
        ...own.flatMap(foldersOf).flatMap((folder) => around.get(folder) ?? []),
      ];
      return [...new Set(found)].sort((a, b) => a.order - b.order);
    },
  };
}

function enterRun(disk: World['disk'], journal: Journal, index: LaterIndex): void {
  const isDue = toUndo(disk, journal);
  const numbers: number[] = [];
  const plan = intendedChanges(disk, journal, ({ number }) => {
    if (isDue(number)) numbers.push(number);
    return isDue(number);
  });
  let count = 0;
  try {
    for (const change of plan.changes()) {
      const at = count++;
      index.enter(change, { journal, number: numbers[at] ?? 0, read: () => plan.change(at) });
    }
  } catch (error) {
    // Damaged further on: it cannot be undone.
    if (!(error instanceof Failure)) throw error;
  }
}

interface Naming {
  readonly root: string;
  readonly run: string;
  nameOf(run: string): string;
}

/** Of a Change of many conversations, the first path of one that a later Change is at too. */
function changedPath({ path, items, ids, steps }: Change, later: readonly LaterChange[]): string {
  const id = items === undefined ? undefined : ids.find((each) => later.some((other) => other.ids.includes(each)));
  if (id === undefined) return path;
  const changed = new Set(later.flatMap((each) => each.read().steps.flatMap(pathsIn)));
  return steps.flatMap(pathsIn).find((each) => changed.has(each) && each.includes(id)) ?? path;
}

function refusal(
  disk: World['disk'],
  change: Change,
  later: readonly LaterChange[],
  { root, run, nameOf }: Naming,
): NotAsPlanned {
  const last = later.at(-1)?.journal.run ?? run;
  const first = nameOf(last);
  const { command } = beginningOf(disk, journalOf(root, last)).header;
  const count = new Set(later.map(({ journal }) => journal.run)).size;
  const reason =
    count === 1
      ? sentence`by run ${first} (${command}): ${cmd`undo ${first}`} first, then ${cmd`undo ${nameOf(run)}`}`
      : sentence`by ${count} later runs: ${cmd`undo ${first}`} (${command}) first, then the others`;
  return new NotAsPlanned(sentence`was changed again ${reason}`, {
    path: changedPath(change, later),
    kept: null,
    laterRun: first,
  });
}
