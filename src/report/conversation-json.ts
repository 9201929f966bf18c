import type { Conversation } from '../model/conversation.ts';
import type { Json } from './json-text.ts';
import { isoText } from './time.ts';

/** A conversation as the JSON contract has it: `C`, with its times as ISO 8601 beside the seconds. */
export function conversationJson(each: Conversation): { readonly [key: string]: Json } {
  const { timestamp, createdAt, updatedAt } = each;
  const iso = { timestamp: isoText(timestamp), createdAt: isoText(createdAt), updatedAt: isoText(updatedAt) };
  return { ...each, iso };
}
