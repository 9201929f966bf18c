import type { Dirent, Stats } from 'node:fs';
import type { Stat } from '../disk.ts';

/** The type of what a name in a folder, or a stat, describes. */
export function entryType(entry: Pick<Dirent | Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Stat['type'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
