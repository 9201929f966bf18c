import { describe, expect, test } from 'vitest';
import type { Site } from '../../../../src/stores/kind.ts';
import { AbsentView, TenexView, tenexOrder } from '../../../../src/stores/tenex/list/views.ts';
import { open } from '../../../../src/stores/tenex/read/decoded.ts';
import { readIndex } from '../../../../src/stores/tenex/read/index-file.ts';
import { filePart } from '../../open-site.ts';

const SITE: Site = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null };
const event = (author: string, at: unknown) => JSON.stringify([0, author, at, 11, [], 'x']);
const DOCUMENT = {
  id: 'a',
  title: 'From the file',
  phase: 'PLAN',
  history: [event('k1', 10.5), 'torn', event('k2', 30), event('k1', 20)],
  metadata: {},
  orchestratorTurns: [],
};

function viewOf(
  document: object | null,
  entry: object | null = null,
  role = 'conversation',
  root = '/p/.tenex',
): TenexView {
  const bytes = document === null ? null : Buffer.from(JSON.stringify(document));
  const index = readIndex([
    filePart('m', Buffer.from(JSON.stringify({ conversations: entry === null ? [] : [entry] })), { role: 'index' }),
  ]);
  return new TenexView(
    { root },
    'a',
    open(filePart('conversations/a.json', bytes, { role })),
    index.entries[0] ?? null,
  );
}

test('a file gives its own title, phase and times when no entry does', () => {
  expect(viewOf(DOCUMENT)).toMatchObject({
    title: 'From the file',
    phase: 'plan',
    createdAt: 10,
    timestamp: 10,
    updatedAt: 20,
    messages: 3,
    agents: ['k1', 'k2'],
    readable: true,
    state: 'active',
    format: 'tenex-e6',
  });
});

test('an entry says what the owner lists and searches by, as far as it goes', () => {
  const entry = { id: 'a', title: 'From the index', createdAt: 7.9, updatedAt: 'x', phase: 'Chat' };
  expect(viewOf(DOCUMENT, entry)).toMatchObject({
    title: 'From the index',
    phase: 'chat',
    createdAt: 7,
    updatedAt: 20,
    messages: 3,
  });
});

test('where it lies tells whether it is archived, and an archived one is as readable as it will be', () => {
  expect(viewOf(DOCUMENT, { id: 'a', archived: false }, 'archived')).toMatchObject({
    state: 'archived',
    readable: true,
  });
});

test('of a file that the owner refuses no message is counted, and its people are known', () => {
  expect(viewOf({ ...DOCUMENT, phase: 'nope' })).toMatchObject({
    readable: false,
    messages: null,
    agents: ['k1', 'k2'],
    phase: 'nope',
  });
});

test('a file that cannot be read is known by its entry alone', () => {
  expect(viewOf(null, { id: 'a', title: 'T' })).toMatchObject({
    readable: false,
    title: 'T',
    format: null,
    messages: null,
    agents: [],
  });
  expect(viewOf(null).phase).toBeUndefined();
});

test('a first time that is none is not a time', () => {
  for (const at of ['10', 0, null]) expect(viewOf({ ...DOCUMENT, history: [event('k', at)] }).createdAt).toBeNull();
});

test('a conversation without a phase is of another era below the home', () => {
  const { phase, ...document } = DOCUMENT;
  expect(viewOf(document).format).toBe('tenex-e9');
  expect(viewOf(document, null, 'conversation', '/home/ann/.tenex/projects/p').format).toBe('tenex-e10');
});

describe('conversations that only the index names', () => {
  const absent = (entry: { id: string; archived?: boolean }) => {
    const bytes = Buffer.from(
      JSON.stringify({ conversations: [{ title: 'T', createdAt: 1.5, updatedAt: 2.5, phase: 'PLAN', ...entry }] }),
    );
    const [found] = readIndex([filePart('m', bytes, { role: 'index' })]).entries;
    if (found === undefined) throw new Error('no entry');
    return new AbsentView(SITE, entry.id, found);
  };

  test('is listed where it should lie', () => {
    expect(absent({ id: 'a' })).toMatchObject({
      path: 'conversations/a.json',
      state: 'active',
      readable: false,
      bytes: 0,
      messages: null,
    });
    expect(absent({ id: 'a', archived: true })).toMatchObject({
      path: 'conversations/archive/a.json',
      state: 'archived',
    });
    expect(absent({ id: 'a' })).toMatchObject({ title: 'T', createdAt: 1, updatedAt: 2, phase: 'plan', format: null });
  });

  test.each(['../../x', '/etc/passwd', 'metadata', 'a/b', ''])('never leads out of the folder: %j', (id) => {
    expect(absent({ id }).path).toBe('conversations/metadata.json');
  });
});

test('the order is that of the index, then that of creation', () => {
  const index = readIndex([
    filePart('m', Buffer.from('{"conversations":[{"id":"z"},{"id":"y"},{"id":"z"}]}'), { role: 'index' }),
  ]);
  const views = [
    { id: 'b', createdAt: 9 },
    { id: 'y', createdAt: 1 },
    { id: 'c', createdAt: null },
    { id: 'z', createdAt: 2 },
    { id: 'a', createdAt: 9 },
  ].map((each) => Object.assign(viewLike(), each));
  expect(views.sort(tenexOrder(index)).map(({ id }) => id)).toEqual(['z', 'y', 'c', 'a', 'b']);
});

function viewLike() {
  const unknown = { format: null, timestamp: null, updatedAt: null, title: null, messages: null };
  return { id: '', path: '', state: 'active' as const, readable: true, createdAt: null, bytes: 0, ...unknown };
}
