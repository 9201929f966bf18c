import { afterAll, describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { faultyDisk } from '../support/faulty-disk.ts';
import { isThorough, oneIn, reportTried } from '../support/sampling.ts';
import { applyAll, doesNothing, leadOut } from './support/kind-lab.ts';
import { oneInOfEach, WISHES, wishesOf } from './support/kind-plans.ts';
import {
  cutPowerAt,
  haltTwice,
  namingsOf,
  promised,
  strikeAt,
  strikeResumes,
  type Tried,
  watch,
} from './support/kind-strike.ts';
import { callsOf, quietly } from './support/strike.ts';

const totals = new Map<string, number>();

afterAll(() => {
  for (const [what, tried] of totals) reportTried(`plans of the kinds: ${what}`, tried);
});

function judge(what: string, { tried, wrong }: Tried, atLeast: number): void {
  totals.set(what, (totals.get(what) ?? 0) + tried);
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(atLeast);
}

const VERBS = ['heal', 'migrate', 'fork', 'archive', 'restore', 'delete', 'rename', 'tag', 'rehome'] as const;

test.each(KIND_NAMES)('every verb that changes a store of %s is struck', async (kind) => {
  const struck = wishesOf(kind).map(([, { verb }]) => verb);
  const others = VERBS.filter((verb) => !struck.includes(verb));
  for (const verb of others) expect([verb, await doesNothing(`${kind}/store`, verb)]).toEqual([verb, true]);
  expect(struck).toContain('heal');
});

describe('whatever call fails or is the last, nothing is lost and both ways lead out', () => {
  test.each(oneInOfEach(20))('%s', async (_, options) => {
    const nth = WISHES.findIndex(([, each]) => each === options);
    const promises = await promised(options);
    const { lab, applied } = promises;
    const applying = await strikeAt(lab.store, promises, (disk) => applyAll(lab, disk), ['resume', 'undo'], 1);
    judge('faults in an apply', applying, 4);
    const undoing = await strikeAt(applied, promises, (disk) => leadOut(lab, 'undo', disk), ['undo'], 1);
    judge('faults in an undo', undoing, 2);
    // In the check every other plan is struck in its resume, and the others are halted twice.
    if (isThorough || nth % 2 === 0) judge('faults in a resume', await strikeResumes(promises, 1, 1), 4);
    if (isThorough || nth % 2 === 1) judge('double halts', await haltTwice(promises, 1, 1), 2);
  });
});

// In the check one kind in two, and the others in the next one.
describe('a power cut is recovered from, whatever of the unsynced survives', () => {
  test.each(oneIn(2, oneInOfEach(20, 1)))('%s', async (_, options) => {
    const promises = await promised(options);
    const { lab, applied } = promises;
    const applying = await cutPowerAt(lab.store, promises, (disk) => applyAll(lab, disk), ['resume', 'undo'], 1);
    judge('power cuts in an apply', applying, 8);
    const undoing = await cutPowerAt(applied, promises, (disk) => leadOut(lab, 'undo', disk), ['undo'], 1);
    judge('power cuts in an undo', undoing, 4);
  });
});

describe('whoever owns the store may look at any moment, and finds everything in one place or the other', () => {
  test.each(oneIn(2, oneInOfEach(20, 2), 1))('%s', async (_, options) => {
    const promises = await promised(options);
    const { lab, applied } = promises;
    judge('looks during an apply', await watch(lab.store, promises, (disk) => applyAll(lab, disk)), 10);
    judge('looks during an undo', await watch(applied, promises, (disk) => leadOut(lab, 'undo', disk)), 10);
    const namings = namingsOf(await callsOf(lab.store, (disk) => applyAll(lab, disk)));
    for (const part of isThorough ? [0.2, 0.7] : [0.5]) {
      const cut = lab.store.copy();
      await quietly(applyAll(lab, faultyDisk(cut, namings[Math.floor(namings.length * part)] ?? 0, 'halt').disk));
      judge('looks during a resume', await watch(cut, promises, (disk) => leadOut(lab, 'resume', disk)), 5);
    }
  });
});
