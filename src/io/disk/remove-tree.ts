import { join } from 'node:path';
import { unless } from './error-code.ts';
import { statOf } from './look.ts';
import type { WriteDisk } from './write-disk.ts';

/** Removes our own file or tree; missing is fine. Never follows a link. */
export function removeTree(disk: WriteDisk, path: string): void {
  const stat = statOf(disk, path);
  if (stat === null) return;
  if (stat.type !== 'folder') {
    disk.unlink(path);
    return;
  }
  for (const { name } of disk.list(path)) {
    // Not ours: rmdir fails below and says so.
    if (name !== null) removeTree(disk, join(path, name));
  }
  disk.rmdir(path);
}

/** Removes our own file or link; missing is fine. */
export function removeFile(disk: WriteDisk, path: string): void {
  unless(['ENOENT'], () => disk.unlink(path));
}
