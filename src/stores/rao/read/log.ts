import {
  isArray,
  isComplete,
  isObject,
  isTrue,
  nextOf,
  typeOf,
  type Value,
  type ValueType,
} from '../../../codecs/json/value.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { type FunctionCall, fieldOf, functionCall, isScalar, type RaoReference, referenceIn, textIn } from './field.ts';
import { type JsonFile, openJson } from './r-json.ts';

export interface Log {
  /** Null for a missing file, which R creates, or unreadable bytes. */
  readonly file: JsonFile | null;
  readonly rootKind: ValueType | null;
  /** The reason, to follow the file's name, why R stops at the log. Null if it does not, and for a missing log. */
  readonly error: string | null;
  /** R's count: items of the outermost list, or members of an object. Null for a log R cannot read. */
  readonly length: number | null;
  /** Whole items of the outermost list, or values of an object, even if R cannot read the log. */
  messages(): readonly LogMessage[];
  /** Yields messages one by one, holding none: there may be very many. */
  eachMessage(): Iterable<LogMessage>;
}

/** Opens a log; `part` is null for a folder without one. */
export function openLog(part: Part | null): Log {
  const file = part === null ? null : openJson(part);
  const top = file?.root ?? null;
  const items = itemsOf(top);
  const missing = part === null ? null : 'could not be read';
  const error = file === null ? missing : (file.error ?? items.error);
  return {
    file,
    rootKind: top === null ? null : typeOf(top),
    error,
    length: error === null ? items.count : null,
    messages: once(() => [...eachMessage(top)]),
    eachMessage: () => eachMessage(top),
  };
}

function* eachItem(top: Value | null): Generator<Value> {
  if (!isArray(top) && !isObject(top)) return;
  const { tape } = top;
  const end = nextOf(top);
  // A member's key precedes its value.
  const skipped = isObject(top) ? 1 : 0;
  for (let at = top.at + 1 + skipped; at < end; at = nextOf({ tape, at }) + skipped)
    if (isComplete({ tape, at })) yield { tape, at };
}

export function* eachMessage(top: Value | null): Generator<LogMessage> {
  let index = 0;
  for (const value of eachItem(top)) yield new LogMessage(index++, value);
}

function itemsOf(top: Value | null): { readonly count: number; readonly error: string | null } {
  if (top === null) return { count: 0, error: null };
  if (isScalar(top)) return { count: 0, error: `has no list of messages, but a ${typeOf(top)}` };
  let count = 0;
  let error: string | null = null;
  for (const item of eachItem(top)) {
    if (error === null && isScalar(item)) error = `has an item that is not a message at /${count}`;
    count++;
  }
  return { count, error };
}

function holdsNobody(top: Value | null): boolean {
  for (const item of eachItem(top)) {
    const role = textIn(item, 'role');
    if (role === 'user' || role === 'assistant') return false;
  }
  return true;
}

/**
 * True if Rao takes a conversation for empty, and overwrites it when it is the highest: no message of a user or an
 * assistant. Null where R stops (docs/formats/rao.md, "Numbers").
 */
export function isEmpty({ file, error }: Log): boolean | null {
  if (file === null) return error === null ? true : null;
  // R parses the joined lines here, which can work where the file fails.
  const lines = error === null ? file : openJson(file.part, 'lines');
  if (lines === null || lines.error !== null || (lines !== file && itemsOf(lines.root).error !== null)) return null;
  return holdsNobody(lines.root);
}

/**
 * One item of the log; members are found by R's rules and decoded on demand. Items that are not objects have none. A
 * class, so that 100,000 of them share a shape.
 */
export class LogMessage {
  /** Position in the log, from 0. */
  readonly index: number;
  readonly value: Value;

  constructor(index: number, value: Value) {
    this.index = index;
    this.value = value;
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  /** Any member by R's `$`; null for absent and null. */
  field(key: string): Value | null {
    return fieldOf(this.value, key);
  }

  get id(): RaoReference {
    return referenceIn(this.value, 'id');
  }

  get relatedTo(): RaoReference {
    return referenceIn(this.value, 'related_to');
  }

  get role(): string | null {
    return textIn(this.value, 'role');
  }

  get content(): Value | null {
    return this.field('content');
  }

  get call(): FunctionCall | null {
    const value = this.field('function_call');
    return isObject(value) ? functionCall(value) : null;
  }

  get callId(): string | null {
    return textIn(this.value, 'call_id');
  }

  get isOutput(): boolean {
    return textIn(this.value, 'type') === 'function_call_output';
  }

  get isQuestion(): boolean {
    return this.role === 'user' && isTrue(this.field('original_query'));
  }

  /** Time of the message in whole Unix seconds, which only Erdos records; null for none. */
  get time(): number | null {
    const time = Date.parse(textIn(this.value, 'timestamp') ?? '');
    return Number.isNaN(time) ? null : Math.floor(time / 1000);
  }
}

/** Calls that edit a file, with diffs stored under their message's id. Only Erdos has `search_replace`. */
export const EDIT_CALLS = ['edit_file', 'search_replace'];

/** Calls that Rao shows as a command with buttons, and that wait for the person. */
export const COMMAND_CALLS: ReadonlySet<string> = new Set([
  'run_console_cmd',
  'run_terminal_cmd',
  'delete_file',
  'run_file',
]);
