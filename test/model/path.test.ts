import { expect, test } from 'vitest';
import { isFileOfRecords, isOfConversation } from '../../src/model/path.ts';

test('a path is of a conversation that it is, that is its folder, or in whose folder of the same name it is', () => {
  expect(isOfConversation('p/a.jsonl', 'p/a.jsonl')).toBe(true);
  expect(isOfConversation('p/a/subagents/b.jsonl', 'p/a.jsonl')).toBe(true);
  expect(isOfConversation('p/a/events.jsonl', 'p/a')).toBe(true);
  expect(isOfConversation('p/ab/b.jsonl', 'p/a.jsonl')).toBe(false);
  expect(isOfConversation('p/a.jsonl.bak', 'p/a.jsonl')).toBe(false);
});

test.each([
  ['p/a.jsonl', true],
  ['p/a.jsonl.zst', true],
  ['p/a.jsonl.bak', true],
  ['p/a.jsonl.0a1b2c3d4e5f6071', true],
  ['p/a.jsonl~', true],
  ['p/a.jsonl.gz', false],
  ['p/a.jsonlx', false],
  ['p/a.jsonl.d/b.json', false],
  ['p/a.json', false],
])('%s is a file of records: %s', (path, isOne) => {
  expect(isFileOfRecords(path)).toBe(isOne);
});
