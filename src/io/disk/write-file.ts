import type { Stat } from '../disk.ts';
import { DiskTrouble } from './error-code.ts';
import type { WriteDisk } from './write-disk.ts';

/** What a new file looks like from outside; what is left out stays as the system makes it. */
export interface Attributes {
  readonly mode: number;
  readonly owner?: Pick<Stat, 'uid' | 'gid'>;
  readonly mtimeMs?: number;
}

/**
 * A new file, complete and on the device, or none: whatever fails, the name is taken away again. Each write's count is checked,
 * and the file is read back. The name itself is durable only once its folder is synced. Answers the file's inode.
 */
export async function writeFile(disk: WriteDisk, path: string, bytes: Uint8Array, look: Attributes): Promise<number> {
  const file = disk.create(path, 0o600);
  try {
    let ino: number;
    try {
      ino = dress(disk, file, path, look);
      writeAll(disk, file, bytes);
      if (look.mtimeMs !== undefined) disk.touch(file, look.mtimeMs);
      await disk.sync(file);
    } finally {
      disk.close(file);
    }
    if (Buffer.compare(disk.read(path), bytes) !== 0)
      throw new DiskTrouble(`${path} does not read back as it was written`);
    return ino;
  } catch (error) {
    discard(disk, path);
    throw error;
  }
}

/** Writes on until every byte is taken; a call that takes none is a full disk. */
export function writeAll(disk: WriteDisk, file: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) {
    const count = disk.write(file, bytes.subarray(from));
    if (count === 0) throw new DiskTrouble('the disk takes no more bytes');
    from += count;
  }
}

// The owner before the mode: chown clears the set-id bits.
function dress(disk: WriteDisk, file: number, path: string, { mode, owner }: Attributes): number {
  const stat = disk.lstat(path);
  if (owner !== undefined && (owner.uid !== stat.uid || owner.gid !== stat.gid)) disk.chown(file, owner.uid, owner.gid);
  if ((mode & 0o7777) !== (stat.mode & 0o7777)) disk.chmod(file, mode & 0o7777);
  return stat.ino;
}

/** Takes away a file of ours. What cannot be taken away is left: the reason we are here is worth more than this one. */
export function discard(disk: WriteDisk, path: string): void {
  try {
    disk.unlink(path);
  } catch {
    // A later sweep finds it by its name.
  }
}
