import { join } from 'node:path';
import { nullOn } from '../disk/error-code.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';

export interface Journal {
  readonly root: string;
  readonly run: string;
  readonly folder: string;
  /** Header, then one line per Change. */
  readonly plan: string;
  readonly originalsFolder: string;
  readonly undone: string;
}

/** Results of a run: small files with a summary and the Changes that went differently. */
export type Marker = 'is-done' | 'is-undoing' | 'is-undone';

export const JOURNAL = '.convo';

export function journalOf(root: string, run: string): Journal {
  const folder = join(root, JOURNAL, 'runs', run);
  return {
    root,
    run,
    folder,
    plan: join(folder, 'plan.ndjson'),
    originalsFolder: join(folder, 'kept'),
    undone: join(folder, 'undone'),
  };
}

export function isMarked(disk: ReadDisk, journal: Journal, marker: Marker): boolean {
  return nullOn(['ENOENT'], () => disk.lstat(join(journal.folder, marker))) !== null;
}

/** Reads a journal in pieces: a plan may be far larger than its store. */
export type JournalDisk = ReadDisk & Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

export function journalDisk(disk: ReadDisk): JournalDisk {
  const files: string[] = [];
  return {
    uid: () => disk.uid?.() ?? null,
    list: (path) => disk.list(path),
    lstat: (path) => disk.lstat(path),
    stat: (path) => disk.stat(path),
    readlink: (path) => disk.readlink(path),
    realpath: (path) => disk.realpath(path),
    read: (path, length, at) => disk.read(path, length, at),
    open: (path) => files.push(path) - 1,
    readAt: (number, offset, length) => {
      const path = files[number];
      if (path === undefined) throw new Error(`no open file ${number}`);
      return disk.read(path, length, offset);
    },
    close: () => undefined,
  };
}
