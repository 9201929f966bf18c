import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import { runs } from '../../src/io/journal/runs.ts';
import { isThorough, reportTried } from '../support/sampling.ts';
import { treeOf } from '../support/store-tree.ts';
import { type RealLab, realLab, recoverReal } from './support/real-lab.ts';

let lab: RealLab;
let before: Record<string, string>;
let after: Record<string, string>;
let calls: number;

// The check shows both by a command that is killed (`kinds-sigkill.test.ts`), and by power cuts (`power-cut.test.ts`).
const thorough = test.runIf(isThorough);

beforeAll(async () => {
  lab = await realLab();
  const root = await lab.store();
  before = treeOf(nodeWriteDisk, root, true);
  calls = (await lab.run('apply', root)) ?? 0;
  after = treeOf(nodeWriteDisk, root, false);
});

afterAll(() => lab.close());

/** Before each call. */
function kills(of: number): number[] {
  return Array.from({ length: of }, (_, n) => n);
}

/** Leads out of whatever a kill has left, one way and then back, and holds both trees against what they must be. */
async function leadOut(root: string, at: number): Promise<void> {
  const [run] = runs(nodeWriteDisk, root);
  if (run === undefined) return expect(treeOf(nodeWriteDisk, root, true), `killed at ${at}`).toEqual(before);
  if (run.state === 'cut') await recoverReal('resume', root);
  const state = runs(nodeWriteDisk, root)[0]?.state;
  if (state === 'done') {
    expect(treeOf(nodeWriteDisk, root, false), `killed at ${at}, resumed`).toEqual(after);
    await recoverReal('undo', root);
  }
  expect(runs(nodeWriteDisk, root)[0]?.state).toBe('undone');
  expect(treeOf(nodeWriteDisk, root, true), `killed at ${at}, undone`).toEqual(before);
}

thorough('a process killed for good in the middle of an apply is recovered from by the next one', async () => {
  expect(calls).toBeGreaterThan(400);
  reportTried('kills in an apply', kills(calls).length);
  for (const at of kills(calls)) {
    const root = await lab.store();
    expect(await lab.run('apply', root, at)).toBeNull();
    await leadOut(root, at);
  }
});

thorough('a process killed for good in the middle of an undo is recovered from by the next one', async () => {
  const counted = await lab.store();
  await lab.run('apply', counted);
  const of = (await lab.run('undo', counted)) ?? 0;
  reportTried('kills in an undo', kills(of).length);
  for (const at of kills(of)) {
    const root = await lab.store();
    await lab.run('apply', root);
    expect(await lab.run('undo', root, at)).toBeNull();
    await leadOut(root, at);
  }
});
