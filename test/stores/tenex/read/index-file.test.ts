import { describe, expect, test } from 'vitest';
import { readIndex } from '../../../../src/stores/tenex/read/index-file.ts';
import { filePart } from '../../open-site.ts';

const ENTRY = { id: 'a', title: 'A', createdAt: 5, updatedAt: 6.5, phase: 'Plan', eventCount: 2, agentCount: 1 };
const SOUND = JSON.stringify({
  conversations: [ENTRY, { ...ENTRY, id: 'b', archived: true }, { ...ENTRY, title: 'A2' }],
});

const indexOf = (text: string | null, more: object = {}) =>
  readIndex([
    filePart('conversations/metadata.json', text === null ? null : Buffer.from(text), { role: 'index', ...more }),
  ]);

test('entries are found by id, those of one id in their order', () => {
  const index = indexOf(SOUND);
  expect(index).toMatchObject({ state: 'sound', fault: null });
  expect(index.entriesOf('a').map(({ position: place }) => place)).toEqual([0, 2]);
  expect(index.entriesOf('a').map(({ title }) => title)).toEqual(['A', 'A2']);
  expect(index.entriesOf('c')).toEqual([]);
  expect([...index.ids()]).toEqual(['a', 'b']);
});

test('an entry gives what it says, and null for what is of another type or not there', () => {
  const odd = { ...ENTRY, title: 5, createdAt: '5', updatedAt: null, archived: 'no' };
  const index = indexOf(JSON.stringify({ conversations: [odd, ENTRY, 7] }));
  const [first, second, third] = index.entries;
  expect([first?.title, first?.createdAt, first?.updatedAt, first?.archived]).toEqual([null, null, null, null]);
  expect(second).toMatchObject({ phase: 'Plan', updatedAt: 6.5, eventCount: 2, agentCount: 1, archived: null });
  expect([third?.id, third?.archived]).toEqual([null, null]);
});

test('of equal keys the last is the one that counts', () => {
  const index = indexOf('{"conversations":[],"conversations":[{"id":"a","id":"b"}]}');
  expect([...index.ids()]).toEqual(['b']);
});

describe('the owner takes it for empty', () => {
  test('when one entry does not fit, which is told by its place', () => {
    const { createdAt, ...lacking } = ENTRY;
    const index = indexOf(JSON.stringify({ conversations: [ENTRY, lacking, { ...ENTRY, archived: null }] }));
    expect(index).toMatchObject({ state: 'invalid' });
    expect(index.entries.map(({ issues }) => issues.map(({ path, code }) => [path.join('.'), code]))).toEqual([
      [],
      [['conversations.1.createdAt', 'invalid_type']],
      [['conversations.2.archived', 'invalid_type']],
    ]);
    expect(index.list).not.toBeNull();
  });

  test.each(['{}', '[]', 'null', '{"conversations":{}}'])('when it has no list: %s', (text) => {
    expect(indexOf(text)).toMatchObject({ state: 'invalid', list: null, entries: [] });
  });

  test.each(['', '{"conversations":[', `${SOUND}]`, `\ufeff${SOUND}`])('when it is no JSON: %#', (text) => {
    const index = indexOf(text);
    expect(index).toMatchObject({ state: 'unreadable', list: null });
    expect(index.fault).not.toBeNull();
  });

  test('when it cannot be read, or is a folder', () => {
    expect(indexOf(null)).toMatchObject({ state: 'unreadable', tape: null });
    expect(indexOf(null, { type: 'folder' })).toMatchObject({ state: 'unreadable' });
  });
});

test('of a torn index the entries that are whole are still known', () => {
  const index = indexOf(SOUND.slice(0, SOUND.indexOf('A2')));
  expect([...index.ids()]).toEqual(['a', 'b']);
  expect(index.state).toBe('unreadable');
});

test('there may be none', () => {
  expect(readIndex([])).toMatchObject({ state: 'missing', part: null, entries: [] });
});

test('a key that stands twice leaves the judgement to the schema', () => {
  expect(indexOf('{"conversations":[{"id":5}],"conversations":[]}').state).toBe('sound');
});
