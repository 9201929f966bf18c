import { expect, test } from 'vitest';
import { ofSubagent } from '../../../src/cli/export/page-file.ts';
import type { Conversation } from '../../../src/model/conversation.ts';
import type { ShownConversation } from '../../../src/ops/show.ts';

test('the page of a subagent is called by the title of its conversation, else by the first question', () => {
  const titleOf = (conversation: Pick<Conversation, 'title' | 'asked'>) =>
    ofSubagent({ conversation } as ShownConversation, 'a1').conversation.title;
  expect(titleOf({ title: 'Leeks', asked: null })).toBe('subagent a1: Leeks');
  expect(titleOf({ title: null, asked: 'How deep do leeks go?\nAnd onions?' })).toBe(
    'subagent a1: How deep do leeks go?',
  );
  expect(titleOf({ title: null })).toBe('subagent a1: (no title)');
});
