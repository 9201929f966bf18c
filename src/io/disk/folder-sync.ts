import { DiskTrouble, errorCode } from './error-code.ts';
import { reasonOf } from './reason-of.ts';
import type { WriteDisk } from './write-disk.ts';

/** Makes the names in a folder durable; calls that come while it is busy share the next fsync. */
export type FolderSync = (folder: string) => Promise<void>;

interface Turn {
  running: Promise<void>;
  next: Promise<void> | null;
}

/** One `FolderSync` for a run. A failed fsync is never retried: all who waited for it fail, and all who ask later. */
export function folderSync(disk: WriteDisk): FolderSync {
  const turns = new Map<string, Turn>();
  const start = (folder: string): Promise<void> => {
    const turn: Turn = { running: syncFolder(disk, folder), next: null };
    turns.set(folder, turn);
    turn.running.then(
      () => {
        if (turn.next === null) turns.delete(folder);
      },
      () => undefined,
    );
    return turn.running;
  };
  return (folder) => {
    const turn = turns.get(folder);
    if (turn === undefined) return start(folder);
    // A rename after the running fsync began is not covered by it.
    turn.next ??= turn.running.then(() => start(folder));
    return turn.next;
  };
}

/** One fsync of a folder. Throws DiskTrouble: a folder that cannot be synced makes no promise for any name in it. */
export async function syncFolder(disk: WriteDisk, folder: string): Promise<void> {
  try {
    const file = disk.open(folder);
    try {
      await disk.sync(file);
    } catch (error) {
      // Some network file systems cannot sync a folder and say so.
      if (!['EINVAL', 'ENOTSUP'].includes(errorCode(error) ?? '')) throw error;
    } finally {
      disk.close(file);
    }
  } catch (error) {
    throw new DiskTrouble(`${folder} ${reasonOf(error)}`, { cause: error });
  }
}
