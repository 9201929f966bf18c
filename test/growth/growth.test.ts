import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { costOf, WORKS } from './cost.ts';
import { GROWN, type Grown, writeStore } from './stores.ts';

/** `npm run faults` looks at large stores, where even a small quadratic part shows. */
const isLarge = process.env['FAULTS'] === 'all';
/** How much more four times as much may cost: n log n comes to five, a quadratic to sixteen. */
const MOST = 9;
/** Milliseconds that say nothing: the collector may run in either of two runs. */
const NOISE = 40;

describe.each(oneIn(8, GROWN))('a store of $kind with many $of', (grown) => {
  test('costs all works in proportion to its size', async () => {
    const [small, large] = [1, 4].map((factor) => made(grown, sizeOf(grown) * factor));
    if (small === undefined || large === undefined) throw new Error('two stores are made');
    const steep: string[] = [];
    for (const [name, work] of Object.entries(WORKS)) {
      if (!isLarge && !SAMPLE.includes(name)) continue;
      const growth = await growthOf(
        () => work(grown, small.path),
        () => work(grown, large.path),
      );
      if (growth !== null) steep.push(`${name} ${growth}`);
    }
    for (const { folder } of [small, large]) rmSync(folder, { recursive: true });
    expect(steep).toEqual([]);
  });
});

test('a quadratic cost is noticed', { retry: 4 }, async () => {
  const quadratic = (n: number) => async () => {
    let sum = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += (i * j) % 7;
    return sum;
  };
  // However fast the machine is: what takes no time cannot be told from noise.
  let n = 1_500;
  while ((await costOf(quadratic(n))) < NOISE / 2) n = Math.ceil(n * 1.2);
  expect(await growthOf(quadratic(n), quadratic(4 * n), 1)).not.toBeNull();
});

/** What the check looks at; with large stores, all of it. A heal judges all that verify does. */
const SAMPLE = ['show', 'show --full', 'list --agents', 'secrets', 'heal'];

function sizeOf({ many, smaller }: Grown): number {
  if (smaller !== undefined) return smaller;
  if (isLarge) return many ? 400 : 2_500;
  return many ? 5 : 40;
}

function made(grown: Grown, n: number): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-growth-'));
  return { folder, path: writeStore(folder, grown, n) };
}

/** What both cost where that grows too steeply, whenever it is tried; else null. */
async function growthOf(
  small: () => Promise<unknown>,
  large: () => Promise<unknown>,
  tries = 3,
): Promise<string | null> {
  let costs = '';
  for (let tried = 0; tried < tries; tried++) {
    const [one, four] = [await costOf(small), await costOf(large)];
    if (four <= one * MOST + NOISE) return null;
    costs = `${one.toFixed(0)} ms, and ${four.toFixed(0)} ms for four times as much`;
  }
  return costs;
}
