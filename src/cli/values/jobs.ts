import type { Threads } from '../../ops/threads/thread-work.ts';
import type { Job } from '../command.ts';
import { digitsOf, flag } from '../flag.ts';

const MOST = 8;

export const JOBS_FLAG = flag(
  '--jobs <n>',
  'threads that look at conversations at once: the cores at hand, at most 8, where there is enough to do; 1 for none',
  digitsOf(/^[1-9]\d?$/, 'takes a whole number from 1 to 99'),
);

export function threadsOf({ env: { threads } }: Pick<Job, 'env'>, asked: number | undefined): Threads | null {
  if (threads === undefined || asked === 1) return null;
  const { cores, ...rest } = threads;
  const jobs = asked ?? Math.min(cores, MOST);
  return jobs < 2 ? null : { ...rest, jobs };
}
