import { realDisk } from '../../ops/reading.ts';
import { type JournalRoot, journalRoots } from '../../ops/sites/journal-roots.ts';
import { type World, worldOf } from '../../ops/world.ts';
import type { Job } from '../job.ts';
import { sitesWish } from '../scope.ts';

/** The effects that a changing command is handed, from the environment that the job runs in. */
export function worldFor({ env, interrupted }: Job): World {
  const { pid, host } = env;
  return worldOf({
    pid,
    host,
    alive: (other) => env.alive(other),
    now: () => env.now(),
    sleep: (ms) => env.wait(ms),
    interrupted,
  });
}

/** Where the journals of the stores in scope lie, each root once. */
export function rootsOf(job: Job): Promise<JournalRoot[]> {
  const { disk, kinds } = realDisk();
  return journalRoots(sitesWish(job), disk, kinds);
}
