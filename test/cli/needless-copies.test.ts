import { expect, test } from 'vitest';
import type { Job } from '../../src/cli/command.ts';
import { ListedCopies, sameIdLines } from '../../src/cli/needless-copies.ts';
import { type Conversation, MAX_COMPARED_BYTES } from '../../src/model/conversation.ts';

function thread(id: string, bytes: number, more: Partial<Conversation> = {}): Conversation {
  return { kind: 'codex', id, state: 'active', bytes, ...more } as Conversation;
}

const FORK = thread('b', 1000, { forkedFrom: 'a' });

test('threads that fork are compared where all of them are few bytes', () => {
  const listed = new ListedCopies(true);
  listed.add([thread('a', MAX_COMPARED_BYTES - 1000), FORK]);
  expect(['a', 'b', 'c'].map((id) => listed.threads?.(id))).toEqual([true, true, false]);
  listed.add([thread('c', 1)]);
  expect(listed.threads).toBeNull();
});

test('threads are not compared where none forks, or whoever lists them is in a hurry', () => {
  const alone = new ListedCopies(true);
  alone.add([thread('a', 10), thread('b', 10)]);
  expect([alone.threads, alone.isAny]).toEqual([null, true]);
  const quick = new ListedCopies(false);
  quick.add([thread('a', 10), FORK]);
  expect(quick.threads).toBeNull();
});

test('copies are those by their names, in no archive and of any kind', () => {
  const listed = new ListedCopies(true);
  const copy = '019bd0a6-a1e0-7c37-8247-b2fa4159b508 (conflicted copy)';
  listed.add([thread(copy, 10), thread('a', 10), thread(`${copy} 2`, 10, { state: 'archived' })]);
  listed.add([thread('pi', 2 ** 40, { kind: 'pi' })]);
  expect([...listed.copies]).toEqual([copy]);
});

test.each([
  ['none has messages of its own, the older', [], [], 'old'],
  ['the newer has none of its own', [1], [], 'new'],
  ['the older has none of its own', [], [1], 'old'],
  ['both have messages of their own', [1], [2], null],
])('of one id in two projects one is named to be archived where %s', (_, inOld, inNew, named) => {
  const [old, young] = [1, 2].map((updatedAt, n) => thread('a', 10, { updatedAt, project: ['old', 'new'][n] ?? null }));
  if (old === undefined || young === undefined) throw new Error('two conversations');
  const diff = { onlyInFirst: new Set<number>(inOld), onlyInSecond: new Set<number>(inNew) };
  const options = { roots: { from: 'words', paths: [] }, kind: [], project: [] } as unknown as Job['options'];
  const lines = sameIdLines({ options }, [old, young], diff);
  expect(lines).toEqual(
    named === null
      ? []
      : [`nothing in that of ${named} that the other lacks: \`convo archive a --project ${named}\` moves it away`],
  );
  expect(sameIdLines({ options }, [old, { ...young, project: 'old' }], diff)).toEqual([]);
});
