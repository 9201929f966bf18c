import { realDisk } from '../ops/reading.ts';
import { type JournalRoot, journalRoots } from '../ops/sites/journal-roots.ts';
import type { Job } from './job.ts';
import { sitesWish } from './reading-of.ts';

/** Where the journals of the stores in scope lie, each root once. */
export function rootsOf(job: Job): Promise<JournalRoot[]> {
  const { disk, kinds } = realDisk();
  return journalRoots(sitesWish(job), disk, kinds);
}
