import { firstWhere } from '../../../../codecs/first-where.ts';
import { nextOf } from '../../../../codecs/json/cursor.ts';
import {
  eachElement,
  elements,
  isArray,
  isObject,
  kindOf,
  members,
  type Value,
} from '../../../../codecs/json/value.ts';
import { type FunctionCall, type Ref, refOf, textOfRef } from '../../read/field.ts';
import { EDIT_CALLS, type Log, LogMessage } from '../../read/log.ts';

/** One message of a log, with what other messages and companions are judged by. */
export class LogEntry extends LogMessage {
  /** Null for none, and for the empty object that R makes of a null. */
  override get call(): FunctionCall | null {
    const call = super.call;
    return call === null || isNothing(call.value) ? null : call;
  }

  /** Of a call, or of the call that an output answers. */
  override get callId(): string | null {
    const { call } = this;
    return call === null ? super.callId : call.callId;
  }

  /** Its id, as `refKey` has it. */
  get key(): string | null {
    return refKey(this.id);
  }

  get related(): Ref {
    return refOf(unboxed(this.field('related_to')));
  }

  /** Its JSON pointer. */
  get at(): string {
    return `/${this.index}`;
  }
}

/** A single value in a list of one, as R boxes it; every other value as it is. */
export function unboxed(value: Value | null): Value | null {
  if (!isArray(value)) return value;
  const [only, ...others] = elements(value);
  return only === undefined || others.length > 0 || isArray(only) || isObject(only) ? value : only;
}

/** How many values R has in it: none for null, one for a plain value. */
export function rLength(value: Value | null): number {
  if (value === null || kindOf(value) === 'null') return 0;
  if (isObject(value)) return members(value).length;
  return isArray(value) ? elements(value).length : 1;
}

/** What R compares as one value, in a list or not; what is missing it does not compare. */
export function isSingle(value: Value | null): boolean {
  return value === null || kindOf(value) === 'null' || rLength(value) === 1;
}

/** R writes an empty object for a NULL. */
export function isNothing(value: Value): boolean {
  return isObject(value) && nextOf(value) === value.at + 1;
}

function isEdit({ call }: Pick<LogEntry, 'call'>): boolean {
  return EDIT_CALLS.includes(call?.name ?? '');
}

/** What ids and references to them are compared by: R writes 100000 as `1e+05` at times, and means the same. Null for no id. */
export function refKey(ref: Ref): string | null {
  if (ref.type === 'number') return String(ref.number);
  const text = textOfRef(ref);
  return text === null ? null : keyOfText(text);
}

/** The key of an id that is a member name or a field. */
export function keyOfText(text: string): string {
  return /^[1-9](?:\.\d+)?e\+\d+$/.test(text) ? String(Number(text)) : text;
}

/** The messages of a log that companions refer to. */
export interface Known {
  /** Its messages, or those of them that say more than a plain one does. */
  readonly entries: Iterable<LogEntry>;
  hasId(key: string): boolean;
  /** Whether the message of this key edits a file. */
  isEdit(key: string): boolean;
  readonly questions: number;
}

/** Whether a number is among the first ones of an ascending list. */
export function isAmong(list: ArrayLike<number>, count: number, number: number): boolean {
  const place = firstWhere(count, (at) => (list[at] as number) >= number);
  return place < count && list[place] === number;
}

/** The messages of a log, and which of them an id leads to. */
export interface Entries {
  /** Made anew each time they are gone through: to hold them would take more than their tokens. */
  readonly all: Iterable<LogEntry>;
  readonly ids: Ids;
  /** Those whose id an earlier one has. */
  readonly again: readonly LogEntry[];
  /** Of each id that several have, by its key: the place of the first, which R finds. */
  readonly first: ReadonlyMap<string, number>;
}

/** The messages of a log that R reads, in its order; items that are no objects are left out. */
export function logEntriesOf(log: Log): Entries {
  const items = log.rootKind === 'array' && log.file?.error === null ? log.file.root : null;
  const all = { [Symbol.iterator]: () => eachEntry(items) };
  const ids = new Ids(all);
  const first = new Map<string, number>();
  const again: LogEntry[] = [];
  for (const entry of ids.shared.size === 0 ? [] : all) {
    const { key, index } = entry;
    if (key === null || !ids.shared.has(key)) continue;
    if (first.has(key)) again.push(entry);
    else first.set(key, index);
  }
  return { all, ids, again, first };
}

function* eachEntry(items: Value | null): Generator<LogEntry> {
  let index = 0;
  for (const value of eachElement(items)) {
    if (isObject(value)) yield new LogEntry(index, value);
    index++;
  }
}

/** The ids of messages, by their keys. Nearly all are whole numbers, of which an array takes a tenth of what a set would. */
class Ids {
  readonly #numbers: Int32Array;
  readonly #others = new Set<string>();
  /** Those of several messages. */
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

/** The number that a key is, where it has at most nine digits; -1 for any other. */
export function numberOfKey(key: string): number {
  return /^[1-9]\d{0,8}$/.test(key) ? Number(key) : -1;
}

/** What can be referred to; null for a log that R cannot read: then nobody can tell what is there. */
export function knownIn(log: Log, { all, ids }: Entries): Known | null {
  if (log.error !== null) return null;
  const edits = editKeys(all);
  let questions = 0;
  for (const { isQuestion } of all) if (isQuestion) questions++;
  return { entries: all, hasId: (key) => ids.has(key), isEdit: (key) => edits.has(key), questions };
}

/** The keys of the messages that edit a file. */
export function editKeys(all: Iterable<LogEntry>): Set<string> {
  const keys = new Set<string>();
  for (const entry of all) if (isEdit(entry) && entry.key !== null) keys.add(entry.key);
  return keys;
}
