import { beforeAll, expect, test } from 'vitest';
import type { WriteDisk } from '../../src/io/write-disk.ts';
import { FAULTS, faultyDisk } from './support/faulty-disk.ts';
import { applySmall, freshStore, recover } from './support/lab.ts';
import type { ModelDisk } from './support/model-disk.ts';
import { points, tell } from './support/thorough.ts';
import { type Trees, treesOf, verdict } from './support/verdict.ts';

let store: ModelDisk;
let applied: ModelDisk;
let trees: Trees;

beforeAll(async () => {
  store = await freshStore();
  applied = store.copy();
  await applySmall(applied);
  trees = treesOf(store, applied);
});

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

async function callsOf(disk: ModelDisk, work: (disk: WriteDisk) => Promise<unknown>): Promise<readonly string[]> {
  const counted = faultyDisk(disk.copy(), -1, 'halt');
  await work(counted.disk);
  return counted.names;
}

/** Strikes `work` at each of the points, then asks for each way out. Answers how many were tried, and what went wrong. */
async function strike(
  start: ModelDisk,
  work: (disk: WriteDisk) => Promise<unknown>,
  stride: number,
  ways: readonly ('undo' | 'resume')[],
): Promise<{ tried: number; wrong: string[] }> {
  const calls = await callsOf(start, work);
  const wrong: string[] = [];
  let tried = 0;
  for (const kind of FAULTS) {
    for (const at of points(calls.length, stride)) {
      if (kind === 'short' && !calls[at]?.startsWith('write ')) continue;
      const struck = start.copy();
      const faulty = faultyDisk(struck, at, kind);
      await quietly(work(faulty.disk));
      for (const way of ways) {
        const found = await verdict(way === ways.at(-1) ? struck : struck.copy(), trees, way);
        if (found !== null) wrong.push(`${kind} at call ${at} (${faulty.names.join()}): ${found}`);
        tried += 1;
      }
    }
  }
  return { tried, wrong };
}

test('whatever call of an apply fails, every file is old or new, and resume and undo lead out', async () => {
  const { tried, wrong } = await strike(store, (disk) => applySmall(disk), 1, ['resume', 'undo']);
  tell('faults in an apply', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(5_000);
});

test('whatever call of an undo fails, undo and resume lead back to the old tree', async () => {
  const { tried, wrong } = await strike(applied, (disk) => recover('undo', disk), 3, ['undo']);
  tell('faults in an undo', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(1_000);
});

test('whatever call of a resume fails, resume and undo lead out', async () => {
  const calls = await callsOf(store, (disk) => applySmall(disk));
  for (const at of [0.3, 0.55, 0.8].map((part) => Math.floor(calls.length * part))) {
    const cut = store.copy();
    await quietly(applySmall(faultyDisk(cut, at, 'halt').disk));
    const { tried, wrong } = await strike(cut, (disk) => recover('resume', disk), 11, ['resume', 'undo']);
    tell(`faults in a resume from call ${at}`, tried);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  }
});

test('a second halt inside the recovery from a first one is recovered from too', async () => {
  const calls = await callsOf(store, (disk) => applySmall(disk));
  const wrong: string[] = [];
  let tried = 0;
  for (const first of points(calls.length, 29)) {
    const cut = store.copy();
    await quietly(applySmall(faultyDisk(cut, first, 'halt').disk));
    for (const way of ['undo', 'resume'] as const) {
      const again = await callsOf(cut, (disk) => recover(way, disk).catch(() => undefined));
      for (const second of points(again.length, 53, 7)) {
        const twice = cut.copy();
        await quietly(recover(way, faultyDisk(twice, second, 'halt').disk));
        const found = await verdict(twice, trees, way);
        if (found !== null) wrong.push(`halts at ${first} and in the ${way} at ${second}: ${found}`);
        tried += 1;
      }
    }
  }
  tell('double halts', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(200);
});
