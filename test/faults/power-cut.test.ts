import { beforeAll, expect, test } from 'vitest';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { faultyDisk } from '../support/faulty-disk.ts';
import type { Deaf, ModelDisk } from '../support/model-disk.ts';
import { die, isThorough, NO_LIMIT, oneIn, points, reportTried } from '../support/sampling.ts';
import { applySmall, freshStore, LONG, recover } from '../support/small-store.ts';
import { futures } from './support/kind-strike.ts';
import { callsOf, quietly } from './support/strike.ts';
import { type Trees, treesOf, verdict } from './support/verdict.ts';

let trees: Trees;

beforeAll(async () => {
  const store = await freshStore();
  const applied = store.copy();
  await applySmall(applied);
  trees = treesOf(store, applied);
});

const DICE = isThorough ? 8 : 1;

/** Cuts the power at each point of `work`, in every way. Answers how often, and what was wrong; stops at the first if asked to. */
async function cutPower(
  start: ModelDisk,
  work: (disk: WriteDisk) => Promise<unknown>,
  stride: number,
  isEnough: (wrong: readonly string[]) => boolean = () => false,
): Promise<{ tried: number; wrong: string[] }> {
  const counted = faultyDisk(start.copy(), -1, 'halt');
  await work(counted.disk);
  const wrong: string[] = [];
  let tried = 0;
  // One past the last call: the power may also fail when all is said and done. From there backwards, what is missing shows soonest.
  for (const at of [...points(counted.calls(), stride), counted.calls()].reverse()) {
    const running = start.copy();
    await work(faultyDisk(running, at, 'halt').disk).catch(() => undefined);
    for (const survives of futures(at, DICE)) {
      for (const found of await verdict(running.cut(survives), trees, ['resume', 'undo'], LONG))
        wrong.push(`dark at call ${at}: ${found}`);
      tried += 2;
      if (isEnough(wrong)) return { tried, wrong };
    }
  }
  return { tried, wrong };
}

test('a power cut at any call of an apply is recovered from, whatever of the unsynced survives', async () => {
  const { tried, wrong } = await cutPower(await freshStore(), (disk) => applySmall(disk), 43);
  reportTried('power cuts in an apply', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 5_000 : 20);
});

test('the same holds where the journal is on another file system', async () => {
  const apart = (path: string) => path === '/r/.convo' || path.startsWith('/r/.convo/');
  const store = await freshStore(undefined, undefined, apart);
  const applied = store.copy();
  await applySmall(applied);
  applied.settle();
  const there = await cutPower(store, (disk) => applySmall(disk), 100);
  const back = await cutPower(applied, (disk) => recover('undo', disk), 145);
  reportTried('power cuts with a journal elsewhere', there.tried + back.tried);
  expect([...there.wrong, ...back.wrong].slice(0, 5)).toEqual([]);
  expect(there.tried + back.tried).toBeGreaterThan(isThorough ? 5_000 : 10);
});

test('a power cut at any call of an undo is recovered from, whatever of the unsynced survives', async () => {
  const applied = await freshStore();
  await applySmall(applied);
  applied.settle();
  const { tried, wrong } = await cutPower(applied, (disk) => recover('undo', disk), 70);
  reportTried('power cuts in an undo', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 5_000 : 14);
});

// What the killed process had not synced is still to be seen by the next one, and is not on the device.
test('a power cut inside the recovery from a kill is recovered from', NO_LIMIT, async () => {
  const store = await freshStore();
  const applied = store.copy();
  await applySmall(applied);
  applied.settle();
  const starts = [
    { start: store, work: (disk: WriteDisk) => applySmall(disk) },
    { start: applied, work: (disk: WriteDisk) => recover('undo', disk) },
  ];
  const wrong: string[] = [];
  let tried = 0;
  for (const { start, work } of starts) {
    const calls = await callsOf(start, work);
    const named = points(calls.length, 6).filter((at) => /^(link|rename) /.test(calls[at - 1] ?? ''));
    for (const first of [...named, ...points(calls.length, calls.length, { thorough: 23 })]) {
      const killed = start.copy();
      await quietly(work(faultyDisk(killed, first, 'halt').disk));
      for (const way of ['undo', 'resume'] as const) {
        const again = await callsOf(killed, (disk) => quietly(recover(way, disk, LONG)));
        for (const second of points(again.length, 97, { thorough: 5 })) {
          const running = killed.copy();
          await quietly(recover(way, faultyDisk(running, second, 'halt').disk, LONG));
          const dark = running.cut((first + second) % 2 === 0 ? 'none' : die(first * 1000 + second));
          for (const found of await verdict(dark, trees, [way], LONG))
            wrong.push(`killed at ${first}, dark in the ${way} at ${second}: ${found}`);
          tried += 1;
        }
      }
    }
  }
  reportTried('power cuts in a recovery', tried);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 10_000 : 4);
});

test('a lock that a killed process had put aside does not come back when the power fails after the resume', async () => {
  const store = await freshStore();
  const calls = await callsOf(store, (disk) => applySmall(disk));
  const released = calls.findIndex((call) => call.startsWith('rename /r/c/a.json.lock -> '));
  expect(released).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const first of new Set([released + 2, 590, calls.findIndex((call) => call.includes('is-done.part'))])) {
    const killed = store.copy();
    await quietly(applySmall(faultyDisk(killed, first, 'halt').disk));
    await quietly(recover('resume', killed, LONG));
    for (let throws = 0; throws < 40; throws++)
      for (const found of await verdict(killed.cut(die(first * 1000 + throws)), trees, ['resume'], LONG))
        wrong.push(`killed at ${first}, throw ${throws}: ${found}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

// Each fsync of the protocol, by the path it is for. Left out, it must be missed: else it would be there for nothing.
const APPLY_FSYNCS: readonly (readonly [string, Deaf])[] = [
  ['a new file beside its place', (path) => /\/c\/\.[a-z]+\.json\.convo-\S+$/.test(path)],
  ['a file of a planted folder', (path) => /\.planted\.convo-\S+\/log$/.test(path)],
  ['a planted folder', (path) => /\.planted\.convo-[^/]+$/.test(path)],
  ['a folder in a planted folder', (path) => /\.planted\.convo-[^/]+\/sub$/.test(path)],
  ['the kept originals', (path) => path.endsWith('/kept')],
  ['a kept copy', (path) => /\/kept\/\d+\.\d+\.part$/.test(path)],
  ['a folder of the store', (path) => path === '/r/c'],
  ['the folder a file is moved to', (path) => path === '/r/archive'],
  ['the folder above a folder that was made', (path) => path === '/r/new' || path === '/r'],
  ['the plan', (path) => path.endsWith('/plan.ndjson')],
  ['the folder of the run, before it counts', (path) => path.endsWith('4f2a.part')],
  ['the folder of the runs', (path) => path.endsWith('/runs')],
  ['the folder of the run, when it is marked', (path) => path.endsWith('4f2a')],
  ['the mark', (path) => path.endsWith('/is-done.part')],
  ['the lock', (path) => /\/lock\.[^/]+$/.test(path)],
];

test.each(oneIn(3, APPLY_FSYNCS))('an apply that leaves out the fsync of %s is found out', async (_, deaf) => {
  const { wrong } = await cutPower(
    await freshStore(deaf),
    (disk) => applySmall(disk),
    1,
    (found) => found.length > 0,
  );
  expect(wrong.length).toBeGreaterThan(0);
});

const UNDO_FSYNCS: readonly (readonly [string, Deaf])[] = [
  ['what undo takes away', (path) => path.endsWith('/undone')],
  ['the kept originals', (path) => path.endsWith('/kept')],
  ['a folder of the store', (path) => path === '/r/c'],
  ['the folder of the run', (path) => path.endsWith('4f2a')],
  ['the mark', (path) => path.endsWith('/is-undone.part')],
];

test.each(UNDO_FSYNCS)('an undo that leaves out the fsync of %s is found out', async (_, deaf) => {
  const applied = await freshStore(deaf);
  await applySmall(applied);
  applied.settle();
  const { wrong } = await cutPower(
    applied,
    (disk) => recover('undo', disk),
    1,
    (found) => found.length > 0,
  );
  expect(wrong.length).toBeGreaterThan(0);
});
