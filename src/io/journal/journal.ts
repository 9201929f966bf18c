import { join } from 'node:path';
import { unless } from '../disk/error-code.ts';
import type { ReadDisk } from '../disk.ts';

/** Where everything of one run is kept, below `<root>/.convo`. */
export interface Journal {
  readonly root: string;
  readonly run: string;
  readonly folder: string;
  /** The intention: a header, then a line for each Change. */
  readonly plan: string;
  /** Originals, each under its step's number. */
  readonly kept: string;
  /** Files that undo took away. */
  readonly taken: string;
}

/** The results of a run, as small files in its folder; each holds a summary and the Changes that went otherwise. */
export type Marker = 'is-done' | 'is-undoing' | 'is-undone';

/** The folder of all journals below a root. */
export const JOURNAL = '.convo';

/** The paths of a run's journal; nothing is looked up. */
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

/** True when the run carries this marker. */
export function isMarked(disk: ReadDisk, journal: Journal, marker: Marker): boolean {
  return unless(['ENOENT'], () => disk.lstat(join(journal.folder, marker))) !== null;
}
