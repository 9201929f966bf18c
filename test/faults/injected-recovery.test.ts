import { beforeAll, expect, test } from 'vitest';
import { faultyDisk } from '../support/faulty-disk.ts';
import { isThorough, NO_LIMIT, points, reportTried } from '../support/sampling.ts';
import { applySmall, recover } from '../support/small-store.ts';
import { callsOf, newStart, quietly, type Start, strike } from './support/strike.ts';
import { verdict } from './support/verdict.ts';

let start: Start;

beforeAll(async () => {
  start = await newStart();
});

test('whatever call of an undo fails, undo and resume lead back to the old tree', NO_LIMIT, async () => {
  const { tried, wrong } = await strike(start.applied, start.trees, (disk) => recover('undo', disk), 70, ['undo']);
  reportTried('faults in an undo', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 2_400 : 10);
});

test('whatever call of a resume fails, resume and undo lead out', NO_LIMIT, async () => {
  const calls = await callsOf(start.store, (disk) => applySmall(disk));
  for (const at of [0.3, 0.55, 0.8].map((part) => Math.floor(calls.length * part))) {
    const cut = start.store.copy();
    await quietly(applySmall(faultyDisk(cut, at, 'halt').disk));
    const { tried, wrong } = await strike(cut, start.trees, (disk) => recover('resume', disk), 112, ['resume', 'undo']);
    reportTried(`faults in a resume from call ${at}`, tried);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(tried).toBeGreaterThan(isThorough ? 3_000 : 6);
  }
});

test('a second halt inside the recovery from a first one is recovered from too', NO_LIMIT, async () => {
  const calls = await callsOf(start.store, (disk) => applySmall(disk));
  const wrong: string[] = [];
  let tried = 0;
  for (const first of points(calls.length, 100)) {
    const cut = start.store.copy();
    await quietly(applySmall(faultyDisk(cut, first, 'halt').disk));
    for (const way of ['undo', 'resume'] as const) {
      const again = await callsOf(cut, (disk) => recover(way, disk).catch(() => undefined));
      for (const second of points(again.length, 75, { thorough: 7 })) {
        const twice = cut.copy();
        await quietly(recover(way, faultyDisk(twice, second, 'halt').disk));
        for (const found of await verdict(twice, start.trees, [way]))
          wrong.push(`halts at ${first} and in the ${way} at ${second}: ${found}`);
        tried += 1;
      }
    }
  }
  reportTried('double halts', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 10_000 : 2);
});
