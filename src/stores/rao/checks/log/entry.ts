import { firstWhere } from '../../../../codecs/bytes.ts';
import {
  eachElement,
  elements,
  isArray,
  isObject,
  members,
  nextOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { type FunctionCall, type RaoReference, referenceOf, textOfReference } from '../../read/field.ts';
import { EDIT_CALLS, type Log, LogMessage } from '../../read/log.ts';

export class LogEntry extends LogMessage {
  /** The call; null for none, and for the empty object that R writes for null. */
  override get call(): FunctionCall | null {
    const call = super.call;
    return call === null || isNothing(call.value) ? null : call;
  }

  override get callId(): string | null {
    const { call } = this;
    return call === null ? super.callId : call.callId;
  }

  get key(): string | null {
    return referenceKey(this.id);
  }

  get related(): RaoReference {
    return referenceOf(singleValue(this.field('related_to')));
  }

  get at(): string {
    return `/${this.index}`;
  }
}

export function singleValue(value: Value | null): Value | null {
  if (!isArray(value)) return value;
  const [only, ...others] = elements(value);
  return only === undefined || others.length > 0 || isArray(only) || isObject(only) ? value : only;
}

/** R's length of a value: 0 for null, 1 for a plain value. */
export function rLength(value: Value | null): number {
  if (value === null || typeOf(value) === 'null') return 0;
  if (isObject(value)) return members(value).length;
  return isArray(value) ? elements(value).length : 1;
}

/** True for a value that R compares as one, boxed or not, and for a missing one, which it does not compare. */
export function isSingle(value: Value | null): boolean {
  return value === null || typeOf(value) === 'null' || rLength(value) === 1;
}

/** True for an empty object, which R writes for NULL. */
export function isNothing(value: Value): boolean {
  return isObject(value) && nextOf(value) === value.at + 1;
}

function isEdit({ call }: Pick<LogEntry, 'call'>): boolean {
  return EDIT_CALLS.includes(call?.name ?? '');
}

/** The common key of ids and references: R writes 100000 also as `1e+05`. Null for no id. */
export function referenceKey(reference: RaoReference): string | null {
  if (reference.type === 'number') return String(reference.number);
  const text = textOfReference(reference);
  return text === null ? null : keyOfText(text);
}

/** The key of an id in a member name or a field. */
export function keyOfText(text: string): string {
  return /^[1-9](?:\.\d+)?e\+\d+$/.test(text) ? String(Number(text)) : text;
}

export interface KnownMessages {
  readonly entries: Iterable<LogEntry>;
  hasId(key: string): boolean;
  isEdit(key: string): boolean;
  readonly questions: number;
}

/** True if a number is among the first `count` of an ascending list. */
export function isAmong(list: ArrayLike<number>, count: number, number: number): boolean {
  const place = firstWhere(count, (at) => (list[at] as number) >= number);
  return place < count && list[place] === number;
}

export interface Entries {
  /** All messages, generated anew for each pass: holding them takes more than their tokens. */
  readonly all: Iterable<LogEntry>;
  readonly ids: Ids;
  readonly repeated: readonly LogEntry[];
  readonly first: ReadonlyMap<string, number>;
}

/** The messages that R reads, in order, without items that are not objects. */
export function logEntriesOf(log: Log): Entries {
  const items = log.rootKind === 'array' && log.file?.error === null ? log.file.root : null;
  const all = { [Symbol.iterator]: () => eachEntry(items) };
  const ids = new Ids(all);
  const first = new Map<string, number>();
  const repeated: LogEntry[] = [];
  for (const entry of ids.shared.size === 0 ? [] : all) {
    const { key, index } = entry;
    if (key === null || !ids.shared.has(key)) continue;
    if (first.has(key)) repeated.push(entry);
    else first.set(key, index);
  }
  return { all, ids, repeated, first };
}

function* eachEntry(items: Value | null): Generator<LogEntry> {
  let index = 0;
  for (const value of eachElement(items)) {
    if (isObject(value)) yield new LogEntry(index, value);
    index++;
  }
}

/** Ids by key. Nearly all are whole numbers, for which an array takes a tenth of a set. */
class Ids {
  readonly #numbers: Int32Array;
  readonly #others = new Set<string>();
  readonly shared = new Set<string>();

  constructor(all: Iterable<LogEntry>) {
    let count = 0;
    for (const _ of all) count++;
    const numbers = new Int32Array(count);
    count = 0;
    for (const { key } of all) {
      if (key === null) continue;
      const number = numberOfKey(key);
      if (number > 0) numbers[count++] = number;
      else if (this.#others.has(key)) this.shared.add(key);
      else this.#others.add(key);
    }
    this.#numbers = numbers.subarray(0, count).sort();
    for (let at = 1; at < count; at++)
      if (this.#numbers[at] === this.#numbers[at - 1]) this.shared.add(String(this.#numbers[at]));
  }

  has(key: string): boolean {
    const number = numberOfKey(key);
    return number > 0 ? isAmong(this.#numbers, this.#numbers.length, number) : this.#others.has(key);
  }
}

/** The number that a key of at most nine digits spells; -1 for other keys. */
export function numberOfKey(key: string): number {
  return /^[1-9]\d{0,8}$/.test(key) ? Number(key) : -1;
}

/** Facts about the messages of a log; null for a log that R cannot read. */
export function knownMessages(log: Log, { all, ids }: Entries): KnownMessages | null {
  if (log.error !== null) return null;
  const edits = editKeys(all);
  let questions = 0;
  for (const { isQuestion } of all) if (isQuestion) questions++;
  return { entries: all, hasId: (key) => ids.has(key), isEdit: (key) => edits.has(key), questions };
}

export function editKeys(all: Iterable<LogEntry>): Set<string> {
  const keys = new Set<string>();
  for (const entry of all) if (isEdit(entry) && entry.key !== null) keys.add(entry.key);
  return keys;
}
