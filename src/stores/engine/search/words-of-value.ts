import {
  elements,
  isArray,
  isObject,
  isString,
  lexemeOf,
  members,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { CommonMembers, Said } from '../said.ts';

const SILENT_KEYS: ReadonlySet<string> = new Set([
  'type',
  'id',
  'encrypted_content',
  'internal_chat_message_metadata_passthrough',
]);

/** All words in a value, one line a key, for types without a reader of their own; `unsaid`: keys at the top to omit. */
export function wordsOfValue(value: Value | null, unsaid?: ReadonlySet<string>): string {
  return value === null ? '' : [...linesIn(value, { lead: '', levels: LEVELS }, unsaid)].join('\n');
}

export function hasWords(value: Value | null): boolean {
  return value !== null && linesIn(value, { lead: '', levels: LEVELS }).next().done === false;
}

/** Levels of a value that are read; deeper values stay JSON. */
const LEVELS = 64;

interface ValuePath {
  /** The keys above a value, as they are shown. */
  readonly lead: string;
  readonly levels: number;
}

function* linesIn(value: Value, { lead, levels }: ValuePath, unsaid?: ReadonlySet<string>): Generator<string> {
  if (levels > 0 && isObject(value)) yield* memberLines(value, { lead, levels: levels - 1 }, unsaid);
  else if (levels > 0 && isArray(value))
    for (const nested of elements(value)) yield* linesIn(nested, { lead, levels: levels - 1 });
  else {
    const text = wordOf(value);
    if (text !== '') yield lead === '' ? text : `${lead}: ${text}`;
  }
}

/** A value's words; empty for null, and for a long text without white space, which is encoded bytes. */
function wordOf(value: Value): string {
  if (!isString(value)) return typeOf(value) === 'null' ? '' : lexemeOf(value);
  const text = textOf(value);
  return text.length > 1000 && !/\s/.test(text) ? '' : text;
}

function* memberLines(value: Value, { lead, levels }: ValuePath, unsaid?: ReadonlySet<string>): Generator<string> {
  for (const { key, value: nested } of members(value)) {
    const name = textOf(key);
    if (SILENT_KEYS.has(name) || unsaid?.has(name) === true) continue;
    yield* linesIn(nested, { lead: lead === '' ? name : `${lead}.${name}`, levels });
  }
}

/** The words of a record, or of a part of a message, of unknown type: hidden, under its type; none without words. */
export function* unreadIn(
  type: string,
  value: Value | null,
  common: CommonMembers,
  unsaid?: ReadonlySet<string>,
): Generator<Said> {
  const words = wordsOfValue(value, unsaid);
  if (words === '') return;
  const [text, marks] = [`${type}\n${words}`, ['not read by the program']];
  yield { role: 'system', type: 'other', text, marks, hidden: true, ...common, source: 'program' };
}
