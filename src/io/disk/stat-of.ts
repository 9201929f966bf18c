import type { ReadDisk, Stat } from '../disk.ts';
import { nullOn, orNull } from './error-code.ts';

/** The entry's own stat, without following links; null if it is missing, or the name too long. */
export function statOf(disk: ReadDisk, path: string): Stat | null {
  return nullOn(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'], () => disk.lstat(path));
}

export function realAt(disk: ReadDisk, path: string): string | null {
  return orNull(() => disk.realpath(path));
}

export function isEmptyFolder(disk: ReadDisk, path: string): boolean {
  return statOf(disk, path)?.type === 'folder' && disk.list(path).length === 0;
}

/** Bytes of a file, or of a link itself; 0 if it cannot be read. */
export function sizeAt(disk: ReadDisk, path: string): number {
  return orNull(() => disk.lstat(path))?.size ?? 0;
}
