import { join } from 'node:path';
import { syncFolder } from '../disk/folder-sync.ts';
import { removeTree } from '../disk/remove-tree.ts';
import { withLock } from '../lock.ts';
import type { World } from '../world.ts';
import { JOURNAL, journalOf } from './journal.ts';
import { sweepParts } from './open-journal.ts';
import { type Run, runs } from './runs.ts';

/**
 * Lets go of the journals of runs that began before `before` (Unix seconds), and of the originals in them, for good; answers
 * those runs. A cut run is never let go of.
 */
export async function pruneRuns(world: World, root: string, before: number, token: string): Promise<Run[]> {
  const { disk } = world;
  const due = () => runs(disk, root).filter((run) => run.state !== 'cut' && run.startedAt < before);
  if (due().length === 0) return [];
  return withLock(world, root, token, async () => {
    const gone = due();
    sweepParts(disk, root);
    // Renamed first: a run that is only half there must not look like a run.
    for (const run of gone) disk.rename(journalOf(root, run.id).folder, `${journalOf(root, run.id).folder}.part`);
    await syncFolder(disk, join(root, JOURNAL, 'runs'));
    for (const run of gone) removeTree(disk, `${journalOf(root, run.id).folder}.part`);
    return gone;
  });
}
