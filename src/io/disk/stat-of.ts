import type { ReadDisk, Stat } from '../disk.ts';
import { nullOn, orNull } from './error-code.ts';

/** Does not follow links. Null if missing, or if the name is too long. */
export function statOf(disk: ReadDisk, path: string): Stat | null {
  return nullOn(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'], () => disk.lstat(path));
}

export function realAt(disk: ReadDisk, path: string): string | null {
  return orNull(() => disk.realpath(path));
}

export function isEmptyFolder(disk: ReadDisk, path: string): boolean {
  return statOf(disk, path)?.type === 'folder' && disk.list(path).length === 0;
}

/** Bytes, of a link its own; 0 if it cannot be looked at. */
export function sizeAt(disk: ReadDisk, path: string): number {
  return orNull(() => disk.lstat(path))?.size ?? 0;
}
