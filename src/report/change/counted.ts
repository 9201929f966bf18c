import type { Counts } from '../../model/conversation.ts';
import { bytesText, countText } from '../numbers.ts';

/** With words for one and many. */
export const COUNTED: readonly (readonly [key: keyof Counts, one: string, many?: string])[] = [
  ['conversations', 'conversation'],
  ['messages', 'message'],
  ['toolCalls', 'tool call'],
  ['tasks', 'task'],
  ['memories', 'memory', 'memories'],
];

/** Losses, as `2 messages, 1 tool call`; for deletions also the bytes. Empty for none. */
export function lessText({ before, after }: { readonly before: Counts; readonly after: Counts }): string {
  const parts = COUNTED.filter(([key]) => key !== 'conversations' && after[key] < before[key]).map(([key, one, many]) =>
    countText(before[key] - after[key], one, many),
  );
  const isGone = after.conversations < before.conversations;
  return [...parts, ...(isGone ? [bytesText(before.bytes - after.bytes)] : [])].join(', ');
}
