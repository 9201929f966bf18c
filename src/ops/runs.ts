import { join } from 'node:path';
import { finish } from '../io/apply.ts';
import { sortOf } from '../io/disk/error-code.ts';
import { statOf } from '../io/disk/stat-of.ts';
import type { WriteDisk } from '../io/disk/write-disk.ts';
import { intentions } from '../io/journal/intentions.ts';
import { isMarked, JOURNAL, type Journal, journalOf, runTimeOf } from '../io/journal/journal.ts';
import { exceptionsOf, isKnownUndone, runStateOf } from '../io/journal/marker.ts';
import {
  requireReadable,
  requireTrusted,
  untrustedInRoot,
  unusableFailure,
  whyUnusable,
} from '../io/journal/readable.ts';
import { otherNames, runIds } from '../io/journal/run-order.ts';
import { dropRuns, isPrunable, runs, unfinishedRuns } from '../io/journal/runs.ts';
import { clearDead, isBusy } from '../io/lock.ts';
import type { ChangeResult, RunResult } from '../io/run/result.ts';
import { undo } from '../io/undo.ts';
import type { World } from '../io/world.ts';
import type { ChangeReport } from '../model/change-report.ts';
import { addAll } from '../model/collections.ts';
import { type Change, countIn } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { preventedResults, previewRun } from './change/preview-run.ts';
import { findRun, lastRun, type RunChoice } from './change/run-ids.ts';
import {
  type ResultListener,
  type RootResults,
  type RootRun,
  runInEachRoot,
  runReporter,
} from './change/run-report.ts';
import { stepViews, type TextOf } from './change/step-views.ts';
import { originalIn, originalsBelow, replacedBy } from './originals.ts';

export interface UnusableJournal {
  readonly root: string;
  readonly reason: string;
}

/** Untrusted or unreadable journals of the roots. Reads only. */
export function unusableJournals(disk: WriteDisk, roots: readonly string[]): UnusableJournal[] {
  return roots.flatMap((root) => {
    const distrust = untrustedInRoot(disk, root, 'read');
    return distrust === null ? [] : [{ root, reason: `${distrust.path} ${distrust.reason}` }];
  });
}

/** Runs of all roots, oldest first; a root's runs in its own order. Reads only. */
export function listRuns(disk: WriteDisk, roots: readonly string[]): Run[] {
  const dated = roots.flatMap((root) => {
    let since = Number.NEGATIVE_INFINITY;
    return runs(disk, root).map((run) => {
      since = Math.max(since, runTimeOf(run.id));
      return { run, since };
    });
  });
  return dated.sort((a, b) => a.since - b.since).map(({ run }) => run);
}

/** Paths in journals that are not runs; for a name that is not UTF-8, its folder. Reads only. */
export function unrecognisedPaths(disk: WriteDisk, roots: readonly string[]): string[] {
  return roots.flatMap((root) => {
    if (untrustedInRoot(disk, root, 'read') !== null) return [];
    return otherNames(disk, root).map((name) => join(root, JOURNAL, 'runs', name ?? ''));
  });
}

export function listRunsNow(world: World, roots: readonly string[]): Run[] {
  const busy = new Set(roots.filter((root) => isBusy(world, root)));
  const all = listRuns(world.disk, roots);
  return all.map((run) => (run.state === 'cut' && busy.has(run.root) ? { ...run, isAtWork: true } : run));
}

/** The run to undo, by root: the named one, else the last that is not wholly undone. Throws Failure for an unreadable or unknown run. */
export function runsToUndo(world: World, { roots, run: named }: RunChoice): RootRun[] {
  for (const root of roots) requireTrusted(world.disk, root);
  const all = roots.map((root) => ({ root, runs: runs(world.disk, root) }));
  const open = all.map(({ root, runs }) => ({ root, runs: runs.filter((run) => isOpen(world.disk, run)) }));
  const id = named === null ? lastRun(world, open, (run) => runTimeOf(run.id)) : findRun(world, roots, named);
  const chosen = all.flatMap(({ runs }) => runs.filter((run) => run.id === id && run.state !== 'undone'));
  for (const { root, id, reason } of chosen) if (reason !== null) throw unusableFailure(journalOf(root, id), reason);
  return chosen.map(({ root, id }) => ({ root, run: id }));
}

/** True for a run that can still be undone; an unreadable one may have a marker of its undo. */
function isOpen(disk: WriteDisk, { root, id, state, standing }: Run): boolean {
  if (state === 'unreadable') return !isKnownUndone(disk, journalOf(root, id));
  return state === 'cut' || (state === 'done' && standing > 0);
}

/** Undoes a run in all its roots. Throws Failure like `io/undo`. */
export function undoRun(world: World, chosen: readonly RootRun[], report: ResultListener): Promise<RootResults> {
  return runInEachRoot(world, chosen, async (which) => {
    const prevented = preventedResults(world, which);
    if (prevented !== null) return leftAs(which, prevented, report);
    const made = madeOf(world, which);
    const reportMade = (result: ChangeResult): void => {
      if (made?.has(result.number) !== false) report(result, which.root);
    };
    return undo(world, { ...which, report: reportMade });
  });
}

function leftAs({ root, run }: RootRun, prevented: readonly ChangeResult[], report: ResultListener): RunResult {
  for (const result of prevented) report(result, root);
  const refused = prevented.reduce((sum, { change }) => sum + countIn(change), 0);
  return { run, root, state: 'done', changed: 0, raced: 0, refused, failed: 0, stopped: null };
}

/** The Changes that an undo of a cut or partly undone run would undo; null for a whole run. */
function madeOf(world: World, { root, run }: RootRun): ReadonlySet<number> | null {
  const { disk } = world;
  const journal = journalOf(root, run);
  if (isMarked(disk, journal, 'is-done') && !isMarked(disk, journal, 'is-undoing')) return null;
  return new Set(Array.from(previewRun(world, { root, run, verb: 'undo' }), ({ number }) => number));
}

/** Cut runs, oldest first, or the named cut run. */
export function runsToFinish(world: World, { roots, run }: RunChoice): RootRun[] {
  for (const root of roots) requireTrusted(world.disk, root);
  const named = run === null ? null : findRun(world, roots, run);
  if (named !== null)
    for (const root of roots)
      if (runIds(world.disk, root).includes(named)) requireReadable(world.disk, journalOf(root, named));
  return roots
    .flatMap((root) => unfinishedRuns(world.disk, root).map((each) => ({ root, run: each })))
    .filter((each) => named === null || each.run === named);
}

/** The newest run of all roots, or the named one, if its command was cut off between two stores. */
export function shortRuns(world: World, { roots, run: named }: RunChoice): RootRun[] {
  const { disk } = world;
  const all = roots.flatMap((root) => runIds(disk, root).map((run) => ({ root, run })));
  const [newest] = [...all].sort((a, b) => runTimeOf(b.run) - runTimeOf(a.run));
  const id = named === null ? newest?.run : findRun(world, roots, named);
  return all.filter(({ root, run }) => run === id && isShort(disk, journalOf(root, run)));
}

function isShort(disk: World['disk'], journal: Journal): boolean {
  return (
    isMarked(disk, journal, 'goes-on') && whyUnusable(disk, journal) === null && runStateOf(disk, journal) === 'done'
  );
}

/** Removes locks that dead processes left in these roots, whose journals are trusted. `token` must be unique. */
export async function clearDeadLocks(world: World, roots: readonly string[], token: string): Promise<void> {
  for (const root of roots) await clearDead(world, root, token);
}

/** Finishes cut runs in all their roots. Throws Failure like `finish` of io/apply.ts. */
export function finishRun(world: World, chosen: readonly RootRun[], report: ResultListener): Promise<RootResults> {
  return runInEachRoot(world, chosen, (which) =>
    finish(world, { ...which, report: (result) => report(result, which.root) }),
  );
}

interface PruneOptions {
  readonly roots: readonly string[];
  /** Selects runs that began before this, in Unix seconds; null for all. */
  readonly begunBefore: number | null;
  readonly only: ReadonlySet<string> | null;
  readonly token: string;
}

/** Finished runs that are old enough; cut, partly undone and unreadable ones are kept. Reads only. */
export function runsToPrune(world: World, options: PruneOptions): Run[] {
  const { roots } = options;
  for (const root of roots) requireTrusted(world.disk, root);
  const due = isDue(options);
  return roots.flatMap((root) => runs(world.disk, root).filter((run) => isPrunable(run) && due(run)));
}

/** Deletes journals and originals for good. Throws Failure 'refused' for a locked root. */
export async function pruneRuns(world: World, options: PruneOptions): Promise<Run[]> {
  const gone: Run[] = [];
  for (const root of options.roots) addAll(gone, await dropRuns(world, root, isDue(options), options.token));
  return gone;
}

function isDue({ begunBefore, only }: PruneOptions): (run: Run) => boolean {
  return ({ id, startedAt }) => (begunBefore === null || startedAt < begunBefore) && (only === null || only.has(id));
}

/** The Changes of a run with their edits, undone or not. Reads only. Throws Failure for a damaged journal. */
export function runEdits(
  world: World,
  { root, run }: RootRun,
  { command, spell }: { readonly command: ChangeReport['command']; spell(root: string): string },
): ChangeReport {
  const reporter = runReporter(command, {
    dryRun: true,
    spell,
    steps: ({ change, number }) => stepViews(change.steps, originalOf(world, { root, run }, change, number)),
  });
  const { disk } = world;
  const journal = journalOf(root, run);
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  for (const { number, change, refused } of intentions(disk, journal)) {
    const { state = refused === null ? 'done' : 'refused', reason = refused } = exceptions.get(number) ?? {};
    reporter.listen(
      { number, change, state, reason: reason ?? unexpectedOriginal(disk, journal, change, number) },
      root,
    );
  }
  return reporter.report();
}

/** Why an original cannot return: something other than a file is in its place. Null if nothing is. */
function unexpectedOriginal(disk: World['disk'], journal: Journal, { steps }: Change, number: number): string | null {
  for (const index of steps.keys()) {
    const name = `${number}.${index}`;
    const stat = statOf(disk, join(journal.originalsFolder, name));
    if (stat !== null && stat.type !== 'file' && stat.type !== 'folder')
      return `its original cannot be brought back: kept/${name} of the run is ${sortOf(stat)}`;
  }
  return null;
}

/** Reads the files before a Change: in the journal, or restored by an undo. */
function originalOf(world: World, { root, run }: RootRun, { steps }: Change, number: number): TextOf {
  const { disk } = world;
  const asNow = originalsBelow(world, root);
  return (path) => {
    const index = steps.findIndex((step) => replacedBy(step) === path);
    const originalPath = join(journalOf(root, run).originalsFolder, `${number}.${index}`);
    return (index === -1 ? null : originalIn(disk, originalPath)) ?? asNow(path);
  };
}
