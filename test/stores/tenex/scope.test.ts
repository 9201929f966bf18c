import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/model/part.ts';
import { type UnitDecision, unchanged } from '../../../src/stores/decision.ts';
import { decidingScope } from '../../../src/stores/define-kind.ts';
import type { Scope, Site } from '../../../src/stores/kind.ts';
import { beginTenex } from '../../../src/stores/tenex/index.ts';
import { ask as askTo } from '../ask.ts';
import { openNoted } from '../asked.ts';
import { filePart } from '../open-site.ts';

const SITE: Site = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null };
const ENTRY = { title: 'T', createdAt: 1, updatedAt: 1, phase: 'chat', eventCount: 0, agentCount: 0 };
const INDEX = filePart(
  'conversations/metadata.json',
  Buffer.from(JSON.stringify({ conversations: ['a', 'gone', 'gone', '../out'].map((id) => ({ ...ENTRY, id })) })),
  { role: 'index' },
);

function sessionAt(site: Site = SITE) {
  const closed: { readonly decided: readonly UnitDecision[]; readonly whole: boolean }[] = [];
  const scope: Scope = { name: '', site, shared: [INDEX], now: 0, signatures: false };
  const session = decidingScope(beginTenex(scope, null), () => [], {
    decide: ({ id }) => ({ id, outcome: unchanged() }),
    close: (_scope, _ask, decided, whole) => {
      closed.push({ decided, whole });
      return unchanged();
    },
  });
  return { session, closed };
}

const part = (path: string, role: string, mode = 0o600): Part => filePart(path, Buffer.from('{}'), { role, mode });
const ask = askTo('archive');

test('an id that only the index names is a document without files, once', () => {
  const { session } = sessionAt();
  openNoted(session, { id: 'a', parts: [part('conversations/a.json', 'conversation')] }, 'tenex');
  const absent = [...session.absent()].map((id) => session.open({ id, parts: [] }));
  expect(absent.map(({ id }) => id)).toEqual(['gone', '../out']);
  expect(absent.flatMap(({ conversations }) => conversations.map(({ path }) => path))).toEqual([
    'conversations/gone.json',
    'conversations/metadata.json',
  ]);
});

test('a leftover alone shows a conversation where the index names one', () => {
  const { session } = sessionAt();
  const rest = (id: string) =>
    openNoted(session, { id, parts: [part(`conversations/${id}.json.tmp`, 'temporary')] }, 'tenex');
  expect(rest('x').conversations).toEqual([]);
  expect(rest('gone').conversations).toMatchObject([{ path: 'conversations/gone.json', readable: false, bytes: 0 }]);
  expect([...session.absent()]).toEqual(['a', '../out']);
});

const READABLE = { code: 'TX407', id: null, path: 'conversations', at: null, offset: null };

describe('a scope is closed with', () => {
  test('the end of a scope knows what was decided for each document, and where the files of each id are', () => {
    const { session, closed } = sessionAt();
    const decided = ['a', 'b'].map((id) => {
      const parts = [part(`conversations/archive/${id}.json`, 'archived', 0o644)];
      return session.decide(openNoted(session, { id, parts }, 'tenex'), ask, []);
    });
    session.close(ask, decided, true);
    expect([...session.findings()]).toContainEqual({ ...READABLE, detail: 'holds 2 files that other users can read' });
    expect(closed[0]?.decided.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(closed[0]?.whole).toBe(true);
  });

  test('no absent ids when one file alone was given', () => {
    const { session } = sessionAt({ ...SITE, file: 'conversations/a.json' });
    expect([...session.absent()]).toEqual([]);
  });
});

test('a file without bytes has no transcript', () => {
  const { session } = sessionAt();
  const document = session.open({ id: 'a', parts: [filePart('conversations/a.json', null)] });
  expect(() => document.transcript('conversations/a.json')).toThrow(
    'conversations/a.json is not a file that can be read',
  );
});
