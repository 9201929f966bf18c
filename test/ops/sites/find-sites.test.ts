import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../../src/io/disk.ts';
import { Failure } from '../../../src/model/failure.ts';
import { findSites, type SitesOptions } from '../../../src/ops/sites/find-sites.ts';
import type { HostEnvironment, Kind } from '../../../src/stores/kind.ts';
import { failingDisk } from '../../io/support/failing-disk.ts';
import { KINDS } from '../../kinds.ts';
import { fifo, tree } from '../../support/real-tree.ts';
import { notesKind } from '../notes-kind.ts';

const NOWHERE: HostEnvironment = { home: null, cwd: '/', platform: 'linux', env: {}, worktrees: [] };

function find(
  options: Partial<Omit<SitesOptions, 'around'>> & { around?: Partial<HostEnvironment> },
  { kinds = [notesKind()], disk = nodeDisk() }: { kinds?: readonly Kind[]; disk?: ReadDisk } = {},
) {
  const around = { ...NOWHERE, ...options.around };
  return findSites({ roots: [], ofKinds: [], ...options, around }, disk, kinds);
}

async function rootsOf(...args: Parameters<typeof find>): Promise<string[]> {
  return (await find(...args)).sites.map(({ root }) => root);
}

async function failureOf(...args: Parameters<typeof find>): Promise<Pick<Failure, 'code' | 'message' | 'hint'>> {
  try {
    await find(...args);
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('no failure');
}

test('a home, and a file in it, are recognised', async () => {
  const root = tree({ settings: '', 'a/1.note': '' });
  expect((await find({ roots: [root, join(root, 'a/1.note')].slice(1) })).sites).toEqual([
    { kind: 'fnord', shape: 'home', root, scope: 'a', file: 'a/1.note' },
  ]);
  expect((await find({ roots: [root] })).sites).toEqual([
    { kind: 'fnord', shape: 'home', root, scope: null, file: null },
  ]);
});

test('a relative root is taken from the working folder', async () => {
  const root = tree({ 'store/settings': '' });
  expect(await rootsOf({ roots: ['store/'], around: { cwd: root } })).toEqual([join(root, 'store')]);
});

test('a root keeps the name it was given, also when it is a link', async () => {
  const root = tree({ 'store/settings': '' });
  fs.symlinkSync('store', join(root, 'linked'));
  expect(await rootsOf({ roots: [join(root, 'linked')] })).toEqual([join(root, 'linked')]);
});

test('a link to something inside a home is recognised from behind', async () => {
  const root = tree({ 'store/settings': '', 'store/a/1.note': '' });
  fs.symlinkSync('store/a/1.note', join(root, 'shortcut'));
  expect((await find({ roots: [join(root, 'shortcut')] })).sites).toMatchObject([
    { root: join(root, 'store'), file: 'a/1.note' },
  ]);
});

test('a store that is reached twice is one store', async () => {
  const root = tree({ 'store/settings': '', 'store/a/1.note': '' });
  const store = join(root, 'store');
  fs.symlinkSync('store', join(root, 'linked'));
  expect(await rootsOf({ roots: [store, join(root, 'linked'), `${store}/`] })).toEqual([store]);
  const narrowFirst = await find({ roots: [join(store, 'a/1.note'), join(root, 'linked')] });
  expect(narrowFirst.sites).toMatchObject([{ root: join(root, 'linked'), file: null }]);
});

test('two files of one store are two sites', async () => {
  const root = tree({ settings: '', 'a/1.note': '', 'a/2.note': '' });
  const { sites } = await find({ roots: [join(root, 'a/2.note'), join(root, 'a/1.note')] });
  expect(sites.map(({ file }) => file)).toEqual(['a/2.note', 'a/1.note']);
});

test('without roots the usual place is looked at', async () => {
  const home = tree({ 'notes/a/1.note': '' });
  expect(await rootsOf({ around: { home } })).toEqual([join(home, 'notes')]);
});

test('of the groups of usual places the first that has any is taken, with all it has', async () => {
  const root = tree({ 'one/notes/': '', 'two/notes/': '', 'three/notes/': '' });
  const at = (name: string) => join(root, name, 'notes');
  const kinds = [notesKind({ homes: () => [[at('none')], [at('one'), at('none'), at('two')], [at('three')]] })];
  expect(await rootsOf({}, { kinds })).toEqual([at('one'), at('two')]);
});

test('no store at the usual place is not a match, unless that is allowed', async () => {
  const home = tree();
  const failure = await failureOf({ around: { home } });
  expect(failure.code).toBe('no-match');
  expect(failure.message).toBe(`no conversation in scope: there is no store at ~/notes`);
  expect(await rootsOf({ around: { home }, allowEmpty: true })).toEqual([]);
  const kinds = [notesKind({ homes: () => [['/here', '/there'], ['/here']] })];
  await expect(rootsOf({ around: { home } }, { kinds })).rejects.toThrow(/there is no store at \/here$/);
  const every = rootsOf({ around: { home }, everyPlace: true }, { kinds });
  await expect(every).rejects.toThrow(/there is no store at \/here, \/there$/);
});

test('without a home directory the failure says so', async () => {
  expect(await failureOf({})).toMatchObject({ code: 'no-match', message: expect.stringContaining('HOME is not set') });
});

test('a path that does not exist is a usage failure that names it', async () => {
  const root = tree({ file: '' });
  expect(await failureOf({ roots: [join(root, 'gone')] })).toMatchObject({
    code: 'usage',
    message: `${join(root, 'gone')} does not exist`,
  });
  expect((await failureOf({ roots: [join(root, 'file/below')] })).message).toContain(
    'a name on the way to it is a file',
  );
});

test.each(['', 'a\0b', `/${'x'.repeat(5000)}`])('a root that can be no path is a usage failure (%#)', async (root) => {
  expect((await failureOf({ roots: [root] })).code).toBe('usage');
});

test('a link that leads nowhere or in a circle is a usage failure', async () => {
  const root = tree();
  fs.symlinkSync('gone', join(root, 'a'));
  fs.symlinkSync('b', join(root, 'b'));
  for (const name of ['a', 'b']) expect((await failureOf({ roots: [join(root, name)] })).code).toBe('usage');
});

test('a folder and a file of no kind are usage failures with a way out', async () => {
  const root = tree({ 'folder/x': '', 'x.txt': 'hello' });
  const folder = await failureOf({ roots: [join(root, 'folder')] });
  expect(folder).toMatchObject({ code: 'usage', hint: expect.stringContaining('.fnord') });
  expect(folder.message).toContain('is not a store of a known kind');
  expect((await failureOf({ roots: [join(root, 'x.txt')] })).message).toContain(
    'is not a conversation file of a known kind',
  );
});

test('a fifo as a root is refused without waiting for it', async () => {
  const root = tree();
  fifo(join(root, 'x.note'));
  expect(await failureOf({ roots: [join(root, 'x.note')] })).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('x.note is a named pipe (FIFO), not a file'),
  });
});

test.each(['stat', 'list'])('a root that may not be read is a failure of the run (%s)', async (denied) => {
  const root = tree({ settings: '' });
  const disk = failingDisk((call, path) => (call === denied && path === root ? 'EACCES' : null));
  expect(await failureOf({ roots: [root] }, { disk })).toMatchObject({
    code: 'failed',
    message: `${root} cannot be read: permission denied`,
  });
});

test('a folder above that may not be listed is not an obstacle', async () => {
  const root = tree({ 'store/settings': '' });
  const disk = failingDisk((call, path) => (call === 'list' && path === root ? 'EACCES' : null));
  expect(await rootsOf({ roots: [join(root, 'store')] }, { disk })).toEqual([join(root, 'store')]);
});

test('a path that fits two kinds needs to be told which', async () => {
  const root = tree({ settings: '' });
  const site = { kind: 'tenex', root, shape: 'home', scope: null, file: null } as const;
  const kinds = [notesKind(), notesKind({ name: 'tenex', recognise: () => site })];
  expect(await failureOf({ roots: [root] }, { kinds })).toEqual({
    code: 'usage',
    message: `${root} could be a store of fnord or tenex`,
    hint: 'Say which with --kind.',
  });
  expect((await find({ roots: [root], ofKinds: ['tenex'] }, { kinds })).sites).toEqual([site]);
});

test('a pattern names every store it matches, and passes over the rest', async () => {
  const root = tree({ 'b/.notes/settings': '', 'a/.notes/settings': '', 'c/.notes/x': '', 'd/.notes': '' });
  fifo(join(root, 'e'));
  fs.symlinkSync('gone', join(root, 'f'));
  expect(await find({ roots: [join(root, '{*,*/.notes}')] })).toMatchObject({
    sites: [{ root: join(root, 'a/.notes') }, { root: join(root, 'b/.notes') }],
    unreadablePaths: [],
  });
});

test('of a folder that a pattern matches and that is not a store, the stores below it are taken', async () => {
  const root = tree({
    'a/.notes/settings': '',
    'a/sub/settings': '',
    'b/settings': '',
    'b/inner/settings': '',
    'c/x': '',
  });
  const [a, sub, b] = ['a/.notes', 'a/sub', 'b'].map((path) => join(root, path));
  for (const pattern of ['*', '{a,a/sub,b,c}'])
    expect(await find({ roots: [join(root, pattern)] })).toMatchObject({
      sites: [{ root: a }, { root: sub }, { root: b }],
      unreadablePaths: [],
      named: [],
    });
});

test('a relative pattern is taken from the working folder', async () => {
  const root = tree({ 'a/settings': '', 'b/settings': '' });
  expect(await rootsOf({ roots: ['{a,b}'], around: { cwd: root } })).toEqual([join(root, 'a'), join(root, 'b')]);
});

test('a path that exists is not a pattern, whatever its name', async () => {
  const root = tree({ 'scratch [2025]*/settings': '', 'scratch 2/settings': '' });
  expect(await rootsOf({ roots: [join(root, 'scratch [2025]*')] })).toEqual([join(root, 'scratch [2025]*')]);
});

test('a pattern that matches no store is a usage failure', async () => {
  const root = tree({ 'a/x': '' });
  expect(await failureOf({ roots: [join(root, '*')] })).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('matches no store'),
  });
});

test('an unreadable folder in reach of a pattern is reported, and the rest is found', async () => {
  const root = tree({ 'a/settings': '', 'b/settings': '' });
  const closed = join(root, 'b');
  const disk = failingDisk((call, path) => (call === 'list' && path === closed ? 'EACCES' : null));
  expect(await find({ roots: [join(root, '*')] }, { disk })).toMatchObject({
    sites: [{ root: join(root, 'a') }],
    unreadablePaths: [{ path: closed, reason: 'permission denied' }],
  });
});

test('nothing is missed in silence when all that a pattern reaches is closed', async () => {
  const root = tree({ 'b/settings': '' });
  const disk = failingDisk((call, path) => (call === 'list' && path === join(root, 'b') ? 'EIO' : null));
  expect(await find({ roots: [join(root, '*')] }, { disk })).toMatchObject({
    sites: [],
    unreadablePaths: [{ reason: 'the device reports an error' }],
  });
});

test('a kind that is not read yet is a usage failure, whatever the root', async () => {
  const failure = await failureOf({ roots: ['/anywhere'], ofKinds: ['rao'] });
  expect(failure.code).toBe('usage');
  expect(failure.message).toBe('this version reads no rao stores');
});

test('of a folder that is not a store, the stores below it are taken, but not what git and npm keep, nor what lies deeper', async () => {
  const root = tree({
    'b/.home/settings': '',
    'a/settings': '',
    'a/inner/settings': '',
    'a/1/2/3/4/5/settings': '',
    '.git/x/settings': '',
    'b/node_modules/y/settings': '',
    'd/1/2/3/4/settings': '',
  });
  const { sites, named, below } = await find({ roots: [root] });
  expect(sites.map((site) => site.root)).toEqual([join(root, 'a'), join(root, 'b/.home')]);
  expect(named).toEqual([]);
  expect(below).toEqual(sites);
});

test('a folder without a store below it is still no store', async () => {
  const root = tree({ 'a/b/text': '' });
  expect(await failureOf({ roots: [root] })).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('is not a store'),
  });
});

test('folders of a home of many projects are listed once, however many kinds ask', async () => {
  const files = Array.from({ length: 40 }, (_, n) => [
    `projects/-srv-${n}/00000000-0000-4000-8000-${`${n}`.padStart(12, '0')}.jsonl`,
    '',
  ]);
  const root = tree(Object.fromEntries(files));
  const times = new Map<string, number>();
  const disk = nodeDisk();
  const counting: ReadDisk = {
    ...disk,
    list: (path) => {
      times.set(path, (times.get(path) ?? 0) + 1);
      return disk.list(path);
    },
  };
  expect(await find({ roots: [root] }, { kinds: KINDS, disk: counting })).toMatchObject({
    sites: [{ kind: 'claude' }],
  });
  const projects = [...times].filter(([path]) => path.startsWith(join(root, 'projects/')));
  expect(projects.map(([, count]) => count)).toEqual(Array.from({ length: 40 }, () => 1));
});
