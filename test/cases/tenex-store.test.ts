import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tenex } from '../../src/stores/tenex/index.ts';
import { openSite } from '../stores/open-site.ts';

const STORE = fileURLToPath(new URL('../../fixtures/tenex/store', import.meta.url));

/** What was put into the store: the ids of its index in their order, and its conversations by id. */
interface Expected {
  readonly list: readonly string[];
  readonly conversations: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly place: 'active' | 'archived';
        readonly indexed: boolean;
        readonly load: boolean;
        readonly events: number | null;
        readonly agents: readonly string[];
      }
    >
  >;
}

const expected: Expected = JSON.parse(readFileSync(`${STORE}.expected.json`, 'utf8'));
const { documents, sessions } = openSite(tenex, STORE);
const views = (documents.get('') ?? []).flatMap(({ conversations }) => conversations);

test('every conversation of the store is read as it was put there', () => {
  const read = views.map(({ id, title, state, readable, messages }) => [id, { title, state, readable, messages }]);
  const put = Object.entries(expected.conversations).map(([id, { title, place, load, events }]) => [
    id,
    { title, state: place, readable: load, messages: events },
  ]);
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(put));
});

test('the authors of what loads are its agents', () => {
  for (const { id, readable, agents = [] } of views)
    if (readable) expect([...agents].sort()).toEqual(expected.conversations[id]?.agents);
});

test('the order is that of the index, what it lacks comes last', () => {
  const ids = views.toSorted(sessions.get('')?.order).map(({ id }) => id);
  expect(ids.slice(0, expected.list.length)).toEqual(expected.list);
  const rest = Object.entries(expected.conversations).filter(([, { indexed }]) => !indexed);
  expect(ids.slice(expected.list.length).sort()).toEqual(rest.map(([id]) => id).sort());
});

test('conversations of many eras stand side by side', () => {
  const formats = views.map(({ format }) => format);
  expect(formats).toEqual(expect.arrayContaining(['tenex-e3', 'tenex-e5', 'tenex-e6', 'tenex-e8', null]));
});
