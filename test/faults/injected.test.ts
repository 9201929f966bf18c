import { expect, test } from 'vitest';
import { isThorough, NO_LIMIT, reportTried } from '../support/sampling.ts';
import { applySmall, recover } from '../support/small-store.ts';
import { newStart, strike } from './support/strike.ts';

test('whatever call of an apply fails, every file is old or new, and resume and undo lead out', NO_LIMIT, async () => {
  const { store, trees } = await newStart();
  const { tried, wrong } = await strike(store, trees, (disk) => applySmall(disk), 61, ['resume', 'undo']);
  reportTried('faults in an apply', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 5_000 : 20);
});

/** Where the journal is on another file system. */
const isJournal = (path: string) => path === '/r/.convo' || path.startsWith('/r/.convo/');

test('the same holds where the journal is on another file system', NO_LIMIT, async () => {
  const { store, applied, trees } = await newStart(undefined, isJournal);
  const there = await strike(store, trees, (disk) => applySmall(disk), 146, ['resume', 'undo']);
  const back = await strike(applied, trees, (disk) => recover('undo', disk), 146, ['undo']);
  reportTried('faults with a journal elsewhere', there.tried + back.tried);
  expect([...there.wrong, ...back.wrong].slice(0, 5)).toEqual([]);
  expect(there.tried + back.tried).toBeGreaterThan(isThorough ? 7_000 : 14);
});

// Of a file of one byte even the size that is hashed again is exceeded.
test.each([
  ['hashed again before they are replaced', 2],
  ['compared by their outside and their end', 0],
])('the same holds for files that are never held, and %s', NO_LIMIT, async (_, holds) => {
  const { store, applied, trees } = await newStart(holds);
  const there = await strike(store, trees, (disk) => applySmall(disk), 159, ['resume', 'undo']);
  const back = await strike(applied, trees, (disk) => recover('undo', disk), 159, ['undo']);
  reportTried(`faults with files that are not held (${holds})`, there.tried + back.tried);
  expect([...there.wrong, ...back.wrong].slice(0, 5)).toEqual([]);
  expect(there.tried + back.tried).toBeGreaterThan(isThorough ? 7_000 : 10);
});
