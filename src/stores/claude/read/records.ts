import { fieldsNamed } from '../../../codecs/json/members.ts';
import { KIND } from '../../../codecs/json/tape.ts';
import {
  elements,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  members,
  root,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { type Ending, type Line, lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Parsed, parse } from '../python/parse.ts';
import { stripped } from '../python/strip.ts';
import type { MessageContent } from './content.ts';
import { Envelope, type OwnKey } from './envelope.ts';
import { hashString } from './hash.ts';

/** What a line is to the reader; those from `user` on are records that it keeps. */
export const CLASS = {
  blank: 0,
  notJson: 1,
  tooDeep: 2,
  notObject: 3,
  /** An object whose `type` is a list or an object: the reader raises. */
  raises: 4,
  other: 5,
  /** Of a type that has a uuid, without one. */
  noUuid: 6,
  user: 7,
  assistant: 8,
  system: 9,
  attachment: 10,
  progress: 11,
} as const;

/** Flags of a record, by Python's truth; `paired` is a message with calls of tools or their results. */
export const RECORD_FLAG = { sidechain: 1, team: 2, meta: 4, summary: 8, boundary: 16, paired: 32 } as const;

/** What a record names as its parent: nothing, a text, or something that no record can have as its uuid. */
export const PARENT = { none: 0, text: 1, other: 2, raises: 3 } as const;

/** What is above the flags of `RECORD_FLAG`, in bits: bytes that end the line, `PARENT`, and the calls of tools in the record. */
const ABOVE = { end: 6, parent: 8, calls: 10 } as const;
/** Calls from which they are counted anew. */
const MANY = 63;

/** Every line of a session in typed arrays: 27 bytes a line, whatever it holds. */
export class Records {
  count = 0;
  at = new Float64Array(64);
  /** Where the last line ends. */
  end = 0;
  /** As `CLASS`. */
  is = new Uint8Array(64);
  flags = new Uint16Array(64);
  /** Two halves of a hash each. */
  id = new Int32Array(128);
  parent = new Int32Array(128);
  /** Offset of the first byte that is not UTF-8, or -1. */
  illFormed = -1;

  add(line: Pick<Line, 'at' | 'length' | 'end'>, is: number): number {
    if (this.count === this.is.length) this.#grow();
    const n = this.count++;
    this.at[n] = line.at;
    this.flags[n] = WIDTHS[line.end] << ABOVE.end;
    this.end = line.at + line.length + WIDTHS[line.end];
    this.is[n] = is;
    return n;
  }

  /** Lines that are objects, whether the reader keeps them or not. */
  objects(): number {
    return this.is.subarray(0, this.count).reduce((sum, is) => sum + (is >= CLASS.raises ? 1 : 0), 0);
  }

  /** Bytes of a line without its end. */
  lengthOf(n: number): number {
    return this.nextOf(n) - (this.at[n] ?? 0) - (((this.flags[n] ?? 0) >> ABOVE.end) & 3);
  }

  /** As `PARENT`. */
  parentIs(n: number): number {
    return ((this.flags[n] ?? 0) >> ABOVE.parent) & 3;
  }

  /** Calls of tools in a record; null where there are too many to be held. */
  calls(n: number): number | null {
    const calls = (this.flags[n] ?? 0) >> ABOVE.calls;
    return calls < MANY ? calls : null;
  }

  /** Where the line behind a line begins. */
  nextOf(n: number): number {
    return n + 1 < this.count ? (this.at[n + 1] ?? 0) : this.end;
  }

  isKept(n: number): boolean {
    return (this.is[n] ?? 0) >= CLASS.user;
  }

  isMessage(n: number): boolean {
    return this.is[n] === CLASS.user || this.is[n] === CLASS.assistant;
  }

  has(n: number, flags: number): boolean {
    return ((this.flags[n] ?? 0) & flags) !== 0;
  }

  #grow(): void {
    this.at = grown(this.at, new Float64Array(this.at.length * 2));
    this.is = grown(this.is, new Uint8Array(this.is.length * 2));
    this.flags = grown(this.flags, new Uint16Array(this.flags.length * 2));
    this.id = grown(this.id, new Int32Array(this.id.length * 2));
    this.parent = grown(this.parent, new Int32Array(this.parent.length * 2));
  }
}

const WIDTHS: Readonly<Record<Ending, number>> = { none: 0, cr: 1, lf: 1, crlf: 2 };

function grown<T extends Float64Array | Uint8Array | Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** One line as it is met: its number among the records, what was parsed of it, and the record if it holds one. */
export interface RecordAt {
  readonly n: number;
  readonly line: Line;
  /** Where the text of the line begins, its leading white space left out. */
  readonly start: number;
  readonly parsed: Parsed | null;
  readonly record: Value | null;
  /** Of the record. */
  readonly own: Envelope;
}

/** Reads every line of a session once; `meet` is called for each, and may keep nothing of what it is shown. */
export function readRecords(source: Source, meet?: (met: RecordAt, records: Records) => void): Records {
  const records = new Records();
  const own = new Envelope();
  for (const line of lines(source)) {
    const met = meetLine(records, line, own);
    meet?.(met, records);
  }
  return records;
}

function meetLine(records: Records, line: Line, own: Envelope): RecordAt {
  const bytes = line.bytes ?? NO_BYTES;
  const { start, end } = stripped(bytes);
  const isWhole = end - start === bytes.length;
  const parsed = start === end ? null : parse(isWhole ? bytes : bytes.subarray(start, end));
  const value = parsed === null || parsed.refused !== null ? null : root(parsed.tape);
  const record = isObject(value) ? value : null;
  own.read(record);
  const n = records.add(line, line.bytes === null ? CLASS.notJson : classOf(parsed, record, own));
  if (parsed !== null && parsed.tape.illFormed >= 0 && records.illFormed < 0)
    records.illFormed = line.at + start + parsed.tape.illFormed;
  if (record !== null && records.isKept(n)) note(records, n, own);
  return { n, line, start, parsed, record, own };
}

const NO_BYTES = new Uint8Array();

function classOf(parsed: Parsed | null, record: Value | null, own: Envelope): number {
  if (parsed === null) return CLASS.blank;
  if (parsed.refused !== null) return parsed.refused === 'too-deep' ? CLASS.tooDeep : CLASS.notJson;
  if (record === null) return CLASS.notObject;
  const kind = own.kind('type');
  if (kind === KIND.object || kind === KIND.array) return CLASS.raises;
  const type = own.textAt('type', TYPES);
  if (type < 0) return CLASS.other;
  return own.kind('uuid') === KIND.string ? CLASS.user + type : CLASS.noUuid;
}

/** In the order of `CLASS`. */
const TYPES = fieldsNamed('user', 'assistant', 'system', 'attachment', 'progress');

function note(records: Records, n: number, own: Envelope): void {
  const uuid = own.get('uuid');
  if (uuid !== null) hashString(uuid, records.id, n);
  const parent = own.get('parentUuid');
  if (isString(parent)) hashString(parent, records.parent, n);
  let flags = parentIs(parent) << ABOVE.parent;
  if (records.isMessage(n)) flags |= toolFlags(own.content);
  if (isSet(own, 'isSidechain')) flags |= RECORD_FLAG.sidechain;
  if (isSet(own, 'teamName')) flags |= RECORD_FLAG.team;
  if (isSet(own, 'isMeta')) flags |= RECORD_FLAG.meta;
  if (isSet(own, 'isCompactSummary')) flags |= RECORD_FLAG.summary;
  if (own.textAt('subtype', BOUNDARY) === 0) flags |= RECORD_FLAG.boundary;
  records.flags[n] = (records.flags[n] ?? 0) | flags;
}

const BOUNDARY = fieldsNamed('compact_boundary');

function toolFlags({ calls, isPaired }: MessageContent): number {
  return (Math.min(calls, MANY) << ABOVE.calls) | (isPaired ? RECORD_FLAG.paired : 0);
}

function isSet(own: Envelope, key: OwnKey): boolean {
  const kind = own.kind(key);
  return kind === KIND.true || (kind !== 0 && kind < KIND.true && isTruthy(own.get(key)));
}

function parentIs(parent: Value | null): number {
  if (parent === null || !isTruthy(parent)) return PARENT.none;
  if (isString(parent)) return PARENT.text;
  return kindOf(parent) === 'object' || kindOf(parent) === 'array' ? PARENT.raises : PARENT.other;
}

/** What Python's `if value:` makes of a value; a key that is absent is false. */
export function isTruthy(value: Value | null): boolean {
  if (value === null) return false;
  switch (kindOf(value)) {
    case 'string':
      return textOf(value) !== '';
    case 'number':
      return Number(lexemeOf(value)) !== 0;
    case 'object':
      return members(value).length > 0;
    case 'array':
      return elements(value).length > 0;
    default:
      return kindOf(value) === 'true';
  }
}
