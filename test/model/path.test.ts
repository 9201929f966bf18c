import { expect, test } from 'vitest';
import { isOfConversation } from '../../src/model/path.ts';

test('a path is of a conversation that it is, that is its folder, or in whose folder of the same name it is', () => {
  expect(isOfConversation('p/a.jsonl', 'p/a.jsonl')).toBe(true);
  expect(isOfConversation('p/a/subagents/b.jsonl', 'p/a.jsonl')).toBe(true);
  expect(isOfConversation('p/a/events.jsonl', 'p/a')).toBe(true);
  expect(isOfConversation('p/ab/b.jsonl', 'p/a.jsonl')).toBe(false);
  expect(isOfConversation('p/a.jsonl.bak', 'p/a.jsonl')).toBe(false);
});
