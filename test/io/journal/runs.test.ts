import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { apply, finish } from '../../../src/io/apply.ts';
import { digestFolder, digestOf } from '../../../src/io/disk/digest.ts';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import { isRunId, journalOf, runIdAt } from '../../../src/io/journal/journal.ts';
import { writeMarker } from '../../../src/io/journal/marker.ts';
import { dropRuns, runs, unfinishedRuns } from '../../../src/io/journal/runs.ts';
import type { ChangeResult } from '../../../src/io/run/result.ts';
import { undo } from '../../../src/io/undo.ts';
import type { Sentence } from '../../../src/model/command.ts';
import { bytesOf, changeOf, headerOf, replaceText } from '../../support/changes.ts';
import { realRoot, realWorld } from '../../support/real-world.ts';

const START = 1_790_000_000_000;
const FIRST = runIdAt(START, 1);
const SECOND = runIdAt(START + 1000, 2);
let root: string;

beforeEach(() => {
  root = realRoot({ 'a.json': '0' });
});

afterEach(() => fs.rmSync(root, { recursive: true }));

const text = () => fs.readFileSync(join(root, 'a.json'), 'utf8');
const list = () => runs(nodeWriteDisk, root);
const run = (id: string, was: string, becomes: string) =>
  apply(realWorld({ now: () => START }), {
    run: id,
    header: headerOf(root),
    changes: [replaceText('a.json', was, becomes)],
  });

test('a run id sorts by time and is fit to be a file name', () => {
  expect(runIdAt(Date.parse('2026-11-21T05:11:37.999Z'), 0x4f2a)).toBe('20261121T051137999Z-4f2a');
  expect(runIdAt(START, 3)).toMatch(/-0003$/);
  expect(FIRST < SECOND).toBe(true);
  expect(isRunId(FIRST)).toBe(true);
});

test('a root without a journal has no runs, and looking makes none', () => {
  expect([list(), unfinishedRuns(nodeWriteDisk, root)]).toEqual([[], []]);
  expect(fs.readdirSync(root)).toEqual(['a.json']);
});

test('a plan without a Change makes no run and touches nothing', async () => {
  expect(await apply(realWorld(), { run: FIRST, header: headerOf(root), changes: [] })).toBeNull();
  expect(fs.readdirSync(root)).toEqual(['a.json']);
});

test('a run that is refused whole is none: it is not listed, and leaves the runs before it as they are', async () => {
  expect(await run(FIRST, 'other', '1')).toMatchObject({ run: null, state: 'done', changed: 0, refused: 1 });
  expect([list(), fs.readdirSync(root)]).toEqual([[], ['a.json']]);
  expect(await run(FIRST, '0', '1')).toMatchObject({ run: FIRST, changed: 1 });
  expect(await run(SECOND, '0', '2')).toMatchObject({ run: null, refused: 1 });
  expect(list()).toMatchObject([{ id: FIRST, changed: 1, state: 'done' }]);
  expect(await run(SECOND, '1', '2')).toMatchObject({ changed: 1 });
  expect(list()).toHaveLength(2);
});

test('an undo checks a line of the journal again that was changed since it was checked', async () => {
  await run(FIRST, '0', '1');
  const plan = join(root, '.convo/runs', FIRST, 'plan.ndjson');
  const real = realWorld();
  const world = {
    ...real,
    get self() {
      fs.writeFileSync(plan, fs.readFileSync(plan, 'utf8').replaceAll('a.json', '../b.j'));
      return real.self;
    },
  };
  await expect(undo(world, { root, run: FIRST })).rejects.toThrow('plan.ndjson cannot be understood');
  expect(text()).toBe('1');
});

test('runs are listed oldest first, with what they changed, what stands and what they keep', async () => {
  await run(FIRST, '0', '11');
  await run(SECOND, '11', '2');
  await undo(realWorld(), { root, run: SECOND });
  const whole = { isUndoing: false, isPartlyUndone: false, reason: null };
  const base = { command: 'heal', kind: 'fnord', startedAt: START / 1000, changed: 1, root, ...whole };
  expect(list()).toEqual([
    { ...base, id: FIRST, number: 1, state: 'done', standing: 1, bytesKept: 1 },
    { ...base, id: SECOND, number: 2, state: 'undone', standing: 0, bytesKept: 1 },
  ]);
  expect(text()).toBe('11');
});

test('undoing an older run leaves what a newer one has changed since; newest first, both go', async () => {
  await run(FIRST, '0', '1');
  await run(SECOND, '1', '2');
  expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ refused: 1 });
  expect(list()[0]).toMatchObject({ state: 'done', standing: 1, isPartlyUndone: false });
  expect(text()).toBe('2');
  for (const id of [SECOND, FIRST]) await undo(realWorld(), { root, run: id });
  expect(text()).toBe('0');
});

test('a run of which undo had to leave all is as if nobody had tried', async () => {
  await run(FIRST, '0', '1');
  const before = list();
  fs.writeFileSync(join(root, 'a.json'), 'saved since');
  expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ state: 'done', changed: 0, refused: 1 });
  expect(list()).toEqual(before);
  expect(fs.readdirSync(join(root, '.convo/runs', FIRST)).sort()).toEqual(['is-done', 'kept', 'plan.ndjson', 'undone']);
  fs.writeFileSync(join(root, 'a.json'), '1');
  expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ state: 'undone' });
  expect(text()).toBe('0');
});

test('a run is undone though a save fell into its undo, which is not left to be undone', async () => {
  await run(FIRST, '0', '1');
  await undo(realWorld(), { root, run: FIRST });
  const raced = { number: 0, state: 'raced', reason: 'was saved meanwhile' } as const;
  await writeMarker(nodeWriteDisk, journalOf(root, FIRST), 'is-undone', { changed: 1, exceptions: [raced] });
  expect(list()).toMatchObject([{ state: 'undone', standing: 0, isPartlyUndone: false }]);
});

test('a file to be moved that is in neither place is not taken for moved by the run that was cut', async () => {
  const step = { do: 'move', what: 'file', from: 'a.json', to: 'b.json', was: digestOf(bytesOf('0')) } as const;
  await apply(realWorld(), { run: FIRST, header: headerOf(root), changes: [changeOf('a.json', [step])] });
  fs.rmSync(join(root, '.convo/runs', FIRST, 'is-done'));
  fs.rmSync(join(root, 'b.json'));
  expect(await finish(realWorld(), { root, run: FIRST })).toMatchObject({ changed: 0 });
});

test('a file with all edits of a cut run in it is taken for made, though its original is gone', async () => {
  const before = 'abcdefghij';
  fs.writeFileSync(join(root, 'a.json'), before);
  const edits = [
    { at: 1, remove: 3, insert: bytesOf('X') },
    { at: 6, remove: 1, insert: bytesOf('YZ') },
  ];
  const step = {
    do: 'put',
    path: 'a.json',
    was: digestOf(bytesOf(before)),
    content: { from: 'edits', edits },
  } as const;
  await apply(realWorld(), { run: FIRST, header: headerOf(root), changes: [changeOf('a.json', [step])] });
  expect(text()).toBe('aXefYZhij');
  fs.rmSync(join(root, '.convo/runs', FIRST, 'is-done'));
  fs.rmSync(join(root, '.convo/runs', FIRST, 'kept/0.0'));
  expect(await finish(realWorld(), { root, run: FIRST })).toMatchObject({ changed: 1, refused: 0 });
  expect(text()).toBe('aXefYZhij');
});

test('a folder is moved only once the files in it that are changed before are settled', async () => {
  fs.mkdirSync(join(root, 'd'));
  fs.writeFileSync(join(root, 'd/x.json'), '1');
  const was = digestFolder(nodeWriteDisk, join(root, 'd'));
  fs.writeFileSync(join(root, 'd/x.json'), '0');
  const move = { do: 'move', what: 'folder', from: 'd', to: 'e', was } as const;
  const changes = [replaceText('d/x.json', '0', '1'), changeOf('d', [move])];
  const report: unknown[] = [];
  await apply(realWorld(), {
    run: FIRST,
    header: headerOf(root),
    changes,
    report: ({ state, reason }: ChangeResult) => report.push([state, reason]),
  });
  expect(report).toEqual([
    ['done', null],
    ['done', null],
  ]);
  expect(fs.readFileSync(join(root, 'e/x.json'), 'utf8')).toBe('1');
});

test('a run that undo had to leave in part is pruned only once all of it is undone', async () => {
  fs.writeFileSync(join(root, 'b.json'), '0');
  const changes = ['a.json', 'b.json'].map((path) => replaceText(path, '0', '1'));
  await apply(realWorld(), { run: FIRST, header: headerOf(root), changes });
  fs.writeFileSync(join(root, 'a.json'), 'saved since');
  await undo(realWorld(), { root, run: FIRST });
  expect(await dropRuns(realWorld(), root, () => true, 'token')).toEqual([]);
  fs.writeFileSync(join(root, 'a.json'), '1');
  expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ state: 'undone' });
  expect(text()).toBe('0');
  expect(await dropRuns(realWorld(), root, () => true, 'token')).toMatchObject([{ id: FIRST }]);
});

test.each(['file', 'folder'])(
  'a takeover of the lock that was cut off, left as a %s, keeps no run from being undone',
  async (type) => {
    await run(FIRST, '0', '1');
    const turn = join(root, '.convo/lock.takeover');
    const dead = { pid: 7, host: 'here', since: '2026-11-21T11:00:00.000Z', run: SECOND, birth: null };
    if (type === 'file') fs.writeFileSync(turn, `${JSON.stringify(dead)}\n`);
    else fs.mkdirSync(turn);
    expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ state: 'undone' });
    expect(text()).toBe('0');
  },
);

test('while a run is cut no other run is undone, and the cut one is', async () => {
  await run(FIRST, '0', '1');
  await run(SECOND, '1', '2');
  fs.rmSync(join(root, '.convo/runs', SECOND, 'is-done'));
  await expect(undo(realWorld(), { root, run: FIRST })).rejects.toMatchObject({ code: 'refused' });
  expect(await undo(realWorld(), { root, run: SECOND })).toMatchObject({ state: 'undone' });
  expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ state: 'undone' });
});

test('a save that falls into an undo is kept, and the undo refused, not cut', async () => {
  await run(FIRST, '0', '1');
  const rename = (from: string, to: string) => nodeWriteDisk.rename(from, to);
  const link = (from: string, to: string) => {
    nodeWriteDisk.link(from, to);
    if (to.includes('/undone/')) fs.writeFileSync(join(root, 'a.json'), 'saved in that moment');
  };
  const disk = { ...nodeWriteDisk, rename, link };
  const results: Sentence[] = [];
  const report = ({ reason }: Pick<ChangeResult, 'reason'>) => results.push(reason ?? '');
  expect(await undo(realWorld({ disk }), { root, run: FIRST, report })).toMatchObject({ state: 'done', refused: 1 });
  expect(results).toEqual(['was changed meanwhile']);
  expect(text()).toBe('saved in that moment');
  expect(unfinishedRuns(nodeWriteDisk, root)).toEqual([]);
});

test('a save that falls into the undo of one of two files leaves both as the run made them, and the run whole', async () => {
  fs.writeFileSync(join(root, 'b.json'), '0');
  const put = (path: string) => {
    const content = { from: 'bytes', bytes: bytesOf('1') } as const;
    return { do: 'put', path, was: digestOf(bytesOf('0')), content } as const;
  };
  const change = changeOf('a.json', [put('a.json'), put('b.json')]);
  await apply(realWorld(), { run: FIRST, header: headerOf(root), changes: [change] });
  const link = (from: string, to: string) => {
    nodeWriteDisk.link(from, to);
    if (/\/undone\/0\.0/.test(to)) fs.writeFileSync(join(root, 'a.json'), 'saved in that moment');
  };
  const disk = { ...nodeWriteDisk, link };
  expect(await undo(realWorld({ disk }), { root, run: FIRST })).toMatchObject({ state: 'done', refused: 1 });
  expect([text(), fs.readFileSync(join(root, 'b.json'), 'utf8')]).toEqual(['saved in that moment', '1']);
  expect(unfinishedRuns(nodeWriteDisk, root)).toEqual([]);
});

test('an original that is missing or another is not an undo, and the run stays as it is', async () => {
  await run(FIRST, '0', '1');
  const kept = join(root, '.convo/runs', FIRST, 'kept/0.0');
  for (const spoil of [
    () => fs.rmSync(kept),
    () => fs.writeFileSync(kept, 'another'),
    () => {
      fs.rmSync(kept);
      fs.symlinkSync('/etc/hostname', kept);
    },
  ]) {
    spoil();
    const results: Sentence[] = [];
    const report = ({ reason }: Pick<ChangeResult, 'reason'>) => results.push(reason ?? '');
    expect(await undo(realWorld(), { root, run: FIRST, report })).toMatchObject({ state: 'done', refused: 1 });
    expect(results).toEqual(['cannot be undone: the original is missing from the journal']);
    expect([text(), list()[0]?.standing]).toEqual(['1', 1]);
  }
  fs.writeFileSync(join(root, 'a.json'), '0');
  expect(await undo(realWorld(), { root, run: FIRST })).toMatchObject({ state: 'undone' });
});

test('an unknown run, one that is whole and one that is undone are refused in words', async () => {
  for (const verb of [undo, finish]) {
    await expect(verb(realWorld(), { root, run: FIRST })).rejects.toMatchObject({ code: 'no-match' });
    await expect(verb(realWorld(), { root, run: '../..' })).rejects.toMatchObject({ code: 'no-match' });
  }
  await run(FIRST, '0', '1');
  await expect(finish(realWorld(), { root, run: FIRST })).rejects.toMatchObject({ code: 'usage' });
  await undo(realWorld(), { root, run: FIRST });
  await expect(undo(realWorld(), { root, run: FIRST })).rejects.toMatchObject({ code: 'usage' });
});

test('pruning deletes old runs and their originals, never one that was cut', async () => {
  await run(FIRST, '0', '1');
  await run(SECOND, '1', '2');
  fs.rmSync(join(root, '.convo/runs', SECOND, 'is-done'));
  expect(await dropRuns(realWorld(), root, ({ startedAt }) => startedAt < START / 1000, 'token')).toEqual([]);
  expect(await dropRuns(realWorld(), root, ({ startedAt }) => startedAt < START / 1000 + 1, 'token')).toMatchObject([
    { id: FIRST, bytesKept: 1 },
  ]);
  expect(list()).toMatchObject([{ id: SECOND, state: 'cut' }]);
  expect(fs.readdirSync(join(root, '.convo/runs'))).toEqual([SECOND]);
});

test('the journal is private and hidden from git', async () => {
  await run(FIRST, '0', '1');
  const mode = (path: string) => (fs.statSync(join(root, '.convo', path)).mode & 0o777).toString(8);
  expect(['', 'runs', `runs/${FIRST}`, `runs/${FIRST}/kept`].map(mode)).toEqual(['700', '700', '700', '700']);
  expect(['.gitignore', `runs/${FIRST}/plan.ndjson`, `runs/${FIRST}/is-done`].map(mode)).toEqual(['600', '600', '600']);
  expect(fs.readFileSync(join(root, '.convo/.gitignore'), 'utf8')).toBe('*\n');
});

test('a journal in the place of which a link lies is not followed', async () => {
  const outside = realRoot({});
  fs.symlinkSync(outside, join(root, '.convo'));
  await expect(run(FIRST, '0', '1')).rejects.toMatchObject({ code: 'refused' });
  expect([text(), fs.readdirSync(outside)]).toEqual(['0', []]);
  fs.rmSync(outside, { recursive: true });
});

describe('where the folder of what a run took away is gone', () => {
  const LOCK = { path: 'c/d/a.json.lock', staleAfter: 120 };
  const TEXTS = { 'c/d/a.json': 'a', 'c/d/b.json': 'b' };
  const removal = (path: string, text: string, extra = {}) =>
    changeOf(path, [{ do: 'remove', what: 'file', path, was: digestOf(bytesOf(text)) }], extra);

  /** Two files removed in one run, and then their folders. */
  async function removed(): Promise<string> {
    const store = realRoot(TEXTS);
    onTestFinished(() => fs.rmSync(store, { recursive: true }));
    const changes = [removal('c/d/a.json', 'a', { locks: [LOCK] }), removal('c/d/b.json', 'b')];
    await apply(realWorld(), { run: FIRST, header: headerOf(store), changes });
    fs.rmdirSync(join(store, 'c/d'));
    fs.rmdirSync(join(store, 'c'));
    return store;
  }

  const filesIn = (store: string) =>
    Object.fromEntries(Object.keys(TEXTS).map((path) => [path, fs.readFileSync(join(store, path), 'utf8')]));

  test('undo makes it again, and the folder above it', async () => {
    const store = await removed();
    expect(await undo(realWorld(), { root: store, run: FIRST })).toMatchObject({ state: 'undone', changed: 2 });
    expect(filesIn(store)).toEqual(TEXTS);
  });

  test('and cannot be made, nothing is undone; the run is not cut, and a later undo brings all back', async () => {
    const store = await removed();
    const mkdir = (path: string, mode: number) => {
      if (path === join(store, 'c')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      nodeWriteDisk.mkdir(path, mode);
    };
    const closed = realWorld({ disk: { ...nodeWriteDisk, mkdir } });
    expect(await undo(closed, { root: store, run: FIRST })).toMatchObject({ state: 'done', failed: 2 });
    expect(unfinishedRuns(nodeWriteDisk, store)).toEqual([]);
    expect(fs.readdirSync(store)).toEqual(['.convo']);
    expect(await undo(realWorld(), { root: store, run: FIRST })).toMatchObject({ state: 'undone', changed: 2 });
    expect(filesIn(store)).toEqual(TEXTS);
    expect(await dropRuns(realWorld(), store, () => true, 'token')).toHaveLength(1);
  });

  test('a file or a link in its place is left, and nothing is undone into it', async () => {
    for (const take of [(path: string) => fs.writeFileSync(path, ''), (path: string) => fs.symlinkSync('/tmp', path)]) {
      const store = await removed();
      take(join(store, 'c'));
      expect(await undo(realWorld(), { root: store, run: FIRST })).toMatchObject({ state: 'done', refused: 2 });
      expect(fs.lstatSync(join(store, 'c')).isDirectory()).toBe(false);
      fs.unlinkSync(join(store, 'c'));
      expect(await undo(realWorld(), { root: store, run: FIRST })).toMatchObject({ state: 'undone', changed: 2 });
    }
  });

  test('a folder that was made for what then was not undone is taken away again', async () => {
    const store = await removed();
    fs.writeFileSync(join(store, '.convo/runs', FIRST, 'kept/0.0'), 'another');
    fs.writeFileSync(join(store, '.convo/runs', FIRST, 'kept/1.0'), 'another');
    expect(await undo(realWorld(), { root: store, run: FIRST })).toMatchObject({ state: 'done', refused: 2 });
    expect(fs.readdirSync(store)).toEqual(['.convo']);
  });
});
