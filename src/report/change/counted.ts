import type { Counts } from '../../model/conversation.ts';
import { bytesText, countText } from '../numbers.ts';

/** The counts of conversations, with words for one and for many. */
export const COUNTED: readonly (readonly [key: keyof Counts, one: string, many?: string])[] = [
  ['conversations', 'conversation'],
  ['messages', 'message'],
  ['toolCalls', 'tool call'],
  ['tasks', 'task'],
  ['memories', 'memory', 'memories'],
];

/** The losses, as `2 messages, 1 tool call`; of what goes whole, its bytes too. Empty for nothing. */
export function lessText({ before, after }: { readonly before: Counts; readonly after: Counts }): string {
  const parts = COUNTED.filter(([key]) => key !== 'conversations' && after[key] < before[key]).map(([key, one, many]) =>
    countText(before[key] - after[key], one, many),
  );
  const isGone = after.conversations < before.conversations;
  return [...parts, ...(isGone ? [bytesText(before.bytes - after.bytes)] : [])].join(', ');
}
