import type { Digest } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { digestFile, digestFolder } from './digest.ts';
import { attempt, unless } from './error-code.ts';

/** Does not follow links. Null if missing, or if the name is too long. */
export function statOf(disk: ReadDisk, path: string): Stat | null {
  return unless(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'], () => disk.lstat(path));
}

/** A path without links; null if unresolvable. */
export function realAt(disk: ReadDisk, path: string): string | null {
  return attempt(() => disk.realpath(path));
}

/** `other`: a link or another type. */
export function digestAt(disk: ReadDisk, path: string): Digest | 'absent' | 'other' {
  const stat = statOf(disk, path);
  if (stat === null) return 'absent';
  if (stat.type === 'file') return digestFile(disk, path);
  return stat.type === 'folder' ? digestFolder(disk, path) : 'other';
}

export function isEmptyFolder(disk: ReadDisk, path: string): boolean {
  return statOf(disk, path)?.type === 'folder' && disk.list(path).length === 0;
}
