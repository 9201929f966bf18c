import { asBuffer } from '../../../codecs/bytes.ts';
import { isObject, isString, sourceOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { wordsOfValue } from '../../engine/search/words-of-value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { contentLines, firstPart, textParts } from './head.ts';
import type { UnplacedMessage } from './item-words.ts';
import { EVENT_MEMBERS, ITEM_TYPES, RESPONSE_ITEMS, SILENT_EVENTS } from './items.ts';
import { type Entry, jsonIn } from './record.ts';

export function asideMessages(entry: Entry, mode: string | null): readonly UnplacedMessage[] {
  const { shape, type } = entry;
  if (type === 'response_item' && shape === 'record') return itemAside(entry, mode);
  if (type === 'event_msg') return eventAside(entry, mode);
  if (type === 'retained_context' && shape === 'record') return contextSaid(entry.payload);
  return isNew(entry) ? unknownSaid(entry) : NO_ENTRIES;
}

function itemAside(entry: Entry, mode: string | null): readonly UnplacedMessage[] {
  const { payloadType, payload } = entry;
  if (payloadType === 'agent_message') return agentSaid(payload);
  if (payloadType === 'message') return mode === 'paginated' ? NO_ENTRIES : hookSaid(payload);
  return payloadType === null || payloadType in RESPONSE_ITEMS || WORDLESS_ITEMS.has(payloadType)
    ? NO_ENTRIES
    : unknownSaid(entry);
}

function eventAside(entry: Entry, mode: string | null): readonly UnplacedMessage[] {
  const { shape, payloadType } = entry;
  if (payloadType === 'item_completed' && mode !== 'paginated') return itemSaid(entry);
  if (NOTICES.has(payloadType ?? '')) return noticeSaid(entry);
  return shape === 'skipped' && isNewEvent(payloadType) ? unknownSaid(entry) : NO_ENTRIES;
}

const NO_ENTRIES: readonly never[] = [];

/** Events that the program shows when they occur, but not when it goes on. */
const NOTICES: ReadonlySet<string> = new Set([
  'error',
  'warning',
  'stream_error',
  'guardian_warning',
  'deprecation_notice',
]);

function noticeSaid({ payloadType, payload }: Entry): readonly UnplacedMessage[] {
  const message = textAt(payload, 'message') ?? textAt(payload, 'summary');
  return message === null ? NO_ENTRIES : [{ role: 'system', type: 'other', text: `${payloadType}: ${message}` }];
}

/** The words of a hook that made the model continue: a legacy thread has no event for them. */
function hookSaid(payload: Value | null): readonly UnplacedMessage[] {
  const first = firstPart(payload, 'content');
  if (first === null || !HOOK.equals(sourceOf(first).subarray(0, HOOK.length))) return NO_ENTRIES;
  const text = contentLines(payload).replace(/<\/?hook_prompt\b[^<>]*>/g, '');
  return [{ role: 'system', type: 'other', text: `hook prompt: ${text}` }];
}

const HOOK = Buffer.from('"<hook_prompt ');

/** Types of items for the model that have no words. */
const WORDLESS_ITEMS: ReadonlySet<string> = new Set([
  'additional_tools',
  'configuration_update',
  'compaction_trigger',
  'other',
]);

function itemSaid({ type, payloadType, payload }: Entry): readonly UnplacedMessage[] {
  const item = lastValue(payload, 'item');
  const isKnown = KNOWN_ITEMS.has(textAt(item, 'type') ?? '');
  return isKnown ? NO_ENTRIES : unknownSaid({ type, payloadType, payload: item });
}

const KNOWN_ITEMS: ReadonlySet<string> = new Set(ITEM_TYPES);

/** Text of a record that no event reports: a compaction's summary, the reason for a call, or an answer's sources; null for none. */
export function unreportedText({ type, payloadType, payload }: Entry): UnplacedMessage | null {
  if (type === 'compacted') {
    const text = textAt(payload, 'message') ?? '';
    return text === '' ? null : { role: 'system', type: 'other', text: `summary: ${text}` };
  }
  if (payloadType === 'message') return citationIn(payload);
  if (payloadType !== 'function_call') return null;
  const written = lastValue(payload, 'arguments');
  if (!isString(written) || !asBuffer(sourceOf(written)).includes('justification')) return null;
  const text = textAt(jsonIn(textOf(written)), 'justification') ?? '';
  return text === '' ? null : { role: 'assistant', type: 'text', text, marks: ['justification'] };
}

/** The program's memory notes after an answer based on them, in the copy for the model. */
function citationIn(payload: Value | null): UnplacedMessage | null {
  const isCiting = textParts(payload, 'content').some((text) => asBuffer(sourceOf(text)).includes(CITATION));
  const [, cited] = isCiting ? (CITED.exec(contentLines(payload)) ?? []) : [];
  const text = cited?.replace(/<\/?citation_entries>|\s+/g, ' ').trim() ?? '';
  return text === '' ? null : { role: 'assistant', type: 'text', text, marks: ['memory citation'] };
}

const CITATION = '<oai-mem-citation>';
const CITED = /<oai-mem-citation>(.*?)(?:<\/oai-mem-citation>|$)/s;

function isNew({ shape, type, value, payload }: Entry): boolean {
  if (type === null || !isObject(value) || payload === null) return false;
  return type === 'realtime_item' || (shape === 'skipped' && !KNOWN_TYPES.has(type));
}

function isNewEvent(payloadType: string | null): boolean {
  return payloadType !== null && !(payloadType in EVENT_MEMBERS) && !SILENT_EVENTS.has(payloadType);
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(['session_meta', 'response_item', 'turn_context', 'compacted']);

function unknownSaid({
  type,
  payloadType,
  payload,
}: Pick<Entry, 'type' | 'payloadType' | 'payload'>): readonly UnplacedMessage[] {
  const role = textAt(payload, 'role');
  const text = textAt(payload, 'text');
  if (type === 'realtime_item' && text !== null && (role === 'user' || role === 'assistant'))
    return [{ role, type: 'text', text, marks: ['spoken'] }];
  const words = wordsOfValue(payload);
  const name = [type, payloadType].filter((word) => word !== null).join(' ');
  return words === '' ? NO_ENTRIES : [{ role: 'system', type: 'other', text: `${name}: ${words}` }];
}

function contextSaid(payload: Value | null): readonly UnplacedMessage[] {
  const type = textAt(payload, 'type');
  if (type === 'delivered_assistant_message' || type === 'accepted_file_audio') return NO_ENTRIES;
  const words = wordsOfValue(payload);
  return words === ''
    ? NO_ENTRIES
    : [{ role: 'system', type: 'other', text: `retained_context ${type ?? ''}: ${words}` }];
}

/** Lines that the program puts before an agent's message. */
const HEADER = /^Message Type: (.*)\nTask name: (.*)\nSender: .*\nPayload:\n?/;

function agentSaid(payload: Value | null): readonly UnplacedMessage[] {
  const text = contentLines(payload).replace(HEADER, '$1, $2\n').trimEnd();
  const from = textAt(payload, 'author');
  return text === ''
    ? NO_ENTRIES
    : [{ role: 'system', type: 'other', text: `message of ${from ?? 'an agent'}: ${text}` }];
}
