import { dirname } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { succeeds, unless } from './error-code.ts';
import { syncFolder } from './folder-sync.ts';
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
