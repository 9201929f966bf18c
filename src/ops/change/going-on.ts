import { errorCode } from '../../io/disk/error-code.ts';
import { journalOf } from '../../io/journal/journal.ts';
import { removeMarker, writeMarker } from '../../io/journal/marker.ts';
import type { World } from '../../io/world.ts';
import type { RootRun } from './run-report.ts';

/** Marks a run of a command that has more stores, until it came to the end of them: a kill between two leaves no other trace. */
export async function beginGoingOn({ disk }: World, { root, run }: RootRun): Promise<void> {
  await ignoringDisk(() => writeMarker(disk, journalOf(root, run), 'goes-on', null));
}

export async function endGoingOn({ disk }: World, runs: readonly RootRun[]): Promise<void> {
  for (const { root, run } of runs) await ignoringDisk(() => removeMarker(disk, journalOf(root, run), 'goes-on'));
}

/** The marker is a note alone: a full disk, or a journal that was pruned meanwhile, does not stop a change. */
async function ignoringDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (errorCode(error) === null) throw error;
  }
}
