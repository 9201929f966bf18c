import { elements, isArray, isString, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { DecodedFnord } from './decode.ts';
import { type Item, isItem } from './item.ts';
import { taskLists } from './tasks.ts';

/** The row of a list for a conversation; nothing but the title is decoded for it. */
export interface FileSummary {
  /** Messages after hydration, and the calls of tools among them. */
  readonly messages: number;
  readonly toolCalls: number;
  /** The first user message whole; null where there is none, or where fnord raises before it finds it. */
  readonly title: string | null;
}

/** Counts the messages and finds the question (docs/formats/fnord.md, "Question"). */
export function summaryOf(document: Pick<DecodedFnord, 'items' | 'plain'>): FileSummary {
  const plain = document.plain();
  if (plain !== null) {
    const { messages, toolCalls, asked, question } = plain;
    return { messages, toolCalls, title: asked ? proseOf(question) : null };
  }
  const counts = { messages: 0, toolCalls: 0 };
  let first: Item | null = null;
  for (const each of document.items()) {
    if (!isItem(each)) continue;
    counts.messages++;
    if (each.as === 'call') counts.toolCalls++;
    if (each.as === 'user' || each.as === 'bare') first ??= each;
  }
  return { ...counts, title: first?.as === 'user' ? proseOf(first.text) : null };
}

/** The text of a content: itself, or the texts of its parts joined; empty for none. */
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

/** What is in one conversation file, as far as it can be read. */
export function fnordCounts(document: DecodedFnord): Counts {
  const { messages, toolCalls } = document.plain() ?? summaryOf(document);
  let tasks = 0;
  for (const list of taskLists(document)) if (list.tasks !== null) tasks += elements(list.tasks).length;
  const memory = member(document.body, 'memory');
  const memories = memory === null ? 0 : elements(memory).length;
  return { conversations: 1, messages, toolCalls, tasks, memories, bytes: document.bytes.length };
}
