import { LF } from '../../../codecs/bytes.ts';
import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { KIND, type Tape } from '../../../codecs/json/tape.ts';
import {
  deeperThan,
  digitsAt,
  EXACT_DIGITS,
  fieldAt,
  fieldsNamed,
  fieldsOf,
  findFields,
  isObject,
  isStringAt,
  kindAt,
  lexemeOf,
  root,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { type LineOptions, lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { aText, listOf, objectWith, optionally, unsigned } from './accepted.ts';
import { EVENT_MEMBERS, ITEM_TYPES, RESPONSE_ITEMS, SILENT_EVENTS } from './items.ts';
import { metaFaults } from './meta.ts';

/**
 * One line of a rollout: only a line feed ends it, as in the program. `number` counts from 0; `at` is in bytes from the
 * start of the file, `length` without the line feed. `bytes` is a view, valid until the next line is asked for; null
 * for a line longer than can be held.
 */
export interface RolloutLine {
  readonly number: number;
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array | null;
  readonly isEnded: boolean;
}

export type LineShape =
  | 'blank'
  /** Not UTF-8: the program stops reading there. */
  | 'not-utf8'
  /** Not JSON as the program reads it. */
  | 'broken'
  /** JSON but not a known record: ignored. */
  | 'skipped'
  /** An item that is no longer used: the program reads it, but does not count it. */
  | 'dropped'
  | 'record'
  | 'too-long';

/**
 * A line, and the record in it; the tape is valid until the next line is asked for, and null where the line cannot be
 * scanned. `type` is as written, also in ignored records. `ordinal` is null where there is no whole number.
 */
export interface Entry {
  readonly line: RolloutLine;
  readonly shape: LineShape;
  readonly tape: Tape | null;
  readonly value: Value | null;
  readonly type: string | null;
  readonly payloadType: string | null;
  readonly payload: Value | null;
  readonly ordinal: number | null;
}

/** The program's limit of nesting: a deeper line is not JSON to it. */
const MAX_DEPTH = 127;

export function* entriesOf(source: Source, range: Pick<LineOptions, 'from' | 'to' | 'max'> = {}): Generator<Entry> {
  const found = envelopeTokens();
  let line = 0;
  for (const { at, length, bytes, end } of lines(source, { ...range, ends: 'lf' }))
    yield entryOf({ number: line++, at, length, bytes, isEnded: end !== 'none' }, found);
}

/** The first record that names the thread, on any line; null for none. */
export function metaEntry(source: Source): Entry | null {
  for (const entry of entriesOf(source)) if (entry.shape === 'record' && entry.type === 'session_meta') return entry;
  return null;
}

/** Entries are written out, because spreads are slow and each line makes one. `found` comes from `envelopeTokens`. */
export function entryOf(line: RolloutLine, found: Int32Array): Entry {
  const { bytes } = line;
  if (bytes === null) return noRecord(line, 'too-long');
  if (isBlank(bytes)) return noRecord(line, 'blank');
  const tape = scan(bytes);
  const value = tape.fault === null ? root(tape) : null;
  if (tape.illFormed >= 0) return noRecord(line, 'not-utf8', tape, value);
  if (value === null || tape.loneSurrogate >= 0 || deeperThan(value, MAX_DEPTH) !== null)
    return noRecord(line, 'broken', tape, value);
  return recordIn(line, tape, value, found);
}

/** The entry of a sound line, which is an object at a token of its window's tape. */
export function soundEntry(line: RolloutLine, tape: Tape, at: number, found: Int32Array): Entry {
  const value = { tape, at };
  return deeperThan(value, MAX_DEPTH) === null ? recordIn(line, tape, value, found) : entryOf(line, found);
}

/** True for JSON that is no object, which no version of the program writes. */
export function isNoObject({ shape, value }: Pick<Entry, 'shape' | 'value'>): boolean {
  return shape === 'skipped' && !isObject(value);
}

function noRecord(line: RolloutLine, shape: LineShape, tape: Tape | null = null, value: Value | null = null): Entry {
  return { line, shape, tape, value, type: null, payloadType: null, payload: null, ordinal: null };
}

const ENVELOPE = fieldsNamed('timestamp', 'type', 'payload', 'ordinal', 'metadata');

/** A buffer for `entryOf`; each record overwrites it, so a reader needs only one. */
export function envelopeTokens(): Int32Array {
  return new Int32Array(ENVELOPE.names.length);
}

function recordIn(line: RolloutLine, tape: Tape, value: Value, found: Int32Array): Entry {
  if (isObject(value)) findFields(value, ENVELOPE, found, 'last');
  else found.fill(0);
  // Indexed: destructuring an array is slow.
  const time = found[0] as number;
  const named = found[1] as number;
  const payloadAt = found[2] as number;
  const number = found[3] as number;
  const beside = found[4] as number;
  const payload = payloadAt === 0 ? null : { tape, at: payloadAt };
  const type = wordAt(tape, named);
  const payloadType = kindIn(payload);
  const digits = number === 0 ? -1 : ordinalAt(tape, number);
  const isNumbered = number === 0 || digits >= 0 || kindAt(tape, number) === KIND.null;
  const isEnvelope = isNumbered && isStringAt(tape, time) && (type !== 'response_item' || isBesideItem(tape, beside));
  const shape = isEnvelope ? payloadIs(type, payloadType, payload) : 'skipped';
  return { line, shape, tape, value, type, payloadType, payload, ordinal: digits < 0 ? null : digits };
}

/** True if the program accepts the `metadata` at this token; `at` is 0 for none. */
function isBesideItem(tape: Tape, at: number): boolean {
  const kind = at === 0 ? KIND.null : kindAt(tape, at);
  return kind === KIND.object || kind === KIND.null || kind === KIND.array;
}

/** The ordinal because of which the program refuses a line; null for none. */
export function ordinalFault(record: Value | null): Value | null {
  const ordinal = lastValue(record, 'ordinal');
  return optionally(unsigned)(ordinal) ? null : ordinal;
}

/** A number without sign, fraction and exponent; -1 for anything else. */
function ordinalAt(tape: Tape, at: number): number {
  const digits = digitsAt(tape, at, EXACT_DIGITS);
  if (digits >= 0) return digits;
  const value = { tape, at };
  return unsigned(value) ? Number(lexemeOf(value)) : -1;
}

const TOOLS = ['shell', 'shell_command', 'exec_command', 'write_stdin', 'apply_patch', 'update_plan', 'view_image'];

/** Names of types as shared texts: none is made for each line. */
const WORDS = fieldsOf([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'token_usage_record',
  'token_count',
  'ghost_snapshot',
  ...Object.keys(EVENT_MEMBERS),
  ...SILENT_EVENTS,
  ...ITEM_TYPES,
  ...TOOLS,
  ...Object.keys(RESPONSE_ITEMS),
]);

function wordAt(tape: Tape, at: number): string | null {
  return isStringAt(tape, at) ? (WORDS.names[fieldAt(tape, at, WORDS)] ?? textOf({ tape, at })) : null;
}

export function fieldWord(value: Value | null, key: string): string | null {
  const found = lastValue(value, key);
  return found === null ? null : wordAt(found.tape, found.at);
}

const turnContext = objectWith({
  cwd: aText,
  approval_policy: (value) => value !== null,
  sandbox_policy: objectWith({ type: aText }),
  model: aText,
});
const compacted = objectWith({ message: aText, replacement_history: optionally(listOf(isModelItem)) });

function payloadIs(type: string | null, payloadType: string | null, payload: Value | null): LineShape {
  switch (type) {
    case 'session_meta':
      return recordIf(metaFaults(payload).length === 0);
    case 'response_item':
      return payloadType === 'ghost_snapshot' ? 'dropped' : recordIf(isItemOf(payloadType, payload));
    case 'event_msg':
      return recordIf(
        payloadType !== null && (EVENT_MEMBERS[payloadType]?.(payload) ?? SILENT_EVENTS.has(payloadType)),
      );
    case 'turn_context':
      return recordIf(turnContext(payload));
    case 'compacted':
      return recordIf(compacted(payload));
    case 'world_state':
    case 'token_usage_record':
    case 'inter_agent_communication':
    case 'inter_agent_communication_metadata':
    case 'retained_context':
    case 'dynamic_tools_updated':
    case 'realtime_item':
    case 'security_risk_score':
      return recordIf(isObject(payload));
    default:
      return 'skipped';
  }
}

function recordIf(isRecord: boolean): LineShape {
  return isRecord ? 'record' : 'skipped';
}

function isModelItem(payload: Value | null): boolean {
  return isItemOf(kindIn(payload), payload);
}

function isItemOf(payloadType: string | null, payload: Value | null): boolean {
  return payloadType !== null && (RESPONSE_ITEMS[payloadType]?.(payload) ?? true);
}

function kindIn(payload: Value | null): string | null {
  return payload === null ? null : wordAt(payload.tape, lastValue(payload, 'type')?.at ?? 0);
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false;
  return true;
}

export function isItem({ shape, type }: Pick<Entry, 'shape' | 'type'>): boolean {
  return type === 'response_item' && (shape === 'record' || shape === 'dropped');
}

/** A record of the first weeks: a line without `type` and `payload` around it. */
export function isBare({ value, type, payload }: Pick<Entry, 'value' | 'type' | 'payload'>): boolean {
  if (!isObject(value) || payload !== null) return false;
  return type === null ? lastValue(value, 'record_type') !== null || isBareHeader(value) : type in RESPONSE_ITEMS;
}

export function isBareHeader(value: Value | null): boolean {
  return (
    isObject(value) &&
    textAt(value, 'type') === null &&
    aText(lastValue(value, 'id')) &&
    aText(lastValue(value, 'timestamp'))
  );
}

/** True if a line ends at this byte, where a program may have stopped. */
export function endsLine(source: Source, end: number): boolean {
  if (end === 0 || end >= source.size) return end <= source.size;
  return source.slice(end - 1, 2).includes(LF);
}

/** The ordinal of the last record before a byte; null where no record has one. */
export function lastOrdinal(source: Source, before: number): number | null {
  let end = before;
  for (const start of lineStarts(source, before)) {
    for (const { shape, ordinal } of entriesOf(source, { from: start, to: end }))
      if (shape === 'record' && ordinal !== null) return ordinal;
    end = start;
  }
  return null;
}

/** Unix seconds of the last record; null if none of the last 64 KiB has a time. */
export function lastTime(source: Source): number | null {
  let end = source.size;
  for (const start of lineStarts(source, source.size)) {
    for (const { shape, value } of entriesOf(source, { from: start, to: end, max: PIECE_BYTES })) {
      const time = shape === 'record' ? Date.parse(textAt(value, 'timestamp') ?? '') : Number.NaN;
      if (!Number.isNaN(time)) return Math.floor(time / 1000);
    }
    end = start;
    if (end <= source.size - PIECE_BYTES) return null;
  }
  return null;
}

const PIECE_BYTES = 1 << 16;

/** Where lines begin, the last first, up from the line that ends at a byte. Each byte is read once. */
function* lineStarts(source: Source, end: number): Generator<number> {
  for (let to = end - 1; to > 0; to -= PIECE_BYTES) {
    const from = Math.max(0, to - PIECE_BYTES);
    // A copy, because lines are read in between.
    const piece = Buffer.from(source.slice(from, to - from));
    for (let lf = piece.lastIndexOf(LF); lf >= 0; lf = lf === 0 ? -1 : piece.lastIndexOf(LF, lf - 1))
      yield from + lf + 1;
  }
  if (end > 0) yield 0;
}

export function jsonIn(text: string): Value | null {
  return wholeValue(Buffer.from(text));
}
