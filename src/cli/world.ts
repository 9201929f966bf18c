import { worldOf as lend, type World } from '../ops/world.ts';
import type { Job } from './job.ts';

/** The effects that a changing command is handed, from the environment that the job runs in. */
export function worldOf({ env, interrupted }: Job): World {
  const { pid, host } = env;
  return lend({
    pid,
    host,
    alive: (other) => env.alive(other),
    now: () => env.now(),
    sleep: (ms) => env.wait(ms),
    interrupted,
  });
}
