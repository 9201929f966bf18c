import { join } from 'node:path';
import { unless } from '../disk/error-code.ts';
import type { ReadDisk } from '../disk.ts';

/** Paths of one run below `<root>/.convo`. */
export interface Journal {
  readonly root: string;
  readonly run: string;
  readonly folder: string;
  /** Header, then one line per Change. */
  readonly plan: string;
  /** Originals, by step number. */
  readonly kept: string;
  /** Files that undo removed. */
  readonly taken: string;
}

/** Results of a run: small files with a summary and the Changes that went differently. */
export type Marker = 'is-done' | 'is-undoing' | 'is-undone';

/** Folder of all journals below a root. */
export const JOURNAL = '.convo';

/** Paths only; nothing is looked up. */
export function journalOf(root: string, run: string): Journal {
  const folder = join(root, JOURNAL, 'runs', run);
  return {
    root,
    run,
    folder,
    plan: join(folder, 'plan.ndjson'),
    kept: join(folder, 'kept'),
    taken: join(folder, 'undone'),
  };
}

export function isMarked(disk: ReadDisk, journal: Journal, marker: Marker): boolean {
  return unless(['ENOENT'], () => disk.lstat(join(journal.folder, marker))) !== null;
}
