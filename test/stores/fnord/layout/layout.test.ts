import { describe, expect, test } from 'vitest';
import type { EntryType } from '../../../../src/model/part.ts';
import { placeFnord } from '../../../../src/stores/fnord/layout/layout.ts';
import type { Site } from '../../../../src/stores/kind.ts';

const HOME: Site = { kind: 'fnord', root: '/home/me/.fnord', shape: 'home', scope: null, file: null };
const at = (path: string, type: EntryType = 'file', site = HOME) => {
  const found = placeFnord(site, path, type);
  if (found.type === 'part') return `${found.scope} ${found.id} ${found.role} ${found.load}`;
  return found.type === 'shared' ? `${found.scope} ${found.role} ${found.load}` : found.type;
};

describe('in a home', () => {
  test.each([
    ['a.json', 'p a conversation whole'],
    ['a.b.json', 'p a.b conversation whole'],
    ['Ünï [1].json', 'p Ünï [1] conversation whole'],
    ['a.json.json', 'p a.json conversation whole'],
    ['archive/a.json', 'p a archived whole'],
    ['a.json.tmp', 'p a temporary whole'],
    ['a.json.tmp.48213.642', 'p a temporary whole'],
    ['a.json.lock', 'p a lock name'],
    ['a.json.lock.stale.642', 'p a lock-rest name'],
    ['a.json.lock.released.642', 'p a lock-rest name'],
    ['a.json.lock.tmp.642', 'p a lock-rest name'],
    ['index/a/metadata.json', 'p a index-metadata whole'],
    ['index/a/embeddings.json', 'p a index-embeddings whole'],
    ['index/a/else', 'p a index-other name'],
    ['archive/index/a/metadata.json', 'p a archived-index-metadata whole'],
    ['archive/index/a/embeddings.json', 'p a archived-index-embeddings whole'],
    ['README.txt', 'p stray name'],
    ['.hidden.json', 'p stray name'],
    ['.json', 'p stray name'],
    ['a.JSON', 'p stray name'],
    ['a.json.tmp.x', 'p stray name'],
    ['a.json.bak', 'p stray name'],
  ])('conversations/%s is %s', (path, expected) => {
    expect(at(`projects/p/conversations/${path}`)).toBe(expected);
  });

  test.each([
    ['projects', 'folder'],
    ['projects/p', 'folder'],
    ['projects/p/conversations', 'folder'],
    ['projects/p/conversations/index', 'folder'],
    ['projects/p/conversations/index/a', 'folder'],
    ['projects/p/conversations/index/a.lock', 'p a lock name'],
    ['projects/p/conversations/index/a.lock.stale.3', 'p a lock-rest name'],
    ['projects/p/conversations/archive', 'folder'],
    ['projects/p/conversations/archive/index', 'folder'],
    ['projects/p/conversations/a.json', 'p a conversation name'],
    ['projects/p/conversations/.convo', 'foreign'],
    ['projects/p/worktrees', 'folder'],
    ['projects/p/worktrees/a', 'p a worktree name'],
    ['projects/p/files', 'foreign'],
    ['projects/p/commits', 'foreign'],
    ['projects/p/other', 'folder'],
    ['projects/.git', 'foreign'],
    ['.convo', 'foreign'],
    ['memory', 'foreign'],
    ['default', 'null default name'],
    ['old', 'folder'],
    ['old/conversations', 'old old-project name'],
    ['old/files', 'foreign'],
  ])('the folder %s is %s', (path, expected) => {
    expect(at(path, 'folder')).toBe(expected);
  });

  test.each([
    ['settings.json', 'null settings whole'],
    ['usage.json', 'foreign'],
    ['projects/notes.md', 'foreign'],
    ['projects/p/notes.md', 'foreign'],
    ['projects/p/other/metadata.json', 'p loose-entry name'],
    ['projects/p/other/summary', 'foreign'],
    ['old/notes.md', 'foreign'],
  ])('the file %s is %s', (path, expected) => {
    expect(at(path)).toBe(expected);
  });

  test('a project asked for leaves the others alone', () => {
    const site = { ...HOME, scope: 'p' };
    expect(at('projects/p/conversations/a.json', 'file', site)).toBe('p a conversation whole');
    expect(at('projects/q', 'folder', site)).toBe('foreign');
    expect(at('settings.json', 'file', site)).toBe('foreign');
    expect(at('old', 'folder', site)).toBe('foreign');
  });

  test('a file asked for brings what belongs to its id, and nothing else', () => {
    const site = { ...HOME, scope: 'p', file: 'projects/p/conversations/a.json' };
    expect(at('projects/p/conversations', 'folder', site)).toBe('folder');
    expect(at('projects/p/conversations/a.json', 'file', site)).toBe('p a conversation whole');
    expect(at('projects/p/conversations/b.json', 'file', site)).toBe('foreign');
    expect(at('projects/p/conversations/archive/a.json', 'file', site)).toBe('foreign');
    expect(at('projects/p/conversations/a.json.tmp', 'file', site)).toBe('p a temporary whole');
    expect(at('projects/p/conversations/index/a', 'folder', site)).toBe('folder');
    expect(at('projects/p/conversations/index/b', 'folder', site)).toBe('foreign');
    expect(at('projects/p/conversations/README.txt', 'file', site)).toBe('foreign');
  });
});

test('a project, a bare folder and a single file are laid out alike', () => {
  const project: Site = { ...HOME, root: '/x/p', shape: 'project', scope: 'p' };
  const folder: Site = { ...HOME, root: '/x/p/conversations', shape: 'folder', scope: 'p' };
  const file: Site = { ...HOME, root: '/x', shape: 'file', file: 'a.json' };
  expect(at('conversations/a.json', 'file', project)).toBe('p a conversation whole');
  expect(at('a.json', 'file', folder)).toBe('p a conversation whole');
  expect(at('index/a/metadata.json', 'file', folder)).toBe('p a index-metadata whole');
  expect(at('a.json', 'file', file)).toBe(' a conversation whole');
  expect(at('b.json', 'file', file)).toBe('foreign');
});
