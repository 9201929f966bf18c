import { Failure } from '../model/failure.ts';
import { refuseCut } from './journal/cut-runs.ts';
import { journalOf } from './journal/journal.ts';
import { furnishRun, sweepParts } from './journal/open-journal.ts';
import { stateOf } from './journal/state.ts';
import { withLock } from './lock.ts';
import type { RunResult } from './run/result.ts';
import { takeBackRun } from './run/take-back-run.ts';
import { requireRun, type Which } from './run/which.ts';
import type { World } from './world.ts';

/**
 * Takes a run back, Change by Change from the last to the first, all of each or none: bytes, mode, time and inode come back.
 * Refuses those whose results are no longer as the run left them; called again later, it tries those again.
 * Throws Failure 'no-match' without such a run, 'usage' when all of it is undone, 'refused' when the root is locked.
 */
export async function undo(world: World, which: Which): Promise<RunResult> {
  const { disk } = world;
  const journal = journalOf(which.root, which.run);
  requireRun(disk, which);
  return withLock(world, which.root, `${which.run}.${world.self.pid}`, async () => {
    if (stateOf(disk, journal) === 'undone') throw new Failure('usage', `the run ${which.run} is undone already`);
    if (stateOf(disk, journal) !== 'cut') refuseCut(disk, which.root);
    sweepParts(disk, which.root);
    furnishRun(disk, journal);
    return takeBackRun(world, which);
  });
}
