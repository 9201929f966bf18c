import { elements, isArray, isString, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { DecodedFnord } from './decode.ts';
import { type HydratedItem, isHydrated } from './items.ts';
import { taskLists } from './sections.ts';

export interface FileSummary {
  readonly messages: number;
  readonly toolCalls: number;
  /** The first user message whole; null if fnord raises before it. */
  readonly title: string | null;
}

/** Counts and question of a file (docs/formats/fnord.md, "Question"). */
export function summaryOf(document: Pick<DecodedFnord, 'items' | 'soundMessages'>): FileSummary {
  const sound = document.soundMessages();
  if (sound !== null) {
    const { messages, toolCalls, hasQuestion, question } = sound;
    return { messages, toolCalls, title: hasQuestion ? proseOf(question) : null };
  }
  const counts = { messages: 0, toolCalls: 0 };
  let first: HydratedItem | null = null;
  for (const each of document.items()) {
    if (!isHydrated(each)) continue;
    counts.messages++;
    if (each.as === 'call') counts.toolCalls++;
    if (each.as === 'user' || each.as === 'bare') first ??= each;
  }
  return { ...counts, title: first?.as === 'user' ? proseOf(first.text) : null };
}

export function proseOf(content: Value | null): string {
  if (isString(content)) return textOf(content);
  if (!isArray(content)) return '';
  let text = '';
  for (const part of elements(content)) {
    const piece = member(part, 'text');
    if (isString(piece)) text += textOf(piece);
  }
  return text;
}

export function fnordCounts(document: DecodedFnord): Counts {
  const { messages, toolCalls } = document.soundMessages() ?? summaryOf(document);
  let tasks = 0;
  for (const list of taskLists(document)) if (list.tasks !== null) tasks += elements(list.tasks).length;
  const memory = member(document.body, 'memory');
  const memories = memory === null ? 0 : elements(memory).length;
  return { conversations: 1, messages, toolCalls, tasks, memories, bytes: document.bytes.length };
}
