import { readFileSync } from 'node:fs';
import type { Source } from '../../codecs/lines/source.ts';
import { Moved } from '../../model/part.ts';
import type { TableRead } from '../../model/table.ts';
import type { ReadDisk } from '../disk.ts';
import { isFlocked } from './file-locks.ts';
import { fileSource } from './file-source.ts';

/** What a kind may ask about other files of its store. Paths are relative to the root. */
export function storeView(disk: ReadDisk, root: string) {
  return {
    /** Regular files only, never through a link. */
    sourceAt: (path: string): Source | null => {
      try {
        const stat = disk.lstat(`${root}/${path}`);
        return stat.type === 'file' ? fileSource(disk, `${root}/${path}`, stat, () => new Moved(path)) : null;
      } catch {
        return null;
      }
    },
    tableAt: (path: string, table: string, columns: readonly string[]): TableRead =>
      disk.table?.(`${root}/${path}`, table, columns) ?? { none: 'absent', reason: 'is not there' },
    /** False without a readable /proc/locks, or without the file. */
    isHeld: (path: string): boolean => {
      try {
        // Most files have no lock file, and reading /proc/locks is slow.
        const file = disk.stat(`${root}/${path}`);
        return isFlocked(readFileSync('/proc/locks', 'latin1'), file);
      } catch {
        return false;
      }
    },
  };
}
