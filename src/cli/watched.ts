import type { Listen } from '../ops/change/run-report.ts';
import type { Job } from './job.ts';
import { progressLine } from './progress.ts';

/** Carries out what was decided before, with a progress line that `listen` feeds along the way. */
export async function watched<T>(job: Job, listen: Listen, carryOut: (listen: Listen) => Promise<T>): Promise<T> {
  const line = progressLine(job);
  let done = 0;
  try {
    return await carryOut((result, root) => {
      listen(result, root);
      line.made(++done, null);
    });
  } finally {
    await line.clear();
  }
}
