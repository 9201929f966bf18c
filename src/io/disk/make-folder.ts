import { dirname } from 'node:path';
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
