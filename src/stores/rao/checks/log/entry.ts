import { nextOf } from '../../../../codecs/json/cursor.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { reads } from '../../../../codecs/json/text.ts';
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
import type { Log } from '../../decode/log.ts';

/**
 * One message of a log, with what other messages and companions are judged by. A class, so that 100,000 of them have one shape;
 * its keys are looked at once, because each judge asks for several.
 */
export class LogEntry {
  /** Its place in the log, from 0. */
  readonly index: number;
  readonly value: Value;
  readonly id: Ref;
  /** Its id, as `refKey` has it. */
  readonly key: string | null;
  /** Taken out of a list of one, as all that follows. */
  readonly related: Ref;
  readonly role: string | null;
  readonly isOutput: boolean;
  /** Null for none, and for the empty object that R makes of a null. */
  readonly call: FunctionCall | null;
  /** Of a call, or of the call that an output answers. */
  readonly callId: string | null;
  /** It has keys that neither Rao nor Erdos writes. */
  readonly isStrange: boolean;
  /** A known key has a list for its value. */
  readonly hasLists: boolean;
  /** The place of each known key in KNOWN, then the token of its value. */
  readonly #found: readonly number[];

  constructor(index: number, value: Value) {
    this.index = index;
    this.value = value;
    const { found, isStrange, hasLists } = readKeys(value);
    this.#found = found;
    this.isStrange = isStrange;
    this.hasLists = hasLists;
    this.id = refOf(this.field('id'));
    this.key = refKey(this.id);
    this.related = refOf(unboxed(this.field('related_to')));
    this.role = textIn(this.field('role'));
    this.isOutput = textIn(this.field('type')) === 'function_call_output';
    const call = this.field('function_call');
    this.call = isObject(call) && !isNothing(call) ? functionCall(call) : null;
    this.callId = textIn(
      this.call === null ? this.field('call_id') : (memberOf(this.call.value, 'call_id')?.value ?? null),
    );
  }

  /** Its JSON pointer. */
  get at(): string {
    return `/${this.index}`;
  }

  /** Any member, as R's `$` finds it; null for none and for null. */
  field(name: string): Value | null {
    const token = tokenOf(this.#found, PLACES.get(name) ?? -1);
    // Only a key that nobody writes begins with another one, but for `plots_file`.
    if (token < 0) return this.isStrange || name === 'plots' ? fieldOf(this.value, name) : null;
    const found = { tape: this.value.tape, at: token };
    return kindOf(found) === 'null' ? null : found;
  }
}

/** What Rao asks a message for by R's `$`, which takes a longer key too. The ones that most messages have come first. */
export const ASKED = [
  'id',
  'role',
  'content',
  'related_to',
  'original_query',
  'function_call',
  'type',
  'call_id',
  'output',
  'request_id',
  'procedural',
  'response_id',
  'start_line',
  'end_line',
  'insert_line',
  'plots',
  'plots_file',
  'modified_script',
  'source_function',
  'success',
] as const;

/** What may stand in messages: of Rao, then of Erdos. */
export const KNOWN: readonly string[] = [
  ...ASKED,
  'cancelled',
  'partial_content',
  'auto_accept',
  'conversationId',
  'timestamp',
  'thinking',
];

const PLACES: ReadonlyMap<string, number> = new Map(KNOWN.map((name, place) => [name, place]));

interface Keys {
  readonly found: readonly number[];
  readonly isStrange: boolean;
  readonly hasLists: boolean;
}

/** The known keys of an object and the tokens of their values, the first of each. */
function readKeys({ tape, at: object }: Value): Keys {
  const found: number[] = [];
  let isStrange = false;
  let hasLists = false;
  const end = nextOf({ tape, at: object });
  for (let at = object + 1; at + 1 < end; at = nextOf({ tape, at: at + 1 })) {
    const place = placeOf(tape, at);
    if (place < 0) isStrange = true;
    else if (tokenOf(found, place) < 0) found.push(place, at + 1);
    hasLists ||= isArray({ tape, at: at + 1 });
  }
  return { found, isStrange, hasLists };
}

function placeOf(tape: Tape, key: number): number {
  for (let place = 0; place < KNOWN.length; place++) if (reads(tape, key, KNOWN[place] ?? '')) return place;
  return -1;
}

function tokenOf(found: readonly number[], place: number): number {
  for (let i = 0; i < found.length; i += 2) if (found[i] === place) return found[i + 1] ?? -1;
  return -1;
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
  return call?.name === 'edit_file' || call?.name === 'search_replace';
}

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
  const all = isList
    ? log.messages().flatMap(({ index, value, isObject }) => (isObject ? new LogEntry(index, value) : []))
    : [];
  const first = new Map<string, LogEntry>();
  const again: LogEntry[] = [];
  for (const entry of all) {
    if (entry.key === null) continue;
    if (first.has(entry.key)) again.push(entry);
    else first.set(entry.key, entry);
  }
  return { all, first, again };
}
