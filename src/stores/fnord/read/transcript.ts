import { applyEdits } from '../../../codecs/edit.ts';
import { pointersOf } from '../../../codecs/json/pointer.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  isString,
  lexemeOf,
  member,
  quote,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Message, Transcript } from '../../../model/conversation.ts';
import { dropDuplicates } from '../../engine/faults/document.ts';
import { type DecodedFnord, decodeFnord } from './decode.ts';
import { type HydratedItem, isHydrated } from './items.ts';
import { indexStatusOf, MEMORY_KEYS, scopeOf, type TaskList, taskLists } from './sections.ts';
import { proseOf } from './summary.ts';

/** The conversation as fnord hydrates it. A damaged one gives its whole parts, with faults in place of messages that raise. */
export function fnordTranscript(decoded: DecodedFnord): Transcript {
  const document = firstWins(decoded);
  return {
    messages: messagesOf(document),
    metadata: { source: metadataSource(document) },
    memory: { source: memorySource(document) },
    tasks: { source: tasksSource(document) },
  };
}

function messagesOf(document: DecodedFnord): Iterable<Message> {
  const items: (HydratedItem | Value)[] = [];
  for (const each of document.items()) {
    if (isHydrated(each)) items.push(each);
    else if (each.refuses && each.where !== null) items.push(each.where);
  }
  const pointers = pointersOf(items.map(valueIn));
  return {
    *[Symbol.iterator]() {
      for (const [index, each] of items.entries())
        yield {
          index,
          at: pointers.get(valueIn(each).at) ?? '',
          ...('tape' in each ? unknownMessage(each) : saidBy(each)),
        };
    },
  };
}

function valueIn(each: HydratedItem | Value): Value {
  return 'tape' in each ? each : each.value;
}

type UnplacedMessage = Omit<Message, 'index' | 'at'>;

function saidBy(item: HydratedItem): UnplacedMessage {
  const { as, text, value } = item;
  switch (as) {
    case 'user':
    case 'assistant':
      return { role: as, type: 'text', text: proseOf(text), hidden: false };
    case 'system':
      // fnord hides instructions in its transcripts.
      return { role: as, type: 'text', text: proseOf(text), hidden: true };
    case 'call':
      return { role: 'assistant', type: 'tool_call', text: null, ...callMembers(item), hidden: false };
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
      return unknownMessage(value);
  }
}

function callMembers({
  name,
  callId,
  text,
}: HydratedItem): Pick<UnplacedMessage, 'name' | 'callId' | 'arguments'> & object {
  return { name: sourceText(name, ''), callId: sourceText(callId, ''), arguments: sourceText(text, '{}') };
}

function unknownMessage(value: Value): UnplacedMessage {
  return { role: null, type: 'other', text: lexemeOf(value), hidden: false };
}

/** The decoded text; for other types their JSON source, which fnord itself prints in Elixir's notation. */
function sourceText(value: Value | null, absent: string): string {
  if (value === null || lexemeOf(value) === 'null') return absent;
  return isString(value) ? textOf(value) : lexemeOf(value);
}

/** The provider's summary of the reasoning, which itself is encrypted; null for none. */
function reasoningText(value: Value): string | null {
  const summary = member(value, 'summary');
  const texts = elements(summary)
    .map((part) => member(part, 'text'))
    .filter(isString);
  return texts.length === 0 ? null : texts.map(textOf).join('\n\n');
}

/** JSON source of the metadata, as spelled in the file; `null` if the file is cut inside it. */
function metadataSource({ body }: DecodedFnord): string {
  const metadata = member(body, 'metadata');
  if (metadata === null) return '{}';
  return isComplete(metadata) ? lexemeOf(metadata) : 'null';
}

/** JSON of the memories with the nine fields that fnord hydrates, as spelled in the file; of a cut list, only whole ones. */
function memorySource({ body }: DecodedFnord): string {
  const memory = member(body, 'memory');
  if (memory === null || isObject(memory)) return '[]';
  if (!isArray(memory)) return lexemeOf(memory);
  return `[${elements(memory).map(memoryFields).join(',')}]`;
}

function memoryFields(memory: Value): string {
  if (!isObject(memory)) return lexemeOf(memory);
  return `{${MEMORY_KEYS.map((key) => `"${key}":${memoryField(memory, key)}`).join(',')}}`;
}

function memoryField(memory: Value, key: (typeof MEMORY_KEYS)[number]): string {
  if (key === 'scope') return quote(scopeOf(memory));
  const status = key === 'index_status' ? indexStatusOf(memory) : null;
  if (key === 'index_status') return status === null ? 'null' : quote(status);
  return sourceOrNull(member(memory, key));
}

function tasksSource(document: DecodedFnord): string {
  return `{${Array.from(taskLists(document), listSource).join(',')}}`;
}

function listSource({ name, description, tasks }: TaskList): string {
  const hydrated = elements(tasks).map(taskSource);
  return `${quote(name)}:{"description":${sourceOrNull(description)},"tasks":[${hydrated.join(',')}]}`;
}

function taskSource(task: Value): string {
  if (!isObject(task)) return lexemeOf(task);
  const field = (key: string) => sourceOrNull(member(task, key));
  return `{"id":${field('id')},"data":${field('data')},"outcome":${outcome(task)},"result":${field('result')}}`;
}

function outcome(task: Value): string {
  const value = member(task, 'outcome');
  if (value !== null && typeOf(value) === 'null') return 'null';
  const name = isString(value) ? textOf(value) : '';
  return name === 'done' || name === 'failed' ? quote(name) : '"todo"';
}

function sourceOrNull(value: Value | null): string {
  return value === null ? 'null' : lexemeOf(value);
}

/** The document as fnord sees it, without repeated keys. */
function firstWins(document: DecodedFnord): DecodedFnord {
  const { tape, isParsed } = document;
  // Nothing after a cut is read, so a cut document needs no edits.
  const edits = tape === null || !isParsed ? [] : dropDuplicates(tape);
  return edits.length === 0 ? document : decodeFnord(applyEdits(document.bytes, edits));
}
