import { elements, member } from '../../../codecs/json/value.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Decoded } from '../decode/decode.ts';
import { isItem } from './item.ts';
import { taskLists } from './tasks.ts';

/** What is in one conversation file, as far as it can be read. */
export function countsOf(document: Decoded): Counts {
  let messages = 0;
  let toolCalls = 0;
  for (const each of document.items()) {
    if (!isItem(each)) continue;
    messages++;
    if (each.as === 'call') toolCalls++;
  }
  let tasks = 0;
  for (const list of taskLists(document)) if (list.tasks !== null) tasks += elements(list.tasks).length;
  const memory = document.body === null ? null : member(document.body, 'memory');
  const memories = memory === null ? 0 : elements(memory).length;
  return { conversations: 1, messages, toolCalls, tasks, memories, bytes: document.bytes.length };
}
