import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import { newIndex } from '../../../../src/stores/tenex/change/heal-index.ts';
import { conversationList } from '../../../../src/stores/tenex/change/put-back.ts';
import { archivedFlag, type EntryChange, type NewEntry, reindex } from '../../../../src/stores/tenex/read/reindex.ts';

interface Like {
  readonly id: string;
  readonly title?: string;
  readonly archived?: boolean;
}

const owned = (entries: readonly Like[]) => JSON.stringify({ conversations: entries }, null, 2);
const members = (entry: Like): NewEntry =>
  Object.entries(entry).map(([key, value]) => ({ key, json: JSON.stringify(value) }));

function granted(text: string, ...changes: readonly EntryChange[]): string {
  const list = conversationList(Buffer.from(text));
  if (list === null) throw new Error('no list');
  return Buffer.from(applyEdits(Buffer.from(text), reindex(list, changes))).toString();
}

const A = { id: 'a', title: 'Añadir 🔍', archived: false };
const B = { id: 'b', title: 'Two', archived: false };
const C = { id: 'c', title: 'Three', archived: true };

describe('an index as TENEX writes it comes out as TENEX would write it', () => {
  test('when a flag changes', () => {
    expect(granted(owned([A, B, C]), archivedFlag('b', true))).toBe(owned([A, { ...B, archived: true }, C]));
  });

  test('when an entry never had the flag', () => {
    expect(granted(owned([{ id: 'a' }, B]), archivedFlag('a', true))).toBe(owned([{ id: 'a', archived: true }, B]));
  });

  test('when entries go: the first, the last, neighbours, all', () => {
    const without = (...ids: readonly string[]) =>
      granted(owned([A, B, C]), ...ids.map((of): EntryChange => ({ do: 'remove', of })));
    expect(without('a')).toBe(owned([B, C]));
    expect(without('c')).toBe(owned([A, B]));
    expect(without('a', 'b')).toBe(owned([C]));
    expect(without('a', 'b', 'c')).toBe(owned([]));
  });

  test('when entries come: to some, to none, in the place of all', () => {
    const come: EntryChange[] = [A, B].map((each) => ({ do: 'append', members: members(each) }));
    expect(granted(owned([C]), ...come)).toBe(owned([C, A, B]));
    expect(granted(owned([]), ...come)).toBe(owned([A, B]));
    expect(granted(owned([C]), { do: 'remove', of: 'c' }, ...come)).toBe(owned([A, B]));
  });

  test('when all of it happens at once', () => {
    const changes: EntryChange[] = [
      archivedFlag('a', true),
      { do: 'remove', of: 'b' },
      { do: 'set', of: 2, members: members({ id: 'c', title: 'New' }) },
      { do: 'append', members: members(B) },
    ];
    expect(granted(owned([A, B, C]), ...changes)).toBe(owned([{ ...A, archived: true }, { ...C, title: 'New' }, B]));
  });

  test('when it is made anew', () => {
    expect(Buffer.from(newIndex([A, B].map(members))).toString()).toBe(owned([A, B]));
    expect(Buffer.from(newIndex([])).toString()).toBe(owned([]));
  });
});

describe('an index that someone else has written keeps its ways', () => {
  test('white space, key order, unknown keys and number lexemes', () => {
    const text = '{"x":1e2,"conversations":[{"n":9007199254740993,"archived":false,"id":"a"} , {"id":"b"}]}\n';
    expect(granted(text, archivedFlag('a', true))).toBe(text.replace('"archived":false', '"archived":true'));
    expect(granted(text, { do: 'append', members: members({ id: 'c', title: 'x' }) })).toBe(
      text.replace('{"id":"b"}', '{"id":"b"}, {"id":"c","title":"x"}'),
    );
  });

  test('the last of several members with one key is the one that is set', () => {
    const text = owned([A]).replace('"archived": false', '"archived": false,\n      "archived": false');
    expect(granted(text, archivedFlag('a', true)).match(/"archived": \w+/g)).toEqual([
      '"archived": false',
      '"archived": true',
    ]);
  });

  test('tabs and CR LF', () => {
    const tabs = (entries: readonly Like[]) =>
      JSON.stringify({ conversations: entries }, null, '\t').replaceAll('\n', '\r\n');
    expect(granted(tabs([]), { do: 'append', members: members(A) })).toBe(tabs([A]));
    expect(granted(tabs([A, B]), { do: 'append', members: members(C) }, { do: 'remove', of: 'a' })).toBe(tabs([B, C]));
  });
});

describe('changes', () => {
  test('that are granted already make no edit', () => {
    const list = conversationList(Buffer.from(owned([A, B])));
    expect(
      list && reindex(list, [archivedFlag('a', false), { do: 'remove', of: 'z' }, { do: 'keep', id: 'b', at: 1 }]),
    ).toEqual([]);
  });

  test('by id reach every entry of it, by place only one, and keep leaves one', () => {
    const twice = owned([A, B, A]);
    expect(granted(twice, archivedFlag('a', true))).toBe(
      owned([{ ...A, archived: true }, B, { ...A, archived: true }]),
    );
    expect(granted(twice, archivedFlag(2, true))).toBe(owned([A, B, { ...A, archived: true }]));
    expect(granted(twice, { do: 'keep', id: 'a', at: 2 }, archivedFlag('a', true))).toBe(
      owned([B, { ...A, archived: true }]),
    );
  });

  test('replace an entry that is none', () => {
    const broken = owned([A, B]).replace(/\{[^{}]*"b"[^{}]*\}/, '"what"');
    expect(granted(broken, { do: 'put', of: 1, members: members(B) })).toBe(owned([A, B]));
  });
});
