import { sentence } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { RUNS } from '../model/rules/row.ts';
import { intentionsBackwards, type NumberedChange } from './journal/intentions.ts';
import { isMarked, type Journal, type JournalDisk, journalOf } from './journal/journal.ts';
import { changesLeftByUndo, exceptionsOf, removeMarker, runStateOf, toUndo, writeMarker } from './journal/marker.ts';
import { prepareRun } from './journal/open-journal.ts';
import type { JournalLines } from './journal/plan-lines.ts';
import { requireReadable, requireTrusted, requireTrustedRun } from './journal/readable.ts';
import { runIds } from './journal/run-order.ts';
import { refuseUnfinished } from './journal/runs.ts';
import { withLock } from './lock.ts';
import { revertChange } from './run/apply-change.ts';
import { execute, type RunPass } from './run/execute.ts';
import { laterRunsCheck } from './run/later-runs.ts';
import { type ChangeResult, changeEndOf, type RunResult } from './run/result.ts';
import type { World } from './world.ts';

/**
 * Undoes a run from its last Change to its first, each all or nothing. Restores bytes, mode, time and inode. Appended data stays if the
 * kind can separate it (`putBack`). A Change that differs otherwise, or that a later run builds on, is refused; a later call tries it
 * again.
 * Throws Failure 'no-match', 'usage' if all is undone, 'refused' if locked.
 */
export async function undo(world: World, which: RunOptions): Promise<RunResult> {
  const { disk } = world;
  const journal = journalOf(which.root, which.run);
  const lines = requireRun(disk, which);
  return withLock(world, which.root, `${which.run}.${world.self.pid}`, async () => {
    if (runStateOf(disk, journal) === 'undone') throw new Failure('usage', `the run ${which.run} is undone already`);
    if (runStateOf(disk, journal) !== 'cut') refuseUnfinished(disk, which.root);
    return revertRun(world, which, lines);
  });
}

export interface RunOptions {
  readonly root: string;
  readonly run: string;
  /** Called per Change, in order, once its end is durable. */
  readonly report?: (result: ChangeResult) => void;
  readonly inFlight?: number;
}

/**
 * Checked lines of a run. Throws Failure 'no-match' without its journal, 'refused' for an untrusted one, 'failed' for a
 * damaged one, before anything is changed.
 */
export function requireRun(disk: JournalDisk, { root, run }: RunOptions): JournalLines {
  requireTrusted(disk, root);
  if (!runIds(disk, root).includes(run))
    throw new Failure('no-match', `there is no run ${run} in ${root}`, sentence`${RUNS} lists them.`);
  requireTrustedRun(disk, journalOf(root, run));
  return requireReadable(disk, journalOf(root, run));
}

/** Undoes all made Changes under a held lock. Continues an earlier attempt. */
export async function revertRun(world: World, which: RunOptions, lines: JournalLines): Promise<RunResult> {
  const journal = journalOf(which.root, which.run);
  await prepareRun(world.disk, journal, () => turnBack(world, journal));
  const { report, inFlight } = which;
  const items = madeBackwards(world, journal, lines);
  const refusalOf = laterRunsCheck(world, which, lines);
  const work: RunPass['work'] = async (context, item, locks) => {
    const refusal = refusalOf(item);
    return refusal === null ? revertChange(context, item, locks) : changeEndOf(refusal);
  };
  return execute(world, { journal, first: false, items, work, marker: 'is-undone', report, inFlight });
}

/** Marks the undo before its first step, so that a half-undone run is never taken for a half-made one. */
async function turnBack({ disk }: World, journal: Journal): Promise<void> {
  const remaining = changesLeftByUndo(disk, journal);
  const exceptions = [...exceptionsOf(disk, journal, 'is-undone').values()].filter(({ number }) =>
    remaining.has(number),
  );
  // Files that an earlier undo restored may have been saved since: only the others are processed.
  if (exceptions.length > 0) await writeMarker(disk, journal, 'is-undoing', { changed: 0, exceptions });
  else if (!isMarked(disk, journal, 'is-undoing')) await writeMarker(disk, journal, 'is-undoing', null);
  if (!isMarked(disk, journal, 'is-undone')) return;
  await removeMarker(disk, journal, 'is-undone');
}

function* madeBackwards({ disk }: World, journal: Journal, lines: JournalLines): Generator<NumberedChange> {
  const isDue = toUndo(disk, journal);
  for (const item of intentionsBackwards(disk, journal, lines)) if (isDue(item.number)) yield item;
}
