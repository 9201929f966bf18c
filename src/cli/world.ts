import { realDisk } from '../ops/reading.ts';
import { type JournalRoots, journalRoots } from '../ops/sites/store-around.ts';
import { worldOf } from '../ops/world.ts';
import type { Job } from './command.ts';
import type { ProgressLine } from './progress.ts';
import { sitesOptions } from './scope.ts';

export type VerbWorld = ReturnType<typeof worldOf>;

export function worldFor({ env, interrupted }: Job, line?: ProgressLine): VerbWorld {
  const { pid, host } = env;
  const world = worldOf({
    pid,
    host,
    alive: (other) => env.alive(other),
    now: () => env.now(),
    sleep: (ms) => env.wait(ms),
    interrupted,
  });
  return line === undefined ? world : { ...world, tidied: line.tidied };
}

export function rootsOf(job: Job): Promise<JournalRoots> {
  const { disk, kinds } = realDisk();
  return journalRoots(sitesOptions(job), disk, kinds);
}
