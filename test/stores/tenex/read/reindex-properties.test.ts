import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import { conversationList, putBackTenex } from '../../../../src/stores/tenex/change/put-back.ts';
import { archivedFlag, type EntryChange, type NewEntry, reindex } from '../../../../src/stores/tenex/read/reindex.ts';

/** An entry as TENEX keeps it. */
interface Kept {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  readonly archived: boolean;
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const entry = (id: fc.Arbitrary<string>): fc.Arbitrary<Kept> =>
  fc.record({
    id,
    title: fc.string({ unit: 'grapheme' }),
    updatedAt: fc.double({ min: 0, max: 2e9, noNaN: true }),
    archived: fc.boolean(),
  });
const index = fc.uniqueArray(entry(fc.constantFrom(...IDS)), { selector: ({ id }) => id });
const layout = fc.constantFrom(undefined, 1, 2, '\t');
const membersOf = (each: Kept): NewEntry =>
  Object.entries(each).map(([key, value]) => ({ key, json: JSON.stringify(value) }));

/** A wish, and what it makes of the entries. */
interface Meant {
  readonly options: EntryChange;
  readonly on: (entries: readonly Kept[]) => readonly Kept[];
}

const meant: fc.Arbitrary<Meant> = fc.oneof(
  fc.constantFrom(...IDS).map((of) => ({
    options: { do: 'remove', of } as const,
    on: (entries: readonly Kept[]) => entries.filter(({ id }) => id !== of),
  })),
  fc.tuple(fc.constantFrom(...IDS), fc.string()).map(([of, title]) => ({
    options: { do: 'set', of, members: [{ key: 'title', json: JSON.stringify(title) }] } as const,
    on: (entries: readonly Kept[]) => entries.map((each) => (each.id === of ? { ...each, title } : each)),
  })),
  entry(fc.uuid()).map((each) => ({
    options: { do: 'append', members: membersOf(each) } as const,
    on: (entries: readonly Kept[]) => [...entries, each],
  })),
);

function reindexed(bytes: Uint8Array, changes: readonly EntryChange[]): Buffer {
  const list = conversationList(bytes);
  if (list === null) throw new Error('no list');
  return Buffer.from(applyEdits(bytes, reindex(list, changes)));
}

test('a changed index is, byte for byte, the one that writing the wished entries would make', () => {
  fc.assert(
    fc.property(index, fc.array(meant), layout, (entries, all, space) => {
      const text = (what: readonly Kept[]) => JSON.stringify({ version: '1.0', conversations: what }, null, space);
      const wished = all.reduce((done, { on }) => on(done), entries as readonly Kept[]);
      const made = reindexed(
        Buffer.from(text(entries)),
        all.map(({ options }) => options),
      );
      expect(made.toString()).toBe(text(wished));
    }),
  );
});

/** What TENEX may have done since: saved other conversations, and made new ones. */
const since = fc.record({
  touched: fc.dictionary(fc.constantFrom(...IDS), fc.string()),
  deleted: fc.array(fc.constantFrom(...IDS)),
  created: fc.array(entry(fc.uuid())),
  space: layout,
});

test('taking a run back leaves every entry that the run changed as before, and every other as TENEX has it now', () => {
  fc.assert(
    fc.property(index, fc.array(meant), since, (entries, all, { touched, deleted, created, space }) => {
      const before = Buffer.from(JSON.stringify({ conversations: entries }, null, 2));
      const after = reindexed(
        before,
        all.map(({ options }) => options),
      );
      const left: readonly Kept[] = JSON.parse(after.toString()).conversations;
      const same = (id: string) => {
        const [was, type] = [entries, left].map((list) => JSON.stringify(list.find((each) => each.id === id)));
        return was === type;
      };
      const owners = left
        .filter(({ id }) => !(same(id) && deleted.includes(id)))
        .map((each) => (same(each.id) ? { ...each, title: touched[each.id] ?? each.title } : each));
      const now = Buffer.from(JSON.stringify({ conversations: [...owners, ...created] }, null, space));
      const edits = putBackTenex('conversations/metadata.json', { before, after, now });
      if (edits === null) throw new Error('nobody touched what the run changed');
      const back = Buffer.from(applyEdits(now, edits));
      const got = new Map<string, Kept>(JSON.parse(back.toString()).conversations.map((each: Kept) => [each.id, each]));
      const ids = [...entries, ...left, ...created].map(({ id }) => id);
      for (const id of ids) {
        const want = (same(id) ? [...owners, ...created] : entries).find((each) => each.id === id);
        expect(got.get(id)).toEqual(want);
      }
      expect(putBackTenex('conversations/metadata.json', { before, after, now: back })).toEqual([]);
    }),
  );
});

test('taking a run back at once gives the bytes of before', () => {
  fc.assert(
    fc.property(index, fc.array(meant), layout, (entries, all, space) => {
      const before = Buffer.from(JSON.stringify({ conversations: entries }, null, space));
      const after = reindexed(
        before,
        all.map(({ options }) => options),
      );
      const edits = putBackTenex('conversations/metadata.json', { before, after, now: after });
      expect(Buffer.from(applyEdits(after, edits ?? [])).toString()).toBe(before.toString());
    }),
  );
});

/** Entries as someone else may write them: strange white space, further keys, numbers spelled their own way. */
function odd(entries: readonly Kept[], spaces: readonly string[]): string {
  let at = 0;
  const space = () => spaces[at++ % spaces.length] ?? '';
  const one = ({ id, archived }: Kept) =>
    `${space()}{${space()}"x"${space()}:${space()}1.0e+2,"archived":${archived}${space()},"id":"${id}","archive":null${space()}}`;
  return `{"version":9007199254740993,"conversations":[${entries.map(one).join(',')}${space()}],"x":[ ]}\n`;
}

test('a flag changes the bytes of its value and no other', () => {
  const spaces = fc.array(fc.constantFrom('', ' ', '\n', '\r\n\t'), { minLength: 1 });
  fc.assert(
    fc.property(index, fc.array(fc.constantFrom(...IDS)), spaces, (entries, ids, white) => {
      const made = reindexed(
        Buffer.from(odd(entries, white)),
        ids.map((id) => archivedFlag(id, true)),
      );
      const wished = entries.map((each) => ({ ...each, archived: each.archived || ids.includes(each.id) }));
      expect(made.toString()).toBe(odd(wished, white));
    }),
  );
});
