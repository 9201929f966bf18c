import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { apply, finish } from '../../src/io/apply.ts';
import { digestOf } from '../../src/io/disk/digest.ts';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import { runIdAt } from '../../src/io/journal/journal.ts';
import type { ChangeResult } from '../../src/io/run/result.ts';
import { undo } from '../../src/io/undo.ts';
import type { Change } from '../../src/model/plan.ts';
import { changeOf, headerOf, replaceText } from '../support/changes.ts';
import { realRoot, realWorld } from '../support/real-world.ts';
import { isThorough } from '../support/sampling.ts';

const FILE = 'c/a.json';
let root = '';

afterEach(() => fs.rmSync(root, { recursive: true }));

/** Another program that saves the file `times` times; answers how many of its saves it missed afterwards. */
async function writer(times: number, how: 'locked' | 'lockless'): Promise<number> {
  const program = join(import.meta.dirname, 'support', 'writer.mjs');
  const args = [program, join(root, FILE), String(times), how];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  for await (const chunk of child.stdout) out += String(chunk);
  return Number(out);
}

/** One more `+` at the end of the file as it is now. */
function addOne(): Change {
  const bytes = fs.readFileSync(join(root, FILE));
  const edits = [{ at: bytes.length, remove: 0, insert: new Uint8Array([43]) }];
  const locks = [{ path: `${FILE}.lock`, staleAfter: 120 }];
  const content = { from: 'edits', edits } as const;
  return changeOf(FILE, [{ do: 'put', path: FILE, was: digestOf(bytes), content }], { locks });
}

/** Changes the file as often as it can until the other program has ended; answers what became of each change. */
async function changeUntil(end: Promise<unknown>): Promise<ChangeResult['state'][]> {
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  const states: ChangeResult['state'][] = [];
  // On a busy machine the writer may be over before we get the lock even once.
  for (let round = 1; !isOver || (states.length > 0 && !states.includes('done')); round++) {
    const run = runIdAt(1_790_000_000_000 + round * 1000, 0);
    let isDone = false;
    // Done, but with a lock that could not be let go, it is reported by the resume once more.
    const report = ({ state }: ChangeResult) => {
      if (state !== 'done' || !isDone) states.push(state);
      isDone ||= state === 'done';
    };
    const result = await apply(realWorld(), { run, header: headerOf(root), changes: [addOne()], report });
    // A save in the very moment of clearing away leaves the run cut: nothing else is tried on top of it.
    if (result?.state === 'cut') await finish(realWorld(), { root, run, report });
    await new Promise(setImmediate);
  }
  return states;
}

function lines(): string[] {
  return fs.readFileSync(join(root, FILE), 'utf8').split('\n');
}

function count(): number {
  return Number(lines()[0]);
}

test('a writer that takes the lock loses no save, and we lose no change', async () => {
  root = realRoot({ [FILE]: '0\n' });
  const times = isThorough ? 10_000 : 100;
  const end = writer(times, 'locked');
  const states = await changeUntil(end);
  const done = states.filter((state) => state === 'done').length;
  expect(await end).toBe(0);
  expect(count()).toBe(times);
  expect(lines().slice(1).join('')).toBe('+'.repeat(done));
  expect(states).not.toContain('raced');
  expect(done).toBeGreaterThan(0);
});

test('a writer that takes no lock loses no save of which we do not tell', async () => {
  root = realRoot({ [FILE]: '0\n' });
  const end = writer(isThorough ? 20_000 : 50, 'lockless');
  const states = await changeUntil(end);
  const raced = states.filter((state) => state === 'raced').length;
  const lost = await end;
  if (isThorough)
    process.stderr.write(`lockless: ${states.length} changes tried, ${raced} raced, ${lost} saves lost\n`);
  expect(lost).toBeLessThanOrEqual(raced);
  expect(states).toContain('done');
});

test('a save that slips in between the last look and the rename is told of', async () => {
  root = realRoot({ [FILE]: 'old', 'c/theirs': 'their save' });
  const disk = {
    ...nodeWriteDisk,
    rename: (from: string, to: string) => {
      if (to === join(root, FILE)) fs.renameSync(join(root, 'c/theirs'), to);
      nodeWriteDisk.rename(from, to);
    },
  };
  const results: ChangeResult[] = [];
  const change = replaceText(FILE, 'old', 'new');
  const order = {
    run: runIdAt(0, 1),
    header: headerOf(root),
    changes: [change],
    report: (one: ChangeResult) => results.push(one),
  };
  expect(await apply(realWorld({ disk }), order)).toMatchObject({ state: 'done', changed: 1, raced: 1 });
  expect(results).toMatchObject([{ state: 'raced', reason: expect.stringContaining('that save is lost') }]);
});

test('a save that lands right after the rename is the one that stays, and is told of', async () => {
  root = realRoot({ [FILE]: 'old', 'c/theirs': 'their save' });
  const disk = {
    ...nodeWriteDisk,
    rename: (from: string, to: string) => {
      nodeWriteDisk.rename(from, to);
      if (to === join(root, FILE)) fs.renameSync(join(root, 'c/theirs'), to);
    },
  };
  const order = { run: runIdAt(0, 1), header: headerOf(root), changes: [replaceText(FILE, 'old', 'new')] };
  expect(await apply(realWorld({ disk }), order)).toMatchObject({ changed: 1, raced: 1 });
  expect(fs.readFileSync(join(root, FILE), 'utf8')).toBe('their save');
  expect(await undo(realWorld(), { root, run: order.run })).toMatchObject({ refused: 1 });
  expect(fs.readFileSync(join(root, FILE), 'utf8')).toBe('their save');
});

test.each(['move', 'remove'] as const)(
  'a save that slips into a %s is put back, and the Change refused',
  async (verb) => {
    root = realRoot({ [FILE]: 'old', 'c/theirs': 'their save' });
    const disk = {
      ...nodeWriteDisk,
      rename: (from: string, to: string) => {
        if (from === join(root, FILE)) fs.renameSync(join(root, 'c/theirs'), from);
        nodeWriteDisk.rename(from, to);
      },
    };
    const was = digestOf(Buffer.from('old'));
    const step =
      verb === 'move'
        ? ({ do: 'move', what: 'file', from: FILE, to: 'c/b.json', was } as const)
        : ({ do: 'remove', what: 'file', path: FILE, was } as const);
    const order = { run: runIdAt(0, 1), header: headerOf(root), changes: [changeOf(FILE, [step])] };
    expect(await apply(realWorld({ disk }), order)).toMatchObject({ state: 'done', changed: 0, refused: 1 });
    expect(fs.readFileSync(join(root, FILE), 'utf8')).toBe('their save');
    expect(fs.readdirSync(join(root, 'c'))).toEqual(['a.json']);
  },
);

test('of two that apply the same plan at once, one does it and the other finds it done', async () => {
  root = realRoot({ [FILE]: 'old', 'c/b.json': 'old' });
  const changes = [replaceText(FILE, 'old', 'new'), replaceText('c/b.json', 'old', 'new')];
  const both = await Promise.all(
    [1, 2].map((n) => apply(realWorld(), { run: runIdAt(0, n), header: headerOf(root), changes })),
  );
  expect(both.map((result) => result?.changed).sort()).toEqual([0, 2]);
  expect(both.map((result) => result?.refused).sort()).toEqual([0, 2]);
  expect(fs.readFileSync(join(root, FILE), 'utf8')).toBe('new');
});
