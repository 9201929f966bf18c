import { beforeAll, expect, test } from 'vitest';
import { applySmall } from './support/lab.ts';
import { newStart, type Start, strike } from './support/strike.ts';
import { isThorough, NO_LIMIT, tell } from './support/thorough.ts';

let start: Start;

beforeAll(async () => {
  start = await newStart();
});

test('whatever call of an apply fails, every file is old or new, and resume and undo lead out', NO_LIMIT, async () => {
  const { tried, wrong } = await strike(start.store, start.trees, (disk) => applySmall(disk), 13, ['resume', 'undo']);
  tell('faults in an apply', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 5_000 : 400);
});
