import { elements, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { baseIn, type HistoryBase, type Meta, metaOf } from './meta.ts';
import { type Entry, entriesOf, isBare } from './record.ts';

/** Lines in which the program looks for the first record, and for the first question after it. */
const HEAD_LINES = 10;
const QUESTION = 210;

/** Bytes read at a time: a list looks at the beginnings of many files. */
const WINDOW = 1 << 16;

/** The beginning of a rollout, as far as the program's list reads it. */
export interface RolloutHead {
  readonly meta: Meta | null;
  /** The rollout that this one continues, by the record meant to name the thread, valid or not. */
  readonly base: HistoryBase | null;
  /** The first question as the program lists it; null for none. */
  readonly preview: string | null;
  /** The first question with a text: the program names a thread by it that begins with a picture. */
  readonly firstText: string | null;
  /** The first question in an item for the model, a bare record of 2025 or a line that is not UTF-8, before the first shown one. */
  readonly bareQuestion: string | null;
  /** True if an item for the model is before the record that names the thread: the program refuses to read the rollout. */
  readonly isBehindItem: boolean;
  /** True if the first line that is not blank names the thread. */
  readonly isFirst: boolean;
  /** Why the program's list has no preview of the rollout, or no record that names it. */
  readonly fault: HeadFault | null;
}

export type HeadFault = 'empty' | 'old-format' | 'not-utf8' | 'no-first-record' | 'unknown-mode' | 'no-question';

export function rolloutHead(source: Source, from = 0): RolloutHead {
  const seen: SeenRecords = { ...NO_RECORDS };
  let isUtf8 = true;
  for (const entry of entriesOf(source, { from, max: WINDOW })) {
    if (entry.shape === 'blank') continue;
    // The program's list reads nothing after the question.
    if (entry.shape === 'not-utf8') {
      isUtf8 = seen.meta !== null && seen.preview !== null;
      seen.bareQuestion ??= questionOnDamaged(entry);
      break;
    }
    see(seen, entry);
    if (isEnough(seen)) break;
  }
  const { meta, base, preview, firstText, bareQuestion } = seen;
  const isBehindItem = meta !== null && seen.isBehindItem;
  const fault = isUtf8 ? headFault(meta, preview, seen) : 'not-utf8';
  return { meta, base, preview, firstText, bareQuestion, isBehindItem, isFirst: seen.isFirst, fault };
}

/** True if the program refuses to read a rollout because of its beginning. `hasMeta`: true if any record names the thread. */
export function isRefusedHead({ meta, fault, isBehindItem }: RolloutHead, hasMeta: () => boolean): boolean {
  if (meta === null) return fault === 'not-utf8' || fault === 'no-first-record' || !hasMeta();
  return fault === 'unknown-mode' || isBehindItem;
}

interface SeenRecords {
  /** Number of lines; `recordCount` counts the records among them, `bare` the bare records of the first weeks. */
  count: number;
  recordCount: number;
  bare: number;
  meta: Meta | null;
  base: HistoryBase | null;
  preview: string | null;
  firstText: string | null;
  bareQuestion: string | null;
  isBehindItem: boolean;
  isFirst: boolean;
}

const NO_RECORDS: SeenRecords = {
  count: 0,
  recordCount: 0,
  bare: 0,
  meta: null,
  base: null,
  preview: null,
  firstText: null,
  bareQuestion: null,
  isBehindItem: false,
  isFirst: false,
};

/** True once no further line is needed: the next one may be of any length. */
function isEnough({ count, meta, firstText }: SeenRecords): boolean {
  return meta === null ? count >= HEAD_LINES : firstText !== null || count >= QUESTION;
}

function see(seen: SeenRecords, entry: Entry): void {
  seen.count++;
  if (entry.shape === 'record') seen.recordCount++;
  const isOfFirstWeeks = isBare(entry);
  if (isOfFirstWeeks) seen.bare++;
  if (seen.preview === null) seen.bareQuestion ??= questionInItem(isOfFirstWeeks ? entry.value : itemIn(entry));
  if (entry.type === 'response_item' && entry.shape === 'record') seen.isBehindItem ||= seen.meta === null;
  if (seen.meta === null && entry.type === 'session_meta' && entry.shape === 'record' && entry.payload !== null) {
    seen.meta = metaOf(entry.payload);
    seen.isFirst = seen.count === 1;
  }
  if (entry.type === 'session_meta') seen.base ??= baseIn(lastValue(entry.payload, 'history_base'));
  const question = questionOfEntry(entry);
  seen.preview ??= question;
  if (question !== IMAGE && question !== AUDIO) seen.firstText ??= question;
}

function headFault(
  meta: Meta | null,
  preview: string | null,
  { recordCount, bare }: { readonly recordCount: number; readonly bare: number },
): HeadFault | null {
  if (meta === null) return recordCount > 0 ? 'no-first-record' : bare > 0 ? 'old-format' : 'empty';
  if (meta.mode !== 'legacy' && meta.mode !== 'paginated') return 'unknown-mode';
  // The program lists a continuation of another rollout without a question of its own.
  return preview === null && meta.base === null ? 'no-question' : null;
}

/** Title of a question that is only pictures or sounds. */
const IMAGE = '[Image]';
const AUDIO = '[Audio]';
const MARKER = '## My request for Codex:';

export function questionOfEntry({ shape, type, payloadType, payload }: Entry): string | null {
  if (shape !== 'record' || type !== 'event_msg') return null;
  if (payloadType === 'user_message') return shownQuestion(textAt(payload, 'message') ?? '', attachedTo(payload));
  if (payloadType === 'thread_goal_updated') return textAt(lastValue(payload, 'goal'), 'objective');
  const item = payloadType === 'item_completed' ? lastValue(payload, 'item') : null;
  return textAt(item, 'type') === 'UserMessage' ? shownQuestion(contentText(item), attachmentMark(item)) : null;
}

/** The text after the program's marker; `attached` for a question without words. */
function shownQuestion(text: string, attached: string | null): string | null {
  const at = text.indexOf(MARKER);
  const question = (at < 0 ? text : text.slice(at + MARKER.length)).trim();
  return question === '' ? attached : question;
}

function attachedTo(payload: Value | null): string | null {
  const has = (...keys: readonly string[]) => keys.some((key) => elements(lastValue(payload, key)).length > 0);
  if (has('images', 'local_images')) return IMAGE;
  return has('audio', 'local_audio') ? AUDIO : null;
}

function attachmentMark(item: Value | null): string | null {
  if (contentHas(item, 'image')) return IMAGE;
  return contentHas(item, 'audio') ? AUDIO : null;
}

function itemIn({ shape, type, payload }: Entry): Value | null {
  return shape === 'record' && type === 'response_item' ? payload : null;
}

function questionInItem(item: Value | null): string | null {
  const text = textAt(item, 'type') === 'message' ? contentText(item) : '';
  return text !== '' && isUserTurn(textAt(item, 'role'), text) ? text : null;
}

/** What can be read of it: a byte that is not UTF-8 becomes U+FFFD. */
function questionOnDamaged({ value }: Entry): string | null {
  const payload = lastValue(value, 'payload');
  const question = textAt(payload, 'type') === 'user_message' ? textAt(payload, 'message') : null;
  return question ?? questionInItem(payload);
}

export function contentText(item: Value | null): string {
  return textParts(item, 'content').map(textOf).join('');
}

/** Texts of an item, joined by line feeds; the program's preview joins them by nothing. */
export function contentLines(item: Value | null): string {
  return textParts(item, 'content').map(textOf).join('\n');
}

/** The first text of an item's parts; null for none. */
export function firstPart(item: Value | null, key: string): Value | null {
  for (const part of elements(lastValue(item, key))) {
    const text = lastValue(part, 'text');
    if (isString(text)) return text;
  }
  return null;
}

export function textParts(item: Value | null, key: string): Value[] {
  return elements(lastValue(item, key)).flatMap((part) => {
    const text = lastValue(part, 'text');
    return isString(text) ? text : [];
  });
}

function contentHas(item: Value | null, word: string): boolean {
  return elements(lastValue(item, 'content')).some((part) => {
    const type = lastValue(part, 'type');
    return isString(type) && textOf(type).toLowerCase().includes(word);
  });
}

/** False for a text of the program before a question. */
export function isUserTurn(role: string | null, text: string): boolean {
  return role === 'user' && !/^\s*(?:<[a-z_]+>|<(?:codex_internal_context|hook_prompt)\s|# AGENTS\.md)/.test(text);
}
