import { DiskTrouble, errorCode, reasonOf } from './error-code.ts';
import type { WriteDisk } from './write-disk.ts';

/** Makes the names in a folder durable. Calls during an fsync share the next one. */
export type FolderSync = (folder: string) => Promise<void>;

interface Turn {
  running: Promise<void>;
  next: Promise<void> | null;
}

/** For one run. A failed fsync is never retried: waiting and later callers fail. */
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
    // The running fsync does not cover later renames.
    tick.next ??= tick.running.then(() => start(folder));
    return tick.next;
  };
}

/** Throws DiskTrouble: no name in the folder would be safe. */
export async function syncFolder(disk: WriteDisk, folder: string): Promise<void> {
  try {
    const file = disk.open(folder);
    try {
      await disk.sync(file);
    } catch (error) {
      // Some network file systems cannot sync folders.
      if (!['EINVAL', 'ENOTSUP'].includes(errorCode(error) ?? '')) throw error;
    } finally {
      disk.close(file);
    }
  } catch (error) {
    throw new DiskTrouble(`${folder} ${reasonOf(error)}`, { cause: error });
  }
}
