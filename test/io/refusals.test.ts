import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apply } from '../../src/io/apply.ts';
import { digestFolder, digestOf } from '../../src/io/disk/digest.ts';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import type { ChangeResult } from '../../src/io/run/result.ts';
import { undo } from '../../src/io/undo.ts';
import { sentenceText } from '../../src/model/command.ts';
import type { Change } from '../../src/model/plan.ts';
import { bytesOf, changeOf, createText, headerOf, removeText, replaceText } from '../support/changes.ts';
import { realRoot, realWorld } from '../support/real-world.ts';

const RUN = '20261121T051137Z-0001';
let root: string;
let outside: string;

beforeEach(() => {
  outside = realRoot({ 'victim.json': 'theirs' });
  root = realRoot({ 'c/a.json': 'a', 'c/b.json': 'b', 'c/f/in': 'in', 'c/d.json': 'd' });
});

afterEach(() => {
  for (const folder of [root, outside]) fs.rmSync(folder, { recursive: true });
});

async function outcome(changes: readonly Change[]): Promise<string[]> {
  const results: ChangeResult[] = [];
  await apply(realWorld(), { run: RUN, header: headerOf(root), changes, report: (result) => results.push(result) });
  return results.map(
    ({ change, state, reason }) => `${change.path} ${state}${reason === null ? '' : ` ${sentenceText(reason)}`}`,
  );
}

const text = (path: string) => fs.readFileSync(join(root, path), 'utf8');

test('a file that changed since the plan was made is left alone, and the others are changed', async () => {
  fs.writeFileSync(join(root, 'c/a.json'), 'newer');
  const results = await outcome([replaceText('c/a.json', 'a', 'A'), replaceText('c/b.json', 'b', 'B')]);
  expect(results).toEqual(['c/a.json refused was changed since it was read', 'c/b.json done']);
  expect([text('c/a.json'), text('c/b.json')]).toEqual(['newer', 'B']);
});

test('a file that is gone, a folder in its place and a name that is taken are refused', async () => {
  fs.rmSync(join(root, 'c/a.json'));
  const results = await outcome([
    replaceText('c/a.json', 'a', 'A'),
    replaceText('c/f', 'a', 'A'),
    createText('c/b.json', 'other'),
    changeOf('c/d.json', [{ do: 'move', what: 'file', from: 'c/d.json', to: 'c/f', was: digestOf(bytesOf('d')) }]),
  ]);
  expect(results).toEqual([
    'c/a.json refused is gone',
    'c/f refused is not a file',
    'c/b.json refused is in the way: it exists already',
    'c/d.json refused cannot be moved: f exists already',
  ]);
  expect(text('c/b.json')).toBe('b');
});

test('no change goes through a link, neither in the place of a file nor on the way to it', async () => {
  fs.rmSync(join(root, 'c/a.json'));
  fs.symlinkSync(join(outside, 'victim.json'), join(root, 'c/a.json'));
  fs.symlinkSync(outside, join(root, 'c/link'));
  const results = await outcome([
    replaceText('c/a.json', 'theirs', 'ours'),
    removeText('c/a.json', 'theirs'),
    replaceText('c/link/victim.json', 'theirs', 'ours'),
    removeText('c/link/victim.json', 'theirs'),
    createText('c/link/new.json', 'ours'),
    changeOf('c/f', [
      { do: 'move', what: 'folder', from: 'c/f', to: 'c/link/f', was: digestFolder(nodeWriteDisk, join(root, 'c/f')) },
    ]),
  ]);
  expect(results.map((line) => line.split(' ')[1])).toEqual([
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
  ]);
  expect(fs.readdirSync(outside)).toEqual(['victim.json']);
  expect(fs.readFileSync(join(outside, 'victim.json'), 'utf8')).toBe('theirs');
});

test('a Change is made whole or not at all, and its folders go with it', async () => {
  const whole = changeOf('c/a.json', [
    ...replaceText('c/a.json', 'a', 'A').steps,
    ...createText('fresh/deep/x.json', 'x').steps,
    ...removeText('c/b.json', 'not what is there').steps,
  ]);
  expect(await outcome([whole])).toEqual(['c/a.json refused was changed since it was read']);
  expect([text('c/a.json'), text('c/b.json')]).toEqual(['a', 'b']);
  expect(fs.readdirSync(root).sort()).toEqual(['c']);
});

test('undo leaves a file alone that was changed after the run, takes back the others, and can be asked again', async () => {
  await outcome([replaceText('c/a.json', 'a', 'A'), replaceText('c/b.json', 'b', 'B'), createText('c/new.json', 'n')]);
  fs.writeFileSync(join(root, 'c/b.json'), 'edited by hand');
  const results: ChangeResult[] = [];
  const first = await undo(realWorld(), { root, run: RUN, report: (result) => results.push(result) });
  expect(first).toMatchObject({ state: 'done', changed: 2, refused: 1 });
  expect(results.map(({ change }) => change.path)).toEqual(['c/new.json', 'c/b.json', 'c/a.json']);
  expect([text('c/a.json'), text('c/b.json'), fs.existsSync(join(root, 'c/new.json'))]).toEqual([
    'a',
    'edited by hand',
    false,
  ]);
  fs.writeFileSync(join(root, 'c/b.json'), 'B');
  expect(await undo(realWorld(), { root, run: RUN })).toMatchObject({ state: 'undone', refused: 0 });
  expect(text('c/b.json')).toBe('b');
  await expect(undo(realWorld(), { root, run: RUN })).rejects.toMatchObject({ code: 'usage' });
});

test.each([
  ['/etc/passwd', 'is absolute'],
  ['../x', 'holds the name ..'],
  ['c/../../x', 'holds the name ..'],
  ['c/./x', 'holds the name .'],
  ['c//x', 'holds an empty name'],
  ['c/', 'holds an empty name'],
  ['', 'is empty'],
  ['c/x\0y', 'holds a NUL'],
  ['.convo/lock', 'is in the journal'],
  ['c/.CONVO/x', 'is in the journal'],
  ['c/\ud800', 'is not well-formed text'],
])('the path %j is refused before anything is touched', async (path, reason) => {
  await expect(outcome([replaceText('c/a.json', 'a', 'A'), createText(path, 'x')])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(reason),
  });
  expect(text('c/a.json')).toBe('a');
  expect(fs.readdirSync(root)).toEqual(['c']);
});

test('a Change that names a path twice is refused, unless it empties it first', async () => {
  const twice = changeOf('c/a.json', [
    ...replaceText('c/a.json', 'a', 'A').steps,
    ...replaceText('c/a.json', 'A', 'B').steps,
  ]);
  await expect(outcome([twice])).rejects.toMatchObject({ code: 'usage' });
  const inside = changeOf('c/f', [
    { do: 'remove', what: 'folder', path: 'c/f', was: digestFolder(nodeWriteDisk, join(root, 'c/f')) },
    ...createText('c/f/in', 'x').steps,
  ]);
  await expect(outcome([inside])).rejects.toMatchObject({ code: 'usage' });
  const anew = changeOf('c/a.json', [...removeText('c/a.json', 'a').steps, ...createText('c/a.json', 'anew').steps]);
  expect(await outcome([anew])).toEqual(['c/a.json done']);
  expect(text('c/a.json')).toBe('anew');
});

test('a file gives way to its twin in no case, because after a crash nobody could tell them apart', async () => {
  const twin = changeOf('c/a.json', [...removeText('c/a.json', 'a').steps, ...createText('c/a.json', 'a').steps]);
  expect(await outcome([twin])).toEqual(['c/a.json refused would give way to a twin of itself']);
});

test.each([
  ['for all new files', 2_000_000, 1_500_000, 600_000, 'room for 2.0 MB, and this takes 2.1 MB'],
  ['for the blocks of small files', 8_000, 1, 1, 'room for 8 KB, and this takes 9 KB'],
])('a disk without the room %s refuses the run before anything is changed', async (_, freeSpace, a, e, words) => {
  const disk = { ...nodeWriteDisk, freeSpace: () => freeSpace };
  const changes = [replaceText('c/a.json', 'a', 'A'.repeat(a)), createText('c/e.json', 'e'.repeat(e))];
  const run = apply(realWorld({ disk }), { run: RUN, header: headerOf(root), changes });
  await expect(run).rejects.toMatchObject({
    code: 'refused',
    message: `the disk of ${root} has ${words}`,
  });
  expect(fs.readdirSync(root)).toEqual(['c']);
  expect(text('c/a.json')).toBe('a');
});

test.each([
  ['hashed again', 1_000_000],
  ['compared by their outside and their end', 0],
])('files that are too large to be held and are %s are changed and undone byte for byte', async (_, holds) => {
  const world = realWorld({ disk: { ...nodeWriteDisk, holds } });
  const big = 'x'.repeat(3_000_000);
  fs.writeFileSync(join(root, 'c/a.json'), big);
  const was = digestOf(Buffer.from(big));
  const edits = [
    { at: 2_999_999, remove: 1, insert: Buffer.from('end') },
    { at: 0, remove: 0, insert: Buffer.from('[') },
  ];
  const change = changeOf('c/a.json', [{ do: 'put', path: 'c/a.json', was, content: { from: 'edits', edits } }]);
  expect(await apply(world, { run: RUN, header: headerOf(root), changes: [change] })).toMatchObject({ changed: 1 });
  expect(text('c/a.json')).toBe(`[${'x'.repeat(2_999_999)}end`);
  expect(await undo(world, { root, run: RUN })).toMatchObject({ state: 'undone' });
  expect(text('c/a.json')).toBe(big);
});

test('a save into a file that is too large to be held is seen while the new one is written', async () => {
  const path = join(root, 'c/a.json');
  fs.writeFileSync(path, 'x'.repeat(3_000_000));
  const was = digestOf(fs.readFileSync(path));
  let isSaved = false;
  const disk = {
    ...nodeWriteDisk,
    holds: 0,
    link: (from: string, to: string) => {
      // The original is kept after it was copied and before it is replaced.
      if (from === path && !isSaved) fs.appendFileSync(path, 'saved');
      isSaved ||= from === path;
      nodeWriteDisk.link(from, to);
    },
  };
  const edits = [{ at: 0, remove: 1, insert: Buffer.from('y') }];
  const change = changeOf('c/a.json', [{ do: 'put', path: 'c/a.json', was, content: { from: 'edits', edits } }]);
  const results: ChangeResult[] = [];
  await apply(realWorld({ disk }), {
    run: RUN,
    header: headerOf(root),
    changes: [change],
    report: (result) => results.push(result),
  });
  expect(results.map(({ state, reason }) => `${state} ${sentenceText(reason ?? '')}`)).toEqual([
    'refused was changed meanwhile',
  ]);
  expect(text('c/a.json')).toBe(`${'x'.repeat(3_000_000)}saved`);
});

test('an undo that a full disk keeps from beginning says so in words, and changes nothing', async () => {
  await apply(realWorld(), { run: RUN, header: headerOf(root), changes: [replaceText('c/a.json', 'a', 'b')] });
  const create: typeof nodeWriteDisk.create = (path, mode) => {
    if (path.endsWith('is-undoing.part')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    return nodeWriteDisk.create(path, mode);
  };
  await expect(undo(realWorld({ disk: { ...nodeWriteDisk, create } }), { root, run: RUN })).rejects.toMatchObject({
    code: 'failed',
    message: `${root}/.convo could not be written: the disk is full`,
    hint: `Nothing was changed in ${root}. Convo keeps its journal of changes there.`,
  });
  expect(text('c/a.json')).toBe('b');
  await undo(realWorld(), { root, run: RUN });
  expect(text('c/a.json')).toBe('a');
});
