import { pointersOf } from '../../../codecs/json/pointer.ts';
import { elements, isString, lexemeOf, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Message, Transcript } from '../../../model/conversation.ts';
import type { Decoded } from '../decode/decode.ts';
import { firstWins } from '../decode/first-wins.ts';
import { type Item, isItem } from './item.ts';
import { memorySource, metadataSource, tasksSource } from './sections.ts';
import { proseOf } from './summary.ts';

/** A conversation as fnord hydrates it; of a damaged one what is whole, with what makes it raise in its place. */
export function transcriptOf(decoded: Decoded): Transcript {
  const document = firstWins(decoded);
  return {
    messages: messagesOf(document),
    metadata: { source: metadataSource(document) },
    memory: { source: memorySource(document) },
    tasks: { source: tasksSource(document) },
  };
}

function messagesOf(document: Decoded): Message[] {
  const said: { readonly value: Value; readonly said: Said }[] = [];
  for (const each of document.items()) {
    if (isItem(each)) said.push({ value: each.value, said: saidBy(each) });
    else if (each.refuses && each.where !== null) said.push({ value: each.where, said: unknown(each.where) });
  }
  const pointers = pointersOf(said.map(({ value }) => value));
  return said.map(({ value, said }, index) => ({ index, at: pointers.get(value.at) ?? '', ...said }));
}

type Said = Omit<Message, 'index' | 'at'>;

function saidBy(item: Item): Said {
  const { as, text, value } = item;
  switch (as) {
    case 'user':
    case 'assistant':
      return { role: as, type: 'text', text: proseOf(text), hidden: false };
    case 'system':
      // fnord leaves instructions out of its transcripts.
      return { role: as, type: 'text', text: proseOf(text), hidden: true };
    case 'call':
      return { role: 'assistant', type: 'tool_call', text: null, ...named(item), hidden: false };
    case 'output':
      return {
        role: 'tool',
        type: 'tool_output',
        text: sourceText(text, ''),
        callId: sourceText(item.callId, ''),
        hidden: false,
      };
    case 'reasoning':
      return { role: 'assistant', type: 'reasoning', text: reasoningText(value), hidden: true };
    default:
      return unknown(value);
  }
}

function named({ name, callId, text }: Item): Pick<Said, 'name' | 'callId' | 'arguments'> & object {
  return { name: sourceText(name, ''), callId: sourceText(callId, ''), arguments: sourceText(text, '{}') };
}

function unknown(value: Value): Said {
  return { role: null, type: 'other', text: lexemeOf(value), hidden: false };
}

/** A text decoded, anything else as its JSON source; fnord would print it in the notation of its language. */
function sourceText(value: Value | null, absent: string): string {
  if (value === null || lexemeOf(value) === 'null') return absent;
  return isString(value) ? textOf(value) : lexemeOf(value);
}

/** The summary a provider gave of its reasoning; the reasoning itself is encrypted. */
function reasoningText(value: Value): string | null {
  const summary = member(value, 'summary');
  const texts =
    summary === null
      ? []
      : elements(summary)
          .map((part) => member(part, 'text'))
          .filter(isString);
  return texts.length === 0 ? null : texts.map(textOf).join('\n\n');
}
