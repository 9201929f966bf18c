import type { WriteDisk } from '../disk/write-disk.ts';
import { isMarked, type Journal } from '../journal/journal.ts';
import type { RunContext } from './work.ts';

/** What the steps of a run share while they are only looked at. */
export function runContext(disk: WriteDisk, journal: Journal): RunContext {
  return { disk, journal, first: false, wasMade: isMarked(disk, journal, 'is-done'), sync: async () => undefined };
}
