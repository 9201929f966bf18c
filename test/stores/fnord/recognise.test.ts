import { describe, expect, test } from 'vitest';
import { recogniseFnord } from '../../../src/stores/fnord/info.ts';
import type { CandidatePath } from '../../../src/stores/kind.ts';

/** A tree as folders and the names in them. */
type Tree = Readonly<Record<string, readonly string[]>>;

const FNORD: Tree = {
  '/home/me': ['.fnord'],
  '/home/me/.fnord': ['projects', 'settings.json'],
  '/home/me/.fnord/projects': ['lantern'],
  '/home/me/.fnord/projects/lantern': ['conversations', 'notes.md'],
  '/home/me/.fnord/projects/lantern/conversations': ['a.json', 'archive', 'index'],
  '/home/me/.fnord/projects/lantern/conversations/archive': ['b.json'],
};

function given(tree: Tree, path: string, head = ''): CandidatePath {
  const above: { path: string; names: readonly string[] }[] = [];
  for (let at = parent(path); above.length < 4 && at !== ''; at = parent(at))
    above.push({ path: at, names: tree[at] ?? [] });
  const names = tree[path];
  const inside = (folder: string) => tree[folder] ?? [];
  const type = names === undefined ? 'file' : 'folder';
  return { path, type, names: names ?? [], head: Buffer.from(head), above, inside };
}

const parent = (path: string) => path.slice(0, path.lastIndexOf('/'));
const found = (tree: Tree, path: string, head = '') => {
  const site = recogniseFnord(given(tree, path, head));
  return site === null ? null : [site.root, site.shape, site.scope, site.file];
};

describe('a path inside a home leads to the home', () => {
  const HOME = '/home/me/.fnord';
  test.each([
    ['', [HOME, 'home', null, null]],
    ['/settings.json', [HOME, 'home', null, null]],
    ['/projects', [HOME, 'home', null, null]],
    ['/projects/lantern', [HOME, 'home', 'lantern', null]],
    ['/projects/lantern/conversations', [HOME, 'home', 'lantern', null]],
    ['/projects/lantern/conversations/a.json', [HOME, 'home', 'lantern', 'projects/lantern/conversations/a.json']],
    [
      '/projects/lantern/conversations/archive/b.json',
      [HOME, 'home', 'lantern', 'projects/lantern/conversations/archive/b.json'],
    ],
  ])('%s', (path, expected) => {
    expect(found(FNORD, `${HOME}${path}`)).toEqual(expected);
  });

  test('wherever the home lies, if it has settings', () => {
    const moved: Tree = {
      '/b/home': ['projects', 'settings.json'],
      '/b/home/projects': ['p'],
      '/b/home/projects/p': ['conversations'],
    };
    expect(found(moved, '/b/home')).toEqual(['/b/home', 'home', null, null]);
    expect(found(moved, '/b/home/projects/p')).toEqual(['/b/home', 'home', 'p', null]);
  });

  test('wherever TENEX keeps one above it', () => {
    const kept = Object.fromEntries(Object.entries(FNORD).map(([path, names]) => [`/a/.tenex${path}`, names]));
    expect(found(kept, `/a/.tenex${HOME}`)).toEqual([`/a/.tenex${HOME}`, 'home', null, null]);
    expect(found({ ...kept, '/a/.fnord/.tenex': ['conversations'] }, '/a/.fnord/.tenex')).toBeNull();
  });

  test('but not through any folder named projects', () => {
    const code: Tree = { '/work': ['projects'], '/work/projects': ['p'], '/work/projects/p': ['conversations'] };
    expect(found(code, '/work/projects/p')).toEqual(['/work/projects/p', 'project', 'p', null]);
  });
});

describe('outside a home', () => {
  const copy: Tree = {
    '/b': ['lantern'],
    '/b/lantern': ['conversations', 'notes.md'],
    '/b/lantern/conversations': ['a.json'],
  };
  const bare: Tree = { '/b': ['conversations'], '/b/conversations': ['a.json', 'index'] };

  test('a project is recognised by its conversations', () => {
    expect(found(copy, '/b/lantern')).toEqual(['/b/lantern', 'project', 'lantern', null]);
    expect(found(copy, '/b/lantern/conversations')).toEqual(['/b/lantern', 'project', 'lantern', null]);
    expect(found(copy, '/b/lantern/conversations/a.json', '5:{}')).toEqual([
      '/b/lantern',
      'project',
      'lantern',
      'conversations/a.json',
    ]);
  });

  test('a bare folder of conversations stands by itself', () => {
    expect(found(bare, '/b/conversations')).toEqual(['/b/conversations', 'folder', 'b', null]);
    expect(found(bare, '/b/conversations/a.json', '')).toEqual(['/b/conversations', 'folder', 'b', 'a.json']);
  });

  test.each([
    ['x.json', '1741953600:{"messages":[]}'],
    ['x', '1741953600:{"messages":[]}'],
    ['x.json', ' {"version":1,"timestamp":1741953600}'],
    ['x.json', '{"agent":"a","messages":[]}'],
    ['x.json', ''],
    ['x.json', 'rubbish'],
  ])('the single file %s that begins with %j may be one', (name, head) => {
    expect(found({ '/b': [name] }, `/b/${name}`, head)).toEqual(['/b', 'file', null, name]);
  });
});

describe("folders that are not fnord's", () => {
  test.each([
    ['a TENEX folder', { '/r': ['.tenex'], '/r/.tenex': ['conversations'] }, '/r/.tenex', ''],
    [
      'its conversations',
      { '/r/.tenex': ['conversations'], '/r/.tenex/conversations': ['metadata.json'] },
      '/r/.tenex/conversations',
      '',
    ],
    [
      'one of its files',
      { '/r/.tenex/conversations': ['x.json'] },
      '/r/.tenex/conversations/x.json',
      '{"messages":[]}',
    ],
    ['the repository around it', { '/r': ['.tenex', 'src'] }, '/r', ''],
    ['a Rao base', { '/e': ['conversation_names.csv', 'conversations'] }, '/e', ''],
    [
      'its conversations folder',
      { '/e': ['conversation_names.csv'], '/e/conversations': ['conversation_1'] },
      '/e/conversations',
      '',
    ],
    [
      'such a folder alone',
      { '/e': ['conversations'], '/e/conversations': ['conversation_12'] },
      '/e/conversations',
      '',
    ],
    ['an empty folder', { '/e': [] }, '/e', ''],
    ['a folder of other JSON', { '/e': ['package.json'] }, '/e', ''],
    ['another JSON file', { '/e': ['package.json'] }, '/e/package.json', '{"name":"x"}'],
    ['a TENEX file', { '/e': ['x.json'] }, '/e/x.json', '{"history":[{"timestamp":1}]}'],
    ['a text', { '/e': ['x.txt'] }, '/e/x.txt', 'hello'],
  ])('%s', (_, tree, path, head) => {
    expect(recogniseFnord(given(tree, path, head))).toBe(null);
  });
});
