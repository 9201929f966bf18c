import { join } from 'node:path';
import { unless } from './error-code.ts';
import { statOf } from './look.ts';
import type { WriteDisk } from './write-disk.ts';

/** Takes away a file or a whole folder of ours; nothing there is fine. Never follows a link. */
export function removeTree(disk: WriteDisk, path: string): void {
  const stat = statOf(disk, path);
  if (stat === null) return;
  if (stat.type !== 'folder') {
    disk.unlink(path);
    return;
  }
  for (const { name } of disk.list(path)) {
    // A name that is not UTF-8 is none of ours: the rmdir below fails and says so.
    if (name !== null) removeTree(disk, join(path, name));
  }
  disk.rmdir(path);
}

/** Takes away a file of ours, or a link; nothing there is fine. */
export function removeFile(disk: WriteDisk, path: string): void {
  unless(['ENOENT'], () => disk.unlink(path));
}
