import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CandidatePath } from '../../../../src/stores/kind.ts';
import {
  indexPath,
  isSafeId,
  recogniseTenex,
  tenexArchivePath,
  tenexPath,
} from '../../../../src/stores/tenex/layout/layout.ts';
import { KINDS } from '../../../kinds.ts';

test('a store keeps its conversations one folder down, a bare folder in itself', () => {
  expect(tenexPath({ shape: 'store' }, 'a')).toBe('conversations/a.json');
  expect(tenexArchivePath({ shape: 'store' }, 'a')).toBe('conversations/archive/a.json');
  expect(indexPath({ shape: 'folder' })).toBe('metadata.json');
  expect(tenexArchivePath({ shape: 'folder' }, 'a')).toBe('archive/a.json');
});

test.each(['a', '0'.repeat(64), 'test-conv-1', 'with space (copy)', 'ünï', 'a.b'])('%s names one file', (id) => {
  expect(isSafeId(id)).toBe(true);
});

test.each([
  '',
  '.',
  '..',
  '.hidden',
  'metadata',
  '../x',
  'a/b:c*',
  'a\\b',
  '/etc/passwd',
  'a\0b',
  'a\nb',
  'x'.repeat(251),
  'é'.repeat(126),
  '\ud800',
])('%j does not', (id) => {
  expect(isSafeId(id)).toBe(false);
});

const ID = 'ab'.repeat(32);
const head = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/tenex/cases/${name}/input.json`, import.meta.url));

function folder(
  path: string,
  names: readonly string[] = [],
  above: Readonly<Record<string, readonly string[]>> = {},
): CandidatePath {
  return { path, type: 'folder', names, head: new Uint8Array(), above: upward(path, above) };
}

function file(path: string, bytes: Uint8Array, above: Readonly<Record<string, readonly string[]>> = {}): CandidatePath {
  return { path, type: 'file', names: [], head: bytes, above: upward(path, above) };
}

function upward(path: string, names: Readonly<Record<string, readonly string[]>>): CandidatePath['above'] {
  const out: { path: string; names: readonly string[] }[] = [];
  for (let at = dirname(path); out.length < 4; at = dirname(at)) {
    out.push({ path: at, names: names[at] ?? [] });
    if (at === '/') break;
  }
  return out;
}

describe('the store of a project is recognised from', () => {
  const STORE = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null };

  test.each([
    ['the project', folder('/p', ['.tenex', 'src'])],
    ['`.tenex`', folder('/p/.tenex', ['conversations', 'agents.json'])],
    ['its conversations', folder('/p/.tenex/conversations', [])],
    ['their archive', folder('/p/.tenex/conversations/archive', [`${ID}.json`])],
    ['the index', file('/p/.tenex/conversations/metadata.json', Buffer.from('{}'))],
    ['the database of a later version', file('/p/.tenex/conversation.db', Buffer.from('SQLite format 3\0'))],
  ])('%s', (_, given) => {
    expect(recogniseTenex(given)).toEqual(STORE);
  });

  test('one file, active or archived, whatever is in it', () => {
    const active = file(`/p/.tenex/conversations/${ID}.json`, Buffer.from('{"id'));
    expect(recogniseTenex(active)).toEqual({ ...STORE, file: `conversations/${ID}.json` });
    const archived = file(`/p/.tenex/conversations/archive/${ID}.json`, new Uint8Array());
    expect(recogniseTenex(archived)).toEqual({ ...STORE, file: `conversations/archive/${ID}.json` });
  });

  test('not a home with stores of other programs beside its own', () => {
    expect(recogniseTenex(folder('/home/ada', ['.fnord', '.tenex']))).toBeNull();
    const inside = (path: string) => (path === '/home/ada/.claude' ? ['projects'] : []);
    expect(recogniseTenex({ ...folder('/home/ada', ['.claude', '.tenex']), inside })).toBeNull();
  });

  test('the folder that later versions keep for a project in the home', () => {
    const root = '/home/ann/.tenex/projects/orchard';
    expect(recogniseTenex(folder(root, ['conversations']))).toEqual({ ...STORE, root });
    expect(recogniseTenex(folder(`${root}/conversations`, [`${ID}.json`]))).toEqual({ ...STORE, root });
  });
});

describe('a folder of conversations without its store is recognised', () => {
  test.each([
    ['by its index', folder('/b/conversations', ['metadata.json'])],
    ['by the names of its files', folder('/b/conversations.legacy.bak', [`${ID}.json`])],
  ])('%s', (_, given) => {
    expect(recogniseTenex(given)).toMatchObject({ root: given.path, shape: 'folder', file: null });
  });

  test('from its archive', () => {
    const given = folder('/b/conversations/archive', [`${ID}.json`], {
      '/b/conversations': ['metadata.json', 'archive'],
    });
    expect(recogniseTenex(given)).toMatchObject({ root: '/b/conversations', shape: 'folder' });
  });
});

describe('a lone file is recognised by what only TENEX writes', () => {
  test.each(['full-all-fields', 'legacy-agentcontexts', 'history-event-objects', 'later-conversationstore', 'bom'])(
    '%s',
    (name) => {
      expect(recogniseTenex(file('/tmp/x.json', head(name)))).toMatchObject({
        root: '/tmp',
        shape: 'file',
        file: 'x.json',
      });
    },
  );

  test.each(['{"messages": [], "timestamp": 1}', '[]', '', '{"history": [], "messages": []}'])('but not %s', (text) => {
    expect(recogniseTenex(file('/tmp/x.json', Buffer.from(text)))).toBeNull();
  });
});

test.each([
  folder('/src', ['index.ts']),
  folder('/home/ann/.fnord', ['projects', 'settings.json']),
  folder('/p/conversations', ['conversation_1']),
  folder('/photos/archive', ['a.jpg']),
])('$path is not a store', (given) => {
  expect(recogniseTenex(given)).toBeNull();
});

test('no other kind takes what is recognised here', () => {
  const all = [
    folder('/p', ['.tenex']),
    folder('/p/.tenex', ['conversations']),
    folder('/b/conversations', ['metadata.json', 'archive', `${ID}.json`]),
    file(`/p/.tenex/conversations/${ID}.json`, head('full-all-fields')),
    file('/tmp/x.json', head('full-all-fields')),
  ];
  for (const given of all)
    expect(KINDS.filter((kind) => kind.layout.recognise(given) !== null).map(({ name }) => name)).toEqual(['tenex']);
});

describe('a folder that holds nothing but `conversations`', () => {
  const around = (...names: readonly string[]): CandidatePath => ({
    ...folder('/p/copy', ['conversations']),
    inside: (path) => (path === '/p/copy/conversations' ? names : []),
  });
  const kindsOf = (candidate: CandidatePath) => KINDS.flatMap(({ layout }) => layout.recognise(candidate) ?? []);
  const UUID = '3f0c8d41-60fb-4c7a-89a4-de0b95a1c2d3';

  test.each([
    ['files named for events', [`${ID}.json`], 'tenex', '/p/copy/conversations', 'folder'],
    ['an index', ['metadata.json'], 'tenex', '/p/copy/conversations', 'folder'],
    ['files named by UUIDs', [`${UUID}.json`], 'fnord', '/p/copy', 'project'],
    ['nothing', [], 'fnord', '/p/copy', 'project'],
    ['folders with numbers', ['conversation_7'], 'rao', '/p/copy', 'base'],
  ])('belongs to the program of %s', (_, names, kind, root, shape) => {
    expect(kindsOf(around(...names))).toMatchObject([{ kind, root, shape, file: null }]);
  });

  test('could be of two programs where both names are in it', () => {
    expect(kindsOf(around(`${ID}.json`, `${UUID}.json`)).map(({ kind }) => kind)).toEqual(['fnord', 'tenex']);
  });
});
