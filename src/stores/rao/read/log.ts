import { nextOf, type ValueKind } from '../../../codecs/json/cursor.ts';
import { isArray, isComplete, isObject, kindOf, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { type FunctionCall, fieldOf, functionCall, isPlain, type Ref, refIn, textIn } from './field.ts';
import { type JsonFile, openJson } from './r-json.ts';

/** `conversation_log.json` of one folder. */
export interface Log {
  /** Null when there is no such file (R takes it for empty, and makes it), or its bytes could not be had. */
  readonly file: JsonFile | null;
  readonly rootKind: ValueKind | null;
  /** Why R stops when it reads the log, to be read after the file's name; null when it reads it, a missing one too. */
  readonly error: string | null;
  /** As R counts: items of the outermost list, or members of an outermost object. Null where R does not read the log. */
  readonly length: number | null;
  /** The whole items of the outermost list in their order, whether or not R reads them; of an outermost object its values. */
  messages(): readonly LogMessage[];
  /** Messages one by one, none kept: there may be very many. */
  eachMessage(): Iterable<LogMessage>;
}

/** Opens the log; `part` null where the folder has none. */
export function openLog(part: Part | null): Log {
  const file = part === null ? null : openJson(part);
  const top = file?.root ?? null;
  const items = lookAt(top);
  const missing = part === null ? null : 'could not be read';
  const error = file === null ? missing : (file.error ?? items.error);
  return {
    file,
    rootKind: top === null ? null : kindOf(top),
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
  // Before a member's value is its key.
  const skipped = isObject(top) ? 1 : 0;
  for (let at = top.at + 1 + skipped; at < end; at = nextOf({ tape, at }) + skipped)
    if (isComplete({ tape, at })) yield { tape, at };
}

/** The items of a log as messages, one by one. */
export function* eachMessage(top: Value | null): Generator<LogMessage> {
  let index = 0;
  for (const value of eachItem(top)) yield new LogMessage(index++, value);
}

/** How many items there are. R takes a member of each, and stops at a text, a number or a boolean: then `error` says so. */
function lookAt(top: Value | null): { readonly count: number; readonly error: string | null } {
  if (top === null) return { count: 0, error: null };
  if (isPlain(top)) return { count: 0, error: `has no list of messages, but a ${kindOf(top)}` };
  let count = 0;
  let error: string | null = null;
  for (const item of eachItem(top)) {
    if (error === null && isPlain(item)) error = `has an item that is not a message at /${count}`;
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
 * Whether Rao takes a conversation for empty, and so wipes it for a new one when its number is the highest: no message of a user
 * or an assistant. Null where it stops in place of an answer (docs/formats/rao.md, "Numbers").
 */
export function isEmpty({ file, error }: Log): boolean | null {
  if (file === null) return error === null ? true : null;
  // R parses the lines of the log here, which it may read where it does not read the file.
  const lines = error === null ? file : openJson(file.part, 'lines');
  if (lines === null || lines.error !== null || (lines !== file && lookAt(lines.root).error !== null)) return null;
  return holdsNobody(lines.root);
}

/**
 * One item of the log, its members found as R finds them and decoded when they are asked for. An item that is not an object has
 * none. A class, so that 100,000 of them have one shape.
 */
export class LogMessage {
  /** Its place in the log, from 0. */
  readonly index: number;
  readonly value: Value;

  constructor(index: number, value: Value) {
    this.index = index;
    this.value = value;
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  /** Any member, as R's `$` finds it; null for none and for null. */
  field(key: string): Value | null {
    return fieldOf(this.value, key);
  }

  get id(): Ref {
    return refIn(this.value, 'id');
  }

  get relatedTo(): Ref {
    return refIn(this.value, 'related_to');
  }

  /** Null when it is missing, or no text. */
  get role(): string | null {
    return textIn(this.value, 'role');
  }

  get content(): Value | null {
    return this.field('content');
  }

  /** The call it makes; null for none, and for a `function_call` that is not an object. */
  get call(): FunctionCall | null {
    const value = this.field('function_call');
    return isObject(value) ? functionCall(value) : null;
  }

  /** Which call an output answers. */
  get callId(): string | null {
    return textIn(this.value, 'call_id');
  }

  get isOutput(): boolean {
    return textIn(this.value, 'type') === 'function_call_output';
  }

  /** A question that a person typed. */
  get isQuestion(): boolean {
    return this.role === 'user' && isTrue(this.field('original_query'));
  }

  /** Erdos notes when; whole Unix seconds, null where it is not recorded. */
  get time(): number | null {
    const time = Date.parse(textIn(this.value, 'timestamp') ?? '');
    return Number.isNaN(time) ? null : Math.floor(time / 1000);
  }
}

/** Calls that edit a file: their diffs are kept under the id of their message. `search_replace` is of Erdos. */
export const EDIT_CALLS = ['edit_file', 'search_replace'];

/** Calls that Rao shows as a command with buttons, and that wait for the person. */
export const COMMAND_CALLS: ReadonlySet<string> = new Set([
  'run_console_cmd',
  'run_terminal_cmd',
  'delete_file',
  'run_file',
]);

/** JSON's `true`; null is not. */
export function isTrue(value: Value | null): boolean {
  return value !== null && kindOf(value) === 'true';
}
