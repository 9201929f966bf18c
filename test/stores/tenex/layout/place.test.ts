import { expect, test } from 'vitest';
import type { Site } from '../../../../src/stores/kind.ts';
import { placeTenex } from '../../../../src/stores/tenex/layout/layout.ts';

const STORE: Site = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null };
const FOLDER: Site = { ...STORE, root: '/p/conversations', shape: 'folder' };
const ID = 'ab'.repeat(32);

const roleOf = (path: string, site = STORE) => {
  const found = placeTenex(site, path, 'file');
  return found.type === 'part'
    ? [found.role, found.id, found.load]
    : found.type === 'shared'
      ? [found.role, found.load]
      : found.type;
};

test('conversations lie in the folder, archived ones in `archive`', () => {
  expect(placeTenex(STORE, 'conversations', 'folder')).toEqual({ type: 'folder', scope: '' });
  expect(roleOf(`conversations/${ID}.json`)).toEqual(['conversation', ID, 'whole']);
  expect(roleOf(`conversations/archive/${ID}.json`)).toEqual(['archived', ID, 'whole']);
  expect(roleOf(`archive/${ID}.json`, FOLDER)).toEqual(['archived', ID, 'whole']);
  expect(roleOf('conversations/test-conv-1.json')).toEqual(['conversation', 'test-conv-1', 'whole']);
});

test('the archive is known to be there even when it is empty', () => {
  expect(placeTenex(STORE, 'conversations/archive', 'folder')).toMatchObject({ role: 'archive-folder', inside: true });
  expect(roleOf('conversations/archive')).toEqual(['stray', 'name']);
});

test('the index is in the folder; in the archive its name is that of a conversation', () => {
  expect(roleOf('conversations/metadata.json')).toEqual(['index', 'whole']);
  expect(placeTenex(STORE, 'conversations/metadata.json', 'folder')).toMatchObject({ role: 'index', load: 'name' });
  expect(roleOf('conversations/archive/metadata.json')).toEqual(['archived', 'metadata', 'whole']);
});

test('a copy that a person made is a conversation of that name, as the owner would load it', () => {
  expect(roleOf(`conversations/${ID} (copy).json`)).toEqual(['conversation', `${ID} (copy)`, 'whole']);
});

test.each([
  [`${ID}.json.tmp`, ['temporary', ID, 'whole']],
  [`${ID}.json.tmp.4711.23`, ['temporary', ID, 'whole']],
  [`${ID}.json.x1y2z3.tmp`, ['temporary', ID, 'whole']],
  [`${ID}.json.bak`, ['copy', ID, 'name']],
  [`${ID}.json~`, ['copy', ID, 'name']],
  ['notes.txt', ['stray', 'name']],
  ['.DS_Store', ['stray', 'name']],
  ['.hidden.json', ['stray', 'name']],
])('%s is a leftover or a stray', (name, role) => {
  expect(roleOf(`conversations/${name}`)).toEqual(role);
  expect(roleOf(`conversations/archive/${name}`)).toEqual(role);
});

test('a folder with the name of a conversation is none, and nobody looks inside', () => {
  expect(placeTenex(STORE, `conversations/${ID}.json`, 'folder')).toMatchObject({ role: 'stray', load: 'name' });
  expect(roleOf(`conversations/${ID}.json/x.json`)).toBe('foreign');
});

test('a fifo with the name of a conversation is not read', () => {
  expect(placeTenex(STORE, `conversations/${ID}.json`, 'other')).toMatchObject({ role: 'conversation', load: 'name' });
});

test('of later versions only the beginning of their database is read, and their folder is named', () => {
  expect(roleOf('conversation.db')).toEqual(['database', 'head']);
  expect(placeTenex(STORE, 'conversations.legacy.bak', 'folder')).toMatchObject({
    role: 'legacy-folder',
    load: 'name',
  });
});

test.each(['agents.json', 'agents/x.json', '.convo', 'conversations/.convo'])('%s is not ours to look at', (path) => {
  expect(roleOf(path)).toBe('foreign');
});

test('with one file given only what has its id is looked at, and the index', () => {
  const site = { ...STORE, file: `conversations/${ID}.json` };
  expect(roleOf(`conversations/${ID}.json`, site)).toEqual(['conversation', ID, 'whole']);
  expect(roleOf(`conversations/archive/${ID}.json`, site)).toEqual(['archived', ID, 'whole']);
  expect(roleOf('conversations/metadata.json', site)).toEqual(['index', 'whole']);
  expect(roleOf('conversations/other.json', site)).toBe('foreign');
  expect(roleOf('conversations/notes.txt', site)).toBe('foreign');
});

test('of a lone file nothing else is looked at', () => {
  const site: Site = { ...STORE, root: '/tmp', shape: 'file', file: 'x.json' };
  expect(roleOf('x.json', site)).toEqual(['conversation', 'x', 'whole']);
  expect(roleOf('y.json', site)).toBe('foreign');
  expect(roleOf('metadata.json', site)).toBe('foreign');
});
