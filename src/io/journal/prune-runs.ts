import { join } from 'node:path';
import { syncFolder } from '../disk/folder-sync.ts';
import { removeTree } from '../disk/remove-tree.ts';
import { withLock } from '../lock.ts';
import type { World } from '../world.ts';
import { JOURNAL, journalOf } from './journal.ts';
import { sweepParts } from './open-journal.ts';
import { type Run, runs } from './runs.ts';
import { requireTrusted, requireTrustedRun } from './trust.ts';

/** True for a run that is whole: none that is cut, that undo had to leave in part, or whose journal cannot be read. */
export function isPrunable({ state, isPartlyUndone }: Run): boolean {
  return (state === 'done' || state === 'undone') && !isPartlyUndone;
}

/**
 * Deletes the journals of runs that began before `before` (Unix seconds), and the originals in them, for good; answers those runs.
 * Throws Failure 'refused' for a locked root and for a journal that is not to be trusted.
 */
export async function pruneRuns(world: World, root: string, before: number, token: string): Promise<Run[]> {
  const { disk } = world;
  requireTrusted(disk, root);
  const due = () => runs(disk, root).filter((run) => isPrunable(run) && run.startedAt < before);
  if (due().length === 0) return [];
  return withLock(world, root, token, async () => {
    const gone = due();
    for (const { id } of gone) requireTrustedRun(disk, journalOf(root, id));
    sweepParts(disk, root);
    // Renamed first: a run that is only half there must not look like a run.
    for (const run of gone) disk.rename(journalOf(root, run.id).folder, `${journalOf(root, run.id).folder}.part`);
    await syncFolder(disk, join(root, JOURNAL, 'runs'));
    for (const run of gone) removeTree(disk, `${journalOf(root, run.id).folder}.part`);
    return gone;
  });
}
