import { Failure } from '../model/failure.ts';
import { carryOut } from './apply.ts';
import { isMarked, journalOf } from './journal/journal.ts';
import { readyRun } from './journal/open-journal.ts';
import { stateOf } from './journal/state.ts';
import { withLock } from './lock.ts';
import type { RunResult } from './run/result.ts';
import { type RunOrder, requireRun, revertRun } from './undo.ts';
import type { World } from './world.ts';

/** Finishes a cut run, forwards or back. May be cut and repeated. Throws Failure 'no-match', 'usage' if not cut, 'refused' if locked. */
export async function resume(world: World, which: RunOrder): Promise<RunResult> {
  const { disk } = world;
  const journal = journalOf(which.root, which.run);
  const lines = requireRun(disk, which);
  return withLock(world, which.root, `${which.run}.${world.self.pid}`, async () => {
    const state = stateOf(disk, journal);
    if (state !== 'cut') throw new Failure('usage', `the run ${which.run} is ${state}: there is nothing to resume`);
    if (isMarked(disk, journal, 'is-undoing')) return revertRun(world, which, lines);
    await readyRun(disk, journal);
    return carryOut(world, which, { first: false, lines });
  });
}
