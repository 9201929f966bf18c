import { dirname, join, relative } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { foldersAbove } from '../../model/path.ts';
import { DiskError, errorCode, nullOn, reasonOf, succeeds } from './error-code.ts';
import { statOf } from './stat-of.ts';
import type { WriteDisk } from './write-disk.ts';

/** Makes the names in a folder durable. Calls during an fsync share the next one. */
export type FolderSync = (folder: string) => Promise<void>;

interface FolderSyncs {
  running: Promise<void>;
  queued: Promise<void> | null;
}

/** A sync for one run. A failed fsync is never retried: waiting and later callers fail. */
export function folderSync(disk: WriteDisk): FolderSync {
  const syncs = new Map<string, FolderSyncs>();
  const start = (folder: string): Promise<void> => {
    const sync: FolderSyncs = { running: syncFolder(disk, folder), queued: null };
    syncs.set(folder, sync);
    sync.running.then(
      () => {
        if (sync.queued === null) syncs.delete(folder);
      },
      () => undefined,
    );
    return sync.running;
  };
  return (folder) => {
    const sync = syncs.get(folder);
    if (sync === undefined) return start(folder);
    // The running fsync does not cover later renames.
    sync.queued ??= sync.running.then(() => start(folder));
    return sync.queued;
  };
}

/** Syncs a folder. Throws DiskError, since no name in the folder would be safe. */
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
    throw new DiskError(`${folder} ${reasonOf(error)}`, { cause: error });
  }
}

/** Makes a folder with the owner and mode of its parent, but never writable for others. */
export function makeFolder(disk: WriteDisk, path: string): void {
  const above = disk.lstat(dirname(path));
  disk.mkdir(path, above.mode & 0o755);
  const stat = disk.lstat(path);
  if (stat.uid === above.uid && stat.gid === above.gid) return;
  const file = disk.open(path);
  try {
    disk.chown(file, above.uid, above.gid);
  } finally {
    disk.close(file);
  }
}

export type MakeParents = (path: string) => Promise<void>;

/**
 * Returns a maker of missing parents of paths below a root. `made` collects new folders, relative to the root. Syncs existing folders too,
 * unless `areDurable`: a killed process may have made them.
 */
export function parentMaker(
  disk: WriteDisk,
  root: string,
  sync: FolderSync,
  { areDurable, made }: { readonly areDurable: boolean; readonly made: Set<string> },
): MakeParents {
  const ways = new Map<string, Promise<void>>();
  const open = async (folder: string, isGone: boolean): Promise<void> => {
    const path = join(root, folder);
    if (isGone && succeeds(['EEXIST'], () => makeFolder(disk, path))) made.add(folder);
    if (isGone || !areDurable) await sync(dirname(path));
  };
  return async (path) => {
    for (const folder of foldersAbove(relative(root, path))) {
      const isGone = statOf(disk, join(root, folder)) === null;
      // A folder of another Change must be durable before it is used.
      const way = isGone ? undefined : ways.get(folder);
      if (way === undefined) ways.set(folder, open(folder, isGone));
      await ways.get(folder);
    }
  };
}

/** Creates a plan's output root and missing folders above it, private and durable; returns them, outermost first. Throws Failure 'failed'. */
export async function makeRoot(disk: WriteDisk, root: string): Promise<readonly string[]> {
  const made: string[] = [];
  try {
    await makePrivateFolders(disk, root, made);
    return made;
  } catch (error) {
    removeMadeRoot(disk, made);
    throw new Failure('failed', `${root} ${reasonOf(error)}`, 'Nothing was changed.', { cause: error });
  }
}

/** Creates the missing folders of a path, durably; `made` collects them, outermost first. */
export async function makePrivateFolders(disk: WriteDisk, path: string, made: string[] = []): Promise<void> {
  for (const folder of missingTo(disk, path)) {
    if (succeeds(['EEXIST'], () => disk.mkdir(folder, 0o700))) made.push(folder);
    await syncFolder(disk, dirname(folder));
  }
}

function missingTo(disk: WriteDisk, folder: string): string[] {
  return statOf(disk, folder) !== null ? [] : [...missingTo(disk, dirname(folder)), folder];
}

/** Removes folders that are empty. */
export function removeMadeRoot(disk: WriteDisk, made: readonly string[]): void {
  for (const folder of made.toReversed())
    nullOn(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'], () => disk.rmdir(folder));
}

/** Removes our own file or tree; missing is fine. Never follows a link. */
export function removeTree(disk: WriteDisk, path: string): void {
  const stat = statOf(disk, path);
  if (stat === null) return;
  if (stat.type !== 'folder') {
    disk.unlink(path);
    return;
  }
  for (const { name } of disk.list(path)) {
    // A name that is not UTF-8 is not convo's: rmdir fails below and reports it.
    if (name !== null) removeTree(disk, join(path, name));
  }
  disk.rmdir(path);
}

export function removeFile(disk: WriteDisk, path: string): void {
  nullOn(['ENOENT'], () => disk.unlink(path));
}
