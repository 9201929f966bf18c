import { deeperThan } from '../../../codecs/json/depth.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, isString, kindOf, lexemeOf, member, root, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { EVENTS, RESPONSE_ITEMS, SILENT_EVENTS } from './items.ts';
import { type Range, type RolloutLine, rolloutLines } from './lines.ts';
import { metaFaults } from './meta.ts';
import { aListOf, aText, objectWith, optional, unsigned } from './shape.ts';

/** What a line is to the program. */
export type LineIs =
  | 'blank'
  /** Not UTF-8: the program stops there. */
  | 'not-utf8'
  /** Not JSON as the program reads it. */
  | 'broken'
  /** JSON that is no record that it knows: passed over. */
  | 'skipped'
  /** An item that is no longer used: read, and not counted. */
  | 'dropped'
  | 'record'
  /** Longer than can be held. */
  | 'too-long';

/** A line, and the record in it; the tape is valid until the next line is asked for. */
export interface Entry {
  readonly line: RolloutLine;
  readonly is: LineIs;
  /** Null for what cannot be scanned. */
  readonly tape: Tape | null;
  /** What is scanned, where it is whole. */
  readonly value: Value | null;
  /** As it is written, also of what is passed over; null for none. */
  readonly type: string | null;
  /** The type of its payload. */
  readonly kind: string | null;
  readonly payload: Value | null;
  /** Null where it has none that is a whole number. */
  readonly ordinal: number | null;
}

/** How deep the program reads: below that a line is no JSON to it. */
const DEEPEST = 127;

/** The records of a rollout, line by line. */
export function* entriesOf(source: Source, range: Range = {}): Generator<Entry> {
  for (const line of rolloutLines(source, range)) yield entryOf(line);
}

/** Reads one line as the program does. */
function entryOf(line: RolloutLine): Entry {
  const none = { line, tape: null, value: null, type: null, kind: null, payload: null, ordinal: null };
  const { bytes } = line;
  if (bytes === null) return { ...none, is: 'too-long' };
  if (isBlank(bytes)) return { ...none, is: 'blank' };
  const tape = scan(bytes);
  const value = root(tape);
  const known = { ...none, tape, value: tape.fault === null ? value : null };
  if (tape.illFormed >= 0) return { ...known, is: 'not-utf8' };
  if (tape.fault !== null || value === null || tape.loneSurrogate >= 0 || deeperThan(value, DEEPEST) !== null)
    return { ...known, is: 'broken' };
  return { ...known, ...recordIn(value) };
}

function recordIn(value: Value): Pick<Entry, 'is' | 'type' | 'kind' | 'payload' | 'ordinal'> {
  const [type, payload] = [typeAt(value), member(value, 'payload', 'last')];
  const ordinal = member(value, 'ordinal', 'last');
  const kind = typeAt(payload);
  const isNumbered = ordinal === null || kindOf(ordinal) === 'null' || unsigned(ordinal);
  const isEnvelope = aText(member(value, 'timestamp', 'last')) && isNumbered;
  return {
    type,
    kind,
    payload,
    ordinal: ordinal !== null && unsigned(ordinal) ? Number(lexemeOf(ordinal)) : null,
    is: isEnvelope ? payloadIs(type, kind, payload) : 'skipped',
  };
}

function typeAt(value: Value | null): string | null {
  const type = member(value, 'type', 'last');
  return isString(type) ? textOf(type) : null;
}

const turnContext = objectWith({
  cwd: aText,
  approval_policy: (value) => value !== null,
  sandbox_policy: objectWith({ type: aText }),
  model: aText,
});
const compacted = objectWith({ message: aText, replacement_history: optional(aListOf(isItem)) });

function payloadIs(type: string | null, kind: string | null, payload: Value | null): LineIs {
  switch (type) {
    case 'session_meta':
      return recordIf(metaFaults(payload).length === 0);
    case 'response_item':
      return kind === 'ghost_snapshot' ? 'dropped' : recordIf(isItem(payload));
    case 'event_msg':
      return recordIf(kind !== null && (EVENTS[kind]?.(payload) ?? SILENT_EVENTS.has(kind)));
    case 'turn_context':
      return recordIf(turnContext(payload));
    case 'compacted':
      return recordIf(compacted(payload));
    case 'world_state':
    case 'token_usage_record':
    case 'inter_agent_communication':
    case 'inter_agent_communication_metadata':
      return recordIf(isObject(payload));
    default:
      return 'skipped';
  }
}

function recordIf(isRecord: boolean): LineIs {
  return isRecord ? 'record' : 'skipped';
}

/** An item for the model; one of a type that the program does not know is dropped, and its line counts. */
function isItem(payload: Value | null): boolean {
  const kind = typeAt(payload);
  return kind !== null && (RESPONSE_ITEMS[kind]?.(payload) ?? true);
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false;
  return true;
}

/** A record of the first weeks, which is in its line without a type and a payload around it. */
export function isBare({ value, type, payload }: Pick<Entry, 'value' | 'type' | 'payload'>): boolean {
  if (!isObject(value) || payload !== null) return false;
  return type === null ? member(value, 'record_type') !== null || isBareHeader(value) : type in RESPONSE_ITEMS;
}

/** The first line of such a file. */
export function isBareHeader(value: Value | null): boolean {
  return isObject(value) && typeAt(value) === null && aText(member(value, 'id')) && aText(member(value, 'timestamp'));
}
