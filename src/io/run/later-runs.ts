import { join } from 'node:path';
import type { Source } from '../../codecs/lines/source.ts';
import { pathsIn } from '../../model/check-change.ts';
import { addTo } from '../../model/collections.ts';
import { cmd, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { foldersAbove } from '../../model/path.ts';
import type { Change, Step } from '../../model/plan.ts';
import { runNames } from '../../model/run.ts';
import { orNull } from '../disk/error-code.ts';
import { digestSource } from '../disk/file-source.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { editedFile, seeFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import { targetIn } from '../disk/target.ts';
import { beginningOf, intendedChanges, intentions, type NumberedChange } from '../journal/intentions.ts';
import { isMarked, type Journal, journalOf } from '../journal/journal.ts';
import { runStateOf, toUndo } from '../journal/marker.ts';
import type { JournalLines } from '../journal/plan-lines.ts';
import { whyUnusable } from '../journal/readable.ts';
import { rankedRuns } from '../journal/run-order.ts';
import { contentSource } from '../steps/content.ts';
import type { PutStep } from '../steps/work.ts';
import { runContext, stepStates, worksOf } from '../steps/work-of.ts';
import type { World } from '../world.ts';

/** Why a Change cannot be undone before later ones; null if it can. */
type LaterRunsCheck = (item: NumberedChange) => NotAsPlanned | null;

/**
 * Refuses to undo a run before later runs of the same files, which could not be undone afterwards without the bytes that they began with.
 * Allowed if the kind separates both in a shared file, with equal bytes in either order. Ignores later runs with unreadable journals, which
 * cannot be undone either. Reads only.
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
  const inEffect = later.filter((each) => whyUnusable(disk, each) === null && runStateOf(disk, each) !== 'undone');
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
  const states = stepStates(item.change, worksOf(runContext(disk, journal), item));
  return states.some((each) => each === 'before' || each === 'begun') && states.some((each) => each !== 'before');
}

interface TouchedPaths {
  readonly paths: ReadonlySet<string>;
  /** Folders above these paths. */
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
      for (const folder of foldersAbove(path)) folders.add(folder);
    }
  }
  return { paths, folders };
}

interface LaterIndex {
  enter(change: Change, later: Omit<LaterChange, 'order' | 'ids'>): void;
  /** Later Changes to its paths, oldest first. */
  of(change: Change): readonly LaterChange[];
}

/** Index of later Changes by the run's paths: at a path, below it, or at a folder around it. */
function laterIndex({ paths, folders }: TouchedPaths): LaterIndex {
  const below = new Map<string, LaterChange[]>();
  const around = new Map<string, LaterChange[]>();
  let count = 0;
  return {
    enter: ({ ids, steps }, place) => {
      const later = { ...place, ids, order: count++ };
      for (const path of steps.flatMap(pathsIn)) {
        for (const each of [path, ...foldersAbove(path)]) if (paths.has(each)) addTo(below, each, later);
        if (folders.has(path)) addTo(around, path, later);
      }
    },
    of: ({ steps }) => {
      const own = steps.flatMap(pathsIn);
      const found = [
        ...own.flatMap((path) => below.get(path) ?? []),
        ...own.flatMap(foldersAbove).flatMap((folder) => around.get(folder) ?? []),
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
    // This journal is damaged further on: its run cannot be undone.
    if (!(error instanceof Failure)) throw error;
  }
}

interface Naming {
  readonly root: string;
  readonly run: string;
  nameOf(run: string): string;
}

/** Path of the first conversation of a Change that a later Change also has. */
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
    originalPath: null,
    laterRun: first,
  });
}

interface LaterChange {
  readonly journal: Journal;
  /** Index in its run, from 0. */
  readonly number: number;
  /** Index among all later Changes, from 0. */
  readonly order: number;
  readonly ids: readonly string[];
  /** Rereads it from its journal. */
  read(): Change;
}

type SeparatingWorld = Pick<World, 'disk' | 'putBack'>;

/** True if a Change and later ones can be undone in any order, with equal bytes. They must share only files that each replaced. Reads only. */
function areSeparable(world: SeparatingWorld, own: JournalledChange, later: readonly LaterChange[]): boolean {
  const mine = replacements(own);
  const shared = new Map<string, Replacement[]>();
  const touches = pathTest(own.change);
  for (const each of later) {
    const theirs = replacements({ ...each, change: each.read() });
    for (const path of each.read().steps.flatMap(pathsIn)) {
      const replacement = theirs.get(path);
      if (replacement !== undefined && mine.has(path)) addTo(shared, path, replacement);
      else if (touches(path)) return false;
    }
  }
  return [...mine].every(([path, replacement]) => {
    const others = shared.get(path)?.reverse() ?? [];
    return others.length === 0 || orNull(() => isSeparable(world, replacement, others)) === true;
  });
}

interface JournalledChange {
  readonly journal: Journal;
  readonly number: number;
  readonly change: Change;
}

/** A step that replaced a file, with the path of its original. */
interface Replacement {
  readonly root: string;
  readonly kind: Change['kind'];
  readonly step: PutStep;
  readonly originalPath: string;
}

function replacements({ journal, number, change }: JournalledChange): Map<string, Replacement> {
  const { root } = journal;
  const { kind } = change;
  return new Map(
    change.steps.flatMap((step, n) =>
      isReplacement(step)
        ? [[step.path, { root, kind, step, originalPath: join(journal.originalsFolder, `${number}.${n}`) }] as const]
        : [],
    ),
  );
}

function isReplacement(step: Step): step is PutStep {
  return step.do === 'put' && step.was !== 'absent' && ['edits', 'bytes'].includes(step.content.from);
}

function pathTest({ steps }: Change): (path: string) => boolean {
  const paths = new Set(steps.flatMap(pathsIn));
  const folders = new Set([...paths].flatMap(foldersAbove));
  return (path) => [path, ...foldersAbove(path)].some((each) => paths.has(each)) || folders.has(path);
}

/** `later`: newest first. */
function isSeparable(world: SeparatingWorld, own: Replacement, later: readonly Replacement[]): boolean {
  const { disk } = world;
  // A cut undo of its Change reverted this step.
  if (statOf(disk, own.originalPath) === null) return true;
  const now = seeFile(disk, targetIn(disk, own.root, own.step.path)).source;
  const [inOrder, ownFirst] = [
    [...later, own],
    [own, ...later],
  ].map((all) => all.reduce<Source | null>((file, each) => file && withoutReplacement(world, each, file), now));
  return inOrder != null && ownFirst != null && digestSource(inOrder) === digestSource(ownFirst);
}

/** The file after an undo of the step; null if it could not be undone. */
function withoutReplacement({ disk, putBack }: SeparatingWorld, replacement: Replacement, now: Source): Source | null {
  const { root, kind, originalPath, step } = replacement;
  const original = seeFile(disk, originalPath);
  if (original.digest() !== step.was) return null;
  const { content, path } = step;
  const after = content.from === 'edits' ? editedFile(original, content.edits) : contentSource(disk, root, content);
  const before = original.source;
  if (digestSource(now) === digestSource(after)) return before;
  return putBack?.(kind, path, { before, after, now }) ?? null;
}
