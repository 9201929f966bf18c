import { dirname, join, relative } from 'node:path';
import { foldersOf } from '../../model/check-change.ts';
import { Failure } from '../../model/failure.ts';
import { succeeds, unless } from './error-code.ts';
import { type FolderSync, syncFolder } from './folder-sync.ts';
import { statOf } from './look.ts';
import { reasonOf } from './reason-of.ts';
import type { WriteDisk } from './write-disk.ts';

/** A new folder that belongs to whom the folder above it belongs, and as open as that one, but never writable for others. */
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

/** Makes the folders above a path again where they are gone, durably. */
export type MakeWay = (path: string) => Promise<void>;

/**
 * A `MakeWay` for the paths below a root; `made` takes in what it makes, relative to the root. Unless all folders are known to be durable
 * (`areDurable`), it syncs those that are there too: whoever made them may have been killed.
 */
export function wayBelow(
  disk: WriteDisk,
  root: string,
  sync: FolderSync,
  { areDurable, made }: { readonly areDurable: boolean; readonly made: Set<string> },
): MakeWay {
  const ways = new Map<string, Promise<void>>();
  const open = async (folder: string, isGone: boolean): Promise<void> => {
    const path = join(root, folder);
    if (isGone && succeeds(['EEXIST'], () => makeFolder(disk, path))) made.add(folder);
    if (isGone || !areDurable) await sync(dirname(path));
  };
  return async (path) => {
    for (const folder of foldersOf(relative(root, path))) {
      const isGone = statOf(disk, join(root, folder)) === null;
      // Nothing goes into a folder that another Change has made before it is durable.
      const way = isGone ? undefined : ways.get(folder);
      if (way === undefined) ways.set(folder, open(folder, isGone));
      await ways.get(folder);
    }
  };
}

/** Makes the folder that a plan is for, readable by its user alone, durably; false when it is there. Throws Failure 'failed'. */
export async function makeRoot(disk: WriteDisk, root: string): Promise<boolean> {
  try {
    if (!succeeds(['EEXIST'], () => disk.mkdir(root, 0o700))) return false;
    await syncFolder(disk, dirname(root));
    return true;
  } catch (error) {
    throw new Failure('failed', `${root} ${reasonOf(error)}`, 'Nothing was changed.', { cause: error });
  }
}

/** Takes away a folder that was made for a plan that was not carried out; one that holds anything stays. */
export function dropRoot(disk: WriteDisk, root: string): void {
  unless(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => disk.rmdir(root));
}
