import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bytesBelow } from '../../../support/folders.ts';
import type { AnyAsk } from '../../ask.ts';
import { readBase, type Tree } from '../reader.ts';
import { RECORDED, type Result, run, withFiles } from './base.ts';
import { applied } from './tree.ts';

/** The recorded base after it was damaged in a dozen ways. */
const DAMAGED = bytesBelow(fileURLToPath(new URL('../../../../fixtures/rao/recorded/damaged', import.meta.url)));

function healed(tree: Tree, ids: readonly string[] | null = null, more: AnyAsk = {}): Result {
  return run(tree, 'heal', ids, more);
}

function left(tree: Tree, { outcomes, closings }: Result): Tree {
  const all = [...outcomes.values(), ...closings];
  return all.reduce((now, outcome) => (outcome.state === 'changed' ? applied(now, outcome.change) : now), tree);
}

const states = ({ outcomes, closings }: Result) => [...outcomes.values(), ...closings].map(({ state }) => state);

describe('a damaged base', () => {
  const result = healed(DAMAGED, null, { lossy: true });
  const tree = left(DAMAGED, result);

  test('is read whole afterwards, with a name for each conversation', () => {
    expect(() => readBase(DAMAGED)).toThrow('the names of 2 are several');
    const { listing, conversations, losesNames } = readBase(tree);
    expect(listing).toEqual([1, 2, 4, 5, 6, 7]);
    expect([...conversations.values()].every(({ messages }) => messages !== null)).toBe(true);
    expect(conversations.get(2)?.name).toBe('Normals');
    expect(losesNames).toBe(false);
  });

  test('has every message that was whole', () => {
    const { conversations } = readBase(tree);
    const { conversations: sound } = readBase(RECORDED);
    expect(conversations.get(1)?.messages).toEqual(sound.get(1)?.messages?.slice(0, 2));
    expect(conversations.get(2)?.messages?.map(({ id }) => id)).toEqual(sound.get(2)?.messages?.map(({ id }) => id));
    for (const number of [5, 6, 7]) expect(conversations.get(number)?.messages).toEqual(sound.get(number)?.messages);
  });

  test('is healed once', () => {
    expect(states(healed(tree, null, { lossy: true })).every((state) => state === 'unchanged')).toBe(true);
  });

  test('is one Change a conversation, and one for the names', () => {
    const changes = [...result.outcomes.values(), ...result.closings].flatMap((outcome) =>
      outcome.state === 'changed' ? [outcome.change] : [],
    );
    expect(changes.map(({ ids, path, keep, locks }) => ({ ids, path, keep, locks }))).toEqual(
      [
        ...['1', '2', '3', '5', '6'].map((id) => ({ ids: [id], path: `conversations/conversation_${id}` })),
        { ids: [], path: 'conversation_names.csv' },
      ].map((each) => ({ ...each, keep: 'copy', locks: [] })),
    );
  });

  test('loses nothing without --lossy', () => {
    const safe = left(DAMAGED, healed(DAMAGED));
    expect([...safe.keys()].filter((path) => !DAMAGED.has(path))).toEqual([]);
    for (const [path, bytes] of safe) expect(bytes.length).toBeGreaterThanOrEqual(DAMAGED.get(path)?.length ?? 0);
  });

  test('is left alone but for the conversations that are named, and their rows', () => {
    const named = healed(DAMAGED, ['2'], { lossy: true });
    expect(states(named)).toEqual(['changed', 'changed']);
    const tree = left(DAMAGED, named);
    for (const [path, bytes] of DAMAGED)
      if (!path.startsWith('conversations/conversation_2/') && path !== 'conversation_names.csv')
        expect(tree.get(path)).toBe(bytes);
    expect(states(healed(DAMAGED, ['7'], { lossy: true }))).toEqual(['unchanged']);
  });
});

test('a base that Rao wrote has nothing to heal but where its images lie', () => {
  const result = healed(RECORDED);
  const changed = [...result.outcomes].flatMap(([id, { state }]) => (state === 'unchanged' ? [] : [id]));
  expect(changed).toEqual(['6']);
  expect(result.outcomes.get('6')).toMatchObject({ change: { codes: ['RA253'] } });
  expect(result.closings).toEqual([]);
});

describe('the table of names', () => {
  const NAMES = 'conversation_names.csv';
  const damaged = (table: string) => withFiles(RECORDED, { [NAMES]: table });

  test.each([
    ['no byte', '', null],
    [
      'a bare comma',
      '"conversation_id","name"\n1,CSV columns, "quoted" name\n2,"Normals"\n',
      'CSV columns, "quoted" name',
    ],
    ['an open quote', '"conversation_id","name"\n1,"CSV columns\n2,"Normals"\n', 'CSV columns'],
    ['no header', '1,"CSV columns"\n2,"Normals"\n', 'CSV columns'],
  ])('with %s is read afterwards', (_what, table, name) => {
    const { conversations, losesNames } = readBase(left(damaged(table), healed(damaged(table), null, { lossy: true })));
    expect(losesNames).toBe(false);
    expect(conversations.get(1)?.name).toBe(name ?? 'New conversation');
    expect(conversations.get(2)?.name).toBe(name === null ? 'New conversation' : 'Normals');
  });
});
