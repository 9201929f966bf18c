import { readFileSync } from 'node:fs';
import type { Source } from '../../codecs/lines/source.ts';
import { Moved } from '../../model/part.ts';
import type { TableRead } from '../../model/table.ts';
import type { ReadDisk } from '../disk.ts';
import { isFlocked } from './file-locks.ts';
import { fileSource } from './file-source.ts';

/** The questions that a kind may ask about other files of its store, by their paths below the root. */
export function storeView(disk: ReadDisk, root: string) {
  return {
    /** Only what is a file itself: nothing is read through a link. */
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
    /** Linux lists all locks; where that list cannot be read, and for a file that is not there, the answer is no. */
    isHeld: (path: string): boolean => {
      try {
        // First, because most have no lock file, and the list of all locks takes long to be read.
        const file = disk.stat(`${root}/${path}`);
        return isFlocked(readFileSync('/proc/locks', 'latin1'), file);
      } catch {
        return false;
      }
    },
  };
}
