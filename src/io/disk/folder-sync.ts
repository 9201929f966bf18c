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
  const ticks = new Map<string, Turn>();
  const start = (folder: string): Promise<void> => {
    const tick: Turn = { running: syncFolder(disk, folder), next: null };
    ticks.set(folder, tick);
    tick.running.then(
      () => {
        if (tick.next === null) ticks.delete(folder);
      },
      () => undefined,
    );
    return tick.running;
  };
  return (folder) => {
    const tick = ticks.get(folder);
    if (tick === undefined) return start(folder);
    // A rename after the running fsync began is not covered by it.
    tick.next ??= tick.running.then(() => start(folder));
    return tick.next;
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
