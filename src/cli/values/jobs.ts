import type { Threads } from '../../ops/threads/thread-work.ts';
import { flag, type Zod } from '../flag.ts';
import type { Job } from '../job.ts';

const JOBS = /^[1-9]\d?$/;

/** The most threads that are started unless more are asked for. */
const MOST = 8;

/** `--jobs`, of commands that look at units in threads. */
export const JOBS_FLAG = flag(
  '--jobs <n>',
  'threads that look at conversations at once: the cores at hand, at most 8, where there is enough to do; 1 for none',
  (z: Zod) => z.pipe(z.string().check(z.regex(JOBS, 'takes a whole number from 1 to 99')), z.transform(Number)),
);

/** The threads that may be started; null for none. */
export function threadsOf({ env: { threads } }: Pick<Job, 'env'>, asked: number | undefined): Threads | null {
  if (threads === undefined || asked === 1) return null;
  const { cores, ...rest } = threads;
  const jobs = asked ?? Math.min(cores, MOST);
  return jobs < 2 ? null : { ...rest, jobs };
}
