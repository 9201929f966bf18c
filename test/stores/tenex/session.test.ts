import { describe, expect, test } from 'vitest';
import type { Part, Scope, Site } from '../../../src/stores/kind.ts';
import type { TenexDocument } from '../../../src/stores/tenex/document.ts';
import { begin, type ToClose } from '../../../src/stores/tenex/session.ts';
import { ask as askTo } from '../ask.ts';
import { filePart } from '../open-site.ts';

const SITE: Site = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null };
const ENTRY = { title: 'T', createdAt: 1, updatedAt: 1, phase: 'chat', eventCount: 0, agentCount: 0 };
const INDEX = filePart(
  'conversations/metadata.json',
  Buffer.from(JSON.stringify({ conversations: ['a', 'gone', 'gone', '../out'].map((id) => ({ ...ENTRY, id })) })),
  { role: 'index' },
);

interface Decided {
  readonly id: string;
  readonly outcome: { readonly state: 'unchanged' };
}

function sessionOf(site: Site = SITE) {
  const closed: ToClose<Decided>[] = [];
  const scope: Scope = { name: '', site, shared: [INDEX], now: 0, signatures: false };
  const session = begin<Decided>(scope, {
    fileFindings: () => [],
    unitFindings: () => [],
    scopeFindings: () => [],
    change: ({ id }: TenexDocument) => ({ id, outcome: { state: 'unchanged' } }),
    convert: () => ({ state: 'unchanged' }),
    close: (all) => {
      closed.push(all);
      return [];
    },
  });
  return { session, closed };
}

const part = (path: string, role: string, mode = 0o600): Part => filePart(path, Buffer.from('{}'), { role, mode });
const ask = askTo('archive');

test('an id that only the index names is a document without files, once', () => {
  const { session } = sessionOf();
  session.open({ id: 'a', parts: [part('conversations/a.json', 'conversation')] });
  const absent = [...session.absent()];
  expect(absent.map(({ id }) => id)).toEqual(['gone', '../out']);
  expect(absent.flatMap(({ conversations }) => conversations.map(({ path }) => path))).toEqual([
    'conversations/gone.json',
    'conversations/metadata.json',
  ]);
});

test('what is only a leftover shows a conversation where the index names one', () => {
  const { session } = sessionOf();
  const rest = (id: string) => session.open({ id, parts: [part(`conversations/${id}.json.tmp`, 'temporary')] });
  expect(rest('x').conversations).toEqual([]);
  expect(rest('gone').conversations).toMatchObject([{ path: 'conversations/gone.json', readable: false, bytes: 0 }]);
  expect([...session.absent()].map(({ id }) => id)).toEqual(['a', '../out']);
});

describe('a scope is closed with', () => {
  test('what was decided for each document, and where the files of each id lie', () => {
    const { session, closed } = sessionOf();
    for (const id of ['a', 'b'])
      session.open({ id, parts: [part(`conversations/archive/${id}.json`, 'archived', 0o644)] }).change(ask);
    session.close(ask, true);
    expect(closed[0]?.decided.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(closed[0]?.facts.seen.get('b')).toEqual({ active: false, archived: true });
    expect(closed[0]?.facts.open).toBe(2);
    expect(closed[0]?.whole).toBe(true);
  });

  test('not the whole of it when one file alone was given', () => {
    const { session, closed } = sessionOf({ ...SITE, file: 'conversations/a.json' });
    expect([...session.absent()]).toEqual([]);
    session.close(ask, true);
    expect(closed[0]?.whole).toBe(false);
  });
});

test('a file without bytes has no transcript', () => {
  const { session } = sessionOf();
  const document = session.open({ id: 'a', parts: [filePart('conversations/a.json', null)] });
  expect(() => document.transcript('conversations/a.json')).toThrow('conversations/a.json is no file that can be read');
});
