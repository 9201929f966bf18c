import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inJobs } from './in-jobs.ts';

test.each([
  [1, 1],
  [3, 3],
  [9, 5],
])('%d jobs do five pieces of work, each once and in order, %d at a time', async (jobs, max) => {
  const begun: number[] = [];
  let [running, seen] = [0, 0];
  await inJobs([1, 2, 3, 4, 5], jobs, async (each) => {
    begun.push(each);
    seen = Math.max(seen, ++running);
    await turn();
    running--;
  });
  expect([begun, seen, running]).toEqual([[1, 2, 3, 4, 5], max, 0]);
});
