import { Failure } from '../model/failure.ts';
import { RUNS } from '../model/rules/next.ts';
import { sentence } from '../model/sentence.ts';
import { refuseCut } from './journal/cut-runs.ts';
import { intentionsBackwards, type Numbered } from './journal/intentions.ts';
import { isMarked, type Journal, journalOf } from './journal/journal.ts';
import type { JournalDisk } from './journal/journal-disk.ts';
import type { JournalLines } from './journal/lines.ts';
import { exceptionsOf, mark, unmark } from './journal/marker.ts';
import { readyRun } from './journal/open-journal.ts';
import { requireReadable } from './journal/readable.ts';
import { runIds } from './journal/run-order.ts';
import { leftByUndo, stateOf, toUndo } from './journal/state.ts';
import { requireTrusted, requireTrustedRun } from './journal/trust.ts';
import { withLock } from './lock.ts';
import { execute } from './run/execute.ts';
import type { ChangeResult, RunResult } from './run/result.ts';
import { revertChange } from './run/revert-change.ts';
import type { World } from './world.ts';

/**
 * Undoes a run, Change by Change from the last to the first, all of each or none: bytes, mode, time and inode come back.
 * Refuses those whose results are no longer as the run left them; called again later, it tries those again.
 * Throws Failure 'no-match' without such a run, 'usage' when all of it is undone, 'refused' when the root is locked.
 */
export async function undo(world: World, which: RunOrder): Promise<RunResult> {
  const { disk } = world;
  const journal = journalOf(which.root, which.run);
  const lines = requireRun(disk, which);
  return withLock(world, which.root, `${which.run}.${world.self.pid}`, async () => {
    if (stateOf(disk, journal) === 'undone') throw new Failure('usage', `the run ${which.run} is undone already`);
    if (stateOf(disk, journal) !== 'cut') refuseCut(disk, which.root);
    return revertRun(world, which, lines);
  });
}

/** One run under one root. */
export interface RunOrder {
  readonly root: string;
  readonly run: string;
  /** Called once a Change, in the order of the work, when what became of it is on the device. */
  readonly report?: (result: ChangeResult) => void;
  readonly inFlight?: number;
}

/**
 * The lines of a run, as they were checked. Throws Failure 'no-match' for a run that this root has no journal of, 'refused' for a
 * journal that is not to be trusted, 'failed' for one that cannot be read to its end. A journal that is damaged is found out before
 * anything is changed by it.
 */
export function requireRun(disk: JournalDisk, { root, run }: RunOrder): JournalLines {
  requireTrusted(disk, root);
  if (!runIds(disk, root).includes(run))
    throw new Failure('no-match', `there is no run ${run} in ${root}`, sentence`${RUNS} lists them.`);
  requireTrustedRun(disk, journalOf(root, run));
  return requireReadable(disk, journalOf(root, run));
}

/** Undoes all of a run that was made, under a lock that is held; goes on where an earlier attempt stopped. */
export async function revertRun(world: World, which: RunOrder, lines: JournalLines): Promise<RunResult> {
  const journal = journalOf(which.root, which.run);
  await readyRun(world.disk, journal, () => turnBack(world, journal));
  const { report, inFlight } = which;
  const items = madeBackwards(world, journal, lines);
  return execute(world, { journal, first: false, items, work: revertChange, marker: 'is-undone', report, inFlight });
}

// Marked before the first step back, so that a run that is half undone is never taken for one that is half made.
async function turnBack({ disk }: World, journal: Journal): Promise<void> {
  const left = leftByUndo(disk, journal);
  const exceptions = [...exceptionsOf(disk, journal, 'is-undone').values()].filter(({ number }) => left.has(number));
  // Files that were undone before may have been saved again since: only the rest is looked at.
  if (exceptions.length > 0) await mark(disk, journal, 'is-undoing', { changed: 0, exceptions });
  else if (!isMarked(disk, journal, 'is-undoing')) await mark(disk, journal, 'is-undoing', null);
  if (!isMarked(disk, journal, 'is-undone')) return;
  await unmark(disk, journal, 'is-undone');
}

// Changes that the run itself refused or could not make are not to be undone.
function* madeBackwards({ disk }: World, journal: Journal, lines: JournalLines): Generator<Numbered> {
  const isDue = toUndo(disk, journal);
  for (const item of intentionsBackwards(disk, journal, lines)) if (isDue(item.number)) yield item;
}
