import { unless } from '../disk/error-code.ts';
import { statOf } from '../disk/look.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { Stat } from '../disk.ts';
import { Refusal } from '../run/refusal.ts';

/** The file that takes its place. */
export interface Built {
  readonly temp: string;
  readonly ino: number;
}

/** A file as it was when we last read it. */
export interface Seen {
  readonly stat: Stat;
  readonly bytes: Uint8Array;
}

/**
 * Renames `temp` over `path` if that still is the file that was seen; answers why it is raced, or null. Throws Refusal, and
 * touches nothing, when it is not. `crossing` is called when the next call is the rename.
 * No call closes the window between the last look and the rename: it is one call wide, and a writer that takes the owner's lock
 * never meets it.
 */
export function replaceFile(
  disk: WriteDisk,
  { temp, ino }: Built,
  path: string,
  seen: Seen,
  crossing: () => void,
): string | null {
  if (!isAsSeen(disk, path, seen)) throw new Refusal('was changed meanwhile');
  crossing();
  disk.rename(temp, path);
  return statOf(disk, path)?.ino === ino ? null : 'was saved by another program in the moment it was changed';
}

// The inode last: it is the cheapest look, so the window after it is the smallest.
function isAsSeen(disk: WriteDisk, path: string, seen: Seen): boolean {
  const bytes = unless(['ENOENT', 'ENOTDIR', 'ENOTFILE', 'EISDIR'], () => disk.read(path));
  if (bytes === null || Buffer.compare(bytes, seen.bytes) !== 0) return false;
  const stat = statOf(disk, path);
  return stat !== null && stat.type === 'file' && stat.ino === seen.stat.ino && stat.size === seen.stat.size;
}
