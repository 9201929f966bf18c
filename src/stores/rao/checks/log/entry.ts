import { nextOf } from '../../../../codecs/json/cursor.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  kindOf,
  members,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { type FunctionCall, fieldOf, functionCall, memberOf, type Ref, refOf, textOfRef } from '../../decode/field.ts';
import { isTrue, type Log } from '../../decode/log.ts';

/**
 * One message of a log, with what other messages and companions are judged by. A class, so that 100,000 of them have one shape;
 * its members are found when they are asked for, because to hold them would take more than the log.
 */
export class LogEntry {
  /** Its place in the log, from 0. */
  readonly index: number;
  readonly #tape: Tape;
  readonly #at: number;

  constructor(index: number, { tape, at }: Value) {
    this.index = index;
    this.#tape = tape;
    this.#at = at;
  }

  get value(): Value {
    return { tape: this.#tape, at: this.#at };
  }

  /** Taken out of a list of one, as all that follows. */
  get role(): string | null {
    return textIn(this.field('role'));
  }

  get isOutput(): boolean {
    return textIn(this.field('type')) === 'function_call_output';
  }

  /** Null for none, and for the empty object that R makes of a null. */
  get call(): FunctionCall | null {
    const call = this.field('function_call');
    return isObject(call) && !isNothing(call) ? functionCall(call) : null;
  }

  /** Of a call, or of the call that an output answers. */
  get callId(): string | null {
    const { call } = this;
    return textIn(call === null ? this.field('call_id') : (memberOf(call.value, 'call_id')?.value ?? null));
  }

  get id(): Ref {
    return refOf(this.field('id'));
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

  /** Any member, as R's `$` finds it; null for none and for null. */
  field(name: string): Value | null {
    return fieldOf(this.value, name);
  }
}

function textIn(value: Value | null): string | null {
  const single = unboxed(value);
  return isString(single) ? textOf(single) : null;
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

/** True for a call that edits a file: its diffs are kept under the id of its message. */
export function isEdit({ call }: Pick<LogEntry, 'call'>): boolean {
  return EDITS.includes(call?.name ?? '');
}

/** Their names. */
export const EDITS = ['edit_file', 'search_replace'];

/** What Rao writes where it waits for the person. */
export const PENDING = 'Response pending...';

/** Calls that wait for the person: Rao reads their arguments itself, and does not take them out of a list. */
export const COMMAND_CALLS: ReadonlySet<string> = new Set([
  'run_console_cmd',
  'run_terminal_cmd',
  'delete_file',
  'run_file',
]);

/** What ids and references to them are compared by: R writes 100000 as `1e+05` at times, and means the same. Null for no id. */
export function refKey(ref: Ref): string | null {
  if (ref.is === 'number') return String(ref.number);
  const text = textOfRef(ref);
  return text === null ? null : keyOfText(text);
}

/** The same for an id that is a key or a field. */
export function keyOfText(text: string): string {
  return /^[1-9](?:\.\d+)?e\+\d+$/.test(text) ? String(Number(text)) : text;
}

/** What companions refer to in a log. */
export interface Known {
  /** Its messages, or those of them that say more than a plain one does. */
  readonly entries: readonly LogEntry[];
  hasId(key: string): boolean;
  /** Whether the message of this key edits a file. */
  isEdit(key: string): boolean;
  readonly questions: number;
}

/** Whether a number is among the first ones of an ascending list. */
export function isAmong(list: ArrayLike<number>, count: number, number: number): boolean {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low < count && list[low] === number;
}

/** The messages of a log, and which of them an id leads to. */
export interface Entries {
  readonly all: readonly LogEntry[];
  /** By their keys: the first of each, as R finds it. */
  readonly first: ReadonlyMap<string, LogEntry>;
  /** Those whose id an earlier one has. */
  readonly again: readonly LogEntry[];
}

/** The messages of a log that R reads, in its order; items that are no objects are left out. */
export function logEntriesOf(log: Log): Entries {
  const isList = log.rootKind === 'array' && log.file?.error === null;
  const all: LogEntry[] = [];
  const first = new Map<string, LogEntry>();
  const again: LogEntry[] = [];
  for (const { index, value, isObject } of isList ? log.eachMessage() : []) {
    if (!isObject) continue;
    const entry = new LogEntry(index, value);
    all.push(entry);
    const { key } = entry;
    if (key === null) continue;
    if (first.has(key)) again.push(entry);
    else first.set(key, entry);
  }
  return { all, first, again };
}

/** What can be referred to; null for a log that R cannot read: then nobody can tell what is there. */
export function knownIn(log: Log, { all, first }: Entries): Known | null {
  if (log.error !== null) return null;
  const edits = new Set(all.flatMap((entry) => (isEdit(entry) ? (entry.key ?? []) : [])));
  const questions = all.filter((entry) => entry.role === 'user' && isTrue(entry.field('original_query'))).length;
  return { entries: all, hasId: (key) => first.has(key), isEdit: (key) => edits.has(key), questions };
}
