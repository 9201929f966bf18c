import type { Digest } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { digestFile, digestFolder } from './digest.ts';
import { attempt, unless } from './error-code.ts';

/** The entry at a path, a link as itself; null when there is none, as under a name that is too long for the file system. */
export function statOf(disk: ReadDisk, path: string): Stat | null {
  return unless(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'], () => disk.lstat(path));
}

/** A path without links; null where it cannot be had. */
export function realAt(disk: ReadDisk, path: string): string | null {
  return attempt(() => disk.realpath(path));
}

/** The print of the file or folder at a path; `absent` for nothing there, `other` for a link or anything else. */
export function digestAt(disk: ReadDisk, path: string): Digest | 'absent' | 'other' {
  const stat = statOf(disk, path);
  if (stat === null) return 'absent';
  if (stat.type === 'file') return digestFile(disk, path);
  return stat.type === 'folder' ? digestFolder(disk, path) : 'other';
}

/** True for a folder without a single name in it. */
export function isEmptyFolder(disk: ReadDisk, path: string): boolean {
  return statOf(disk, path)?.type === 'folder' && disk.list(path).length === 0;
}
