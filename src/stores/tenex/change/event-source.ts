import {
  elements,
  isArray,
  isString,
  kindOf,
  lastMembers,
  lexemeOf,
  quote,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { decodeEvent, eventIdOf } from '../read/events/event.ts';

/** An event object of June 2025 as the text that TENEX has kept since. */
export interface EventText {
  readonly text: string;
  readonly signed: boolean;
  /** Keys that an event has no place for. */
  readonly unknownKeys: readonly string[];
}

/**
 * Builds `[0,pubkey,created_at,kind,tags,content,sig,id]` from the object's own source (docs/formats/tenex.md, "Event
 * string"). A sentence, read after the event's name, if the text would be another event.
 */
export function eventText(object: Value): EventText | string {
  const fields = lastMembers(object);
  const wrong = WANTED.find(({ key, fits }) => !fits(fields.get(key) ?? null));
  if (wrong !== undefined) return `has no ${wrong.key} that an event can have`;
  const source = (key: string) => sourceOf(fields.get(key) ?? null);
  const parts = ['pubkey', 'created_at', 'kind', 'tags', 'content'].map(source);
  const sig = fields.get('sig') ?? null;
  const text = `[0,${parts.join(',')},${isString(sig) ? sourceOf(sig) : 'null'},${fields.has('id') ? source('id') : '""'}]`;
  if (!isSame(object, text)) return 'does not come out as the same event';
  const unknownKeys = [...fields.keys()].filter((key) => !KEYS.has(key));
  return { text, signed: isString(sig), unknownKeys };
}

const KEYS = new Set(['id', 'kind', 'content', 'tags', 'pubkey', 'created_at', 'sig']);

type Fits = (value: Value | null) => boolean;

const isText: Fits = (value) => isString(value);
const isNumber: Fits = (value) =>
  value !== null && kindOf(value) === 'number' && Number.isFinite(Number(lexemeOf(value)));
const isTags: Fits = (value) =>
  isArray(value) && elements(value).every((tag) => isArray(tag) && elements(tag).every((each) => isString(each)));
const isUnset: Fits = (value) => value === null || kindOf(value) === 'null' || isString(value);
const isIdOrUnset: Fits = (value) => value === null || isString(value);

const WANTED: readonly { readonly key: string; readonly fits: Fits }[] = [
  { key: 'pubkey', fits: isText },
  { key: 'created_at', fits: isNumber },
  { key: 'kind', fits: isNumber },
  { key: 'tags', fits: isTags },
  { key: 'content', fits: isText },
  { key: 'sig', fits: isUnset },
  { key: 'id', fits: isIdOrUnset },
];

/** Numbers keep their digits. Texts are escaped like JSON.stringify, whose output an id is the hash of. */
function sourceOf(value: Value | null): string {
  if (value === null) return 'null';
  if (isString(value)) return quote(textOf(value));
  if (isArray(value)) return `[${elements(value).map(sourceOf).join(',')}]`;
  return lexemeOf(value);
}

function isSame(object: Value, text: string): boolean {
  const { event } = decodeEvent(text);
  return event !== null && eventIdOf(event) === eventIdOf(JSON.parse(lexemeOf(object)));
}
