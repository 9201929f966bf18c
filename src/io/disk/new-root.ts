import { dirname } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { succeeds, unless } from './error-code.ts';
import { syncFolder } from './folder-sync.ts';
import { reasonOf } from './reason-of.ts';
import type { WriteDisk } from './write-disk.ts';

/** Makes the folder that a plan is for, readable by its owner alone, durably; false when it is there. Throws Failure 'failed'. */
export async function makeRoot(disk: WriteDisk, root: string): Promise<boolean> {
  try {
    if (!succeeds(['EEXIST'], () => disk.mkdir(root, 0o700))) return false;
    await syncFolder(disk, dirname(root));
    return true;
  } catch (error) {
    throw new Failure('failed', `${root} ${reasonOf(error)}`, 'Nothing was changed.', { cause: error });
  }
}

/** Takes away a folder that was made for a plan that came to nothing; one that holds anything stays. */
export function dropRoot(disk: WriteDisk, root: string): void {
  unless(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => disk.rmdir(root));
}
