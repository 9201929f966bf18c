import { KIND } from '../../../codecs/json/tape.ts';
import { isObject, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Line } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { hashString, hashText } from '../../engine/hash.ts';
import { isTrueInJs } from '../../engine/text-at.ts';
import { grown } from '../../engine/text-numbers.ts';
import { isAttached, isQueued } from './attachments.ts';
import { BLOCK_TYPE } from './content.ts';
import { Envelope, type OwnKey } from './envelope.ts';
import { CONVERSATION_TYPES, NOTED_TYPES, RECORD_TYPES, SUBTYPES } from './metadata-types.ts';
import { eachPiece, LINE_ENDS, type LinePiece, type SoundLine } from './pieces.ts';
import { PLAIN_COLUMNS, PlainRecord } from './plain-record.ts';
import { CLASS, hashName, nameFlags, PARENT, parentTypeOf, RECORD_FLAG, ToolBlocks } from './record-classes.ts';

/** First bit of each field above those of `RECORD_FLAG`: bytes of the line end, `PARENT`, number of calls. */
const BITS = { end: 16, parent: 18, calls: 20 } as const;
/** From this number on, a record's calls are counted anew. */
const MAX_CALLS = 4095;
const INITIAL_LINES = 256;

/** Every line of a session in typed arrays: 45 bytes a line, of any length, and 17 for each call and result. */
export class Records {
  count = 0;
  /** Initial memory of all columns: for short sessions, one allocation costs less than one for each. */
  readonly #buffer = new ArrayBuffer(45 * INITIAL_LINES);
  at = new Float64Array(this.#buffer, 0, INITIAL_LINES);
  /** Time of a record, in milliseconds; NaN for none. */
  time = new Float64Array(this.#buffer, 8 * INITIAL_LINES, INITIAL_LINES);
  /** Hash of the uuid, in two words. */
  id = new Int32Array(this.#buffer, 16 * INITIAL_LINES, 2 * INITIAL_LINES);
  parent = new Int32Array(this.#buffer, 24 * INITIAL_LINES, 2 * INITIAL_LINES);
  /** Hash of an answer's `message.id`; 0 for none. */
  answer = new Int32Array(this.#buffer, 32 * INITIAL_LINES, 2 * INITIAL_LINES);
  flags = new Uint32Array(this.#buffer, 40 * INITIAL_LINES, INITIAL_LINES);
  /** A `CLASS`. */
  classOf = new Uint8Array(this.#buffer, 44 * INITIAL_LINES, INITIAL_LINES);
  /** Offset of the end of the last line. */
  end = 0;
  readonly tools = new ToolBlocks();
  /** Hash of the uuid of the end that the last `last-prompt` after the last compaction names; null for none. */
  prompted: Int32Array | null = null;
  /** True if any `last-prompt` names an end. */
  isPrompted = false;
  /** The last record with a title of the session; `tagged`: with a tag. -1 for none. */
  titled = -1;
  tagged = -1;
  /** Records with a title, of a person or the program, or a tag. */
  readonly naming: number[] = [];

  add(line: Pick<Line, 'at' | 'length' | 'end'>, kind: number): number {
    if (this.count === this.classOf.length) this.#grow();
    const n = this.count++;
    this.at[n] = line.at;
    const width = LINE_ENDS[line.end].length;
    this.flags[n] = width << BITS.end;
    this.end = line.at + line.length + width;
    this.classOf[n] = kind;
    this.time[n] = Number.NaN;
    return n;
  }

  objects(): number {
    let objects = 0;
    for (let n = 0; n < this.count; n++) if ((this.classOf[n] as number) >= CLASS.other) objects++;
    return objects;
  }

  messages(): number {
    let messages = 0;
    for (let n = 0; n < this.count; n++) if (this.isMessage(n)) messages++;
    return messages;
  }

  /** The first line that has words, or may have had some; -1 if all lines are metadata. */
  firstSaid(): number {
    return this.classOf.subarray(0, this.count).findIndex((kind) => WORDED_CLASSES.includes(kind));
  }

  /** True if a line is no record, or has bytes after one. */
  hasUnread(): boolean {
    const { notJson, notObject, behind } = CLASS;
    for (let n = 0; n < this.count; n++) {
      const kind = this.classOf[n];
      if (kind === notJson || kind === notObject || kind === behind || this.has(n, RECORD_FLAG.glued)) return true;
    }
    return false;
  }

  /** Bytes of a line without its end. */
  lengthOf(n: number): number {
    return this.nextOf(n) - (this.at[n] ?? 0) - (((this.flags[n] ?? 0) >> BITS.end) & 3);
  }

  /** A `PARENT`. */
  parentType(n: number): number {
    return ((this.flags[n] ?? 0) >> BITS.parent) & 3;
  }

  hasParent(n: number, uuid: Int32Array): boolean {
    return this.parentType(n) === PARENT.text && this.parent[2 * n] === uuid[0] && this.parent[2 * n + 1] === uuid[1];
  }

  /** Number of calls in a record; null for more than fit. */
  calls(n: number): number | null {
    const calls = (this.flags[n] ?? 0) >>> BITS.calls;
    return calls < MAX_CALLS ? calls : null;
  }

  /** True if there are more calls than those of the program's tools: the API executes the others itself. */
  mayCallServers(): boolean {
    const { tools } = this;
    let calls = 0;
    for (let n = 0; n < this.count; n++) calls += this.calls(n) ?? Number.POSITIVE_INFINITY;
    for (let i = 0; i < tools.count; i++) calls -= tools.isCall[i] as number;
    return calls > 0;
  }

  nextOf(n: number): number {
    return n + 1 < this.count ? (this.at[n + 1] ?? 0) : this.end;
  }

  isKept(n: number): boolean {
    return (this.classOf[n] ?? 0) >= CLASS.user;
  }

  isMessageAfter(n: number): boolean {
    return this.classOf.subarray(n + 1, this.count).some((kind) => kind === CLASS.user || kind === CLASS.assistant);
  }

  isQueued(n: number): boolean {
    return this.classOf[n] === CLASS.attachment && this.has(n, RECORD_FLAG.asUser);
  }

  /** True for a record about the queue of prompts typed while the program was at work. */
  isOfQueue(n: number): boolean {
    return this.classOf[n] === CLASS.other && this.has(n, RECORD_FLAG.asUser);
  }

  isMetadata(n: number): boolean {
    return this.classOf[n] === CLASS.other || this.classOf[n] === CLASS.unknown;
  }

  isMessage(n: number): boolean {
    return this.classOf[n] === CLASS.user || this.classOf[n] === CLASS.assistant;
  }

  has(n: number, flags: number): boolean {
    return ((this.flags[n] ?? 0) & flags) !== 0;
  }

  haveSome(flags: number): boolean {
    for (let n = 0; n < this.count; n++) if (((this.flags[n] as number) & flags) !== 0) return true;
    return false;
  }

  #grow(): void {
    this.at = grown(this.at, new Float64Array(this.at.length * 2));
    this.classOf = grown(this.classOf, new Uint8Array(this.classOf.length * 2));
    this.flags = grown(this.flags, new Uint32Array(this.flags.length * 2));
    this.id = grown(this.id, new Int32Array(this.id.length * 2));
    this.parent = grown(this.parent, new Int32Array(this.parent.length * 2));
    this.answer = grown(this.answer, new Int32Array(this.answer.length * 2));
    this.time = grown(this.time, new Float64Array(this.time.length * 2));
  }
}

const WORDED_CLASSES: readonly number[] = [CLASS.notJson, CLASS.notObject, CLASS.behind, CLASS.user, CLASS.assistant];

export interface RecordAt {
  readonly n: number;
  readonly line: LinePiece;
  readonly record: Value | null;
  readonly own: Envelope;
}

/** Reads every line of a session once; `visit` is called for each, and must keep no part of its argument. */
export function readRecords(
  source: Source,
  visit?: (visited: RecordAt, records: Records) => void,
  plain: PlainVisitor | null = visit === undefined ? NO_VISITOR : null,
): Records {
  const records = new Records();
  const own = new Envelope();
  let plainRecord: PlainRecord | null = null;
  const one = (line: LinePiece) => {
    const visited = addLine(records, line, own);
    visit?.(visited, records);
  };
  const visitSound = (line: SoundLine) => {
    plainRecord ??= new PlainRecord(line);
    if (!plainRecord.read(line) || !plain?.takes(plainRecord)) one(line);
    else plain.visit(addPlain(records, line, plainRecord), line, plainRecord, records);
  };
  eachPiece(source, one, plain === null ? null : { visit: visitSound, columns: PLAIN_COLUMNS });
  return records;
}

/** Visits each line: plain records by `plain`, all others by `visit`. */
export interface RecordVisitor {
  readonly visit: (visited: RecordAt, records: Records) => void;
  readonly plain: PlainVisitor | null;
}

/** Visits plain records, without making a `RecordAt` for each. */
export interface PlainVisitor {
  /** True if this visitor takes the record, instead of the visitor of all records. */
  takes(record: PlainRecord): boolean;
  visit(n: number, line: SoundLine, record: PlainRecord, records: Records): void;
}

const NO_VISITOR: PlainVisitor = { takes: () => true, visit: () => {} };

function addPlain(records: Records, line: SoundLine, record: PlainRecord): number {
  const n = records.add(line, record.recordClass);
  if (record.recordClass < CLASS.user) {
    noteOther(records, n, NOTED_PLACES[record.type] as number, record.value('leafUuid'));
    return n;
  }
  records.time[n] = record.time;
  records.flags[n] = record.flags;
  if (record.recordClass === CLASS.attachment)
    setFlags(records, n, attachedFlags(record.value('attachment'), record.value('rendered')));
  record.copyHash('id', records.id, n);
  record.copyHash('parent', records.parent, n);
  record.copyHash('answer', records.answer, n);
  if ((record.flags & RECORD_FLAG.paired) !== 0) addTools(records, n, record);
  return n;
}

function addTools({ tools }: Records, n: number, record: PlainRecord): void {
  const { blocks } = record;
  for (let i = 0; i < blocks; i++) {
    const type = record.blockType(i);
    if (type !== BLOCK_TYPE.call && type !== BLOCK_TYPE.result) continue;
    // Reserved first, because growth replaces the arrays.
    const tool = tools.reserve(n, i, type === BLOCK_TYPE.call);
    record.copyCallHash(i, tools.id, tool);
  }
}

function addLine(records: Records, line: LinePiece, own: Envelope): RecordAt {
  const { tape } = line;
  const isWhole = tape !== null && tape.count > 0 && (tape.fault === null || tape.open.length === 0);
  const value = isWhole ? { tape, at: line.token } : null;
  const record = isObject(value) ? value : null;
  own.read(record);
  const n = records.add(line, classOf(line, isWhole, record, own));
  if (tape !== null && isWhole && tape.fault !== null) setFlags(records, n, RECORD_FLAG.glued);
  if (record !== null) note(records, n, own);
  return { n, line, record, own };
}

function setFlags(records: Records, n: number, flags: number): void {
  records.flags[n] = (records.flags[n] ?? 0) | flags;
}

function classOf(line: LinePiece, isWhole: boolean, record: Value | null, own: Envelope): number {
  if (line.isBehind) return CLASS.behind;
  if (line.tape === null) return line.bytes === null ? CLASS.notJson : CLASS.blank;
  if (!isWhole) return CLASS.notJson;
  if (record === null) return CLASS.notObject;
  const type = own.textAt('type', RECORD_TYPES);
  if (type < 0) return CLASS.unknown;
  return type < CONVERSATION_TYPES.length ? CLASS.user + type : CLASS.other;
}

/** Index in `NOTED_TYPES` of each record type; -1 for none. */
const NOTED_PLACES = RECORD_TYPES.names.map((name) => NOTED_TYPES.names.indexOf(name));

/** `type`: index in `NOTED_TYPES`; `leaf`: the end that it names. */
function noteOther(records: Records, n: number, type: number, leaf: Value | null): void {
  if (type === 1 || type === 2 || type === 4) records.naming.push(n);
  if (type === 0) notePrompt(records, leaf);
  else if (type === 1) records.titled = n;
  else if (type === 2) records.tagged = n;
  else if (type === 3) setFlags(records, n, RECORD_FLAG.asUser);
}

function note(records: Records, n: number, own: Envelope): void {
  if (!records.isKept(n)) {
    const type = records.classOf[n] === CLASS.other ? own.textAt('type', NOTED_TYPES) : -1;
    noteOther(records, n, type, own.get('leafUuid'));
    return;
  }
  const time = own.get('timestamp');
  if (isString(time)) records.time[n] = Date.parse(textOf(time));
  const uuid = own.get('uuid');
  hashName(uuid, records.id, n);
  const parent = own.get('parentUuid');
  if (isString(parent)) hashString(parent, records.parent, n);
  setFlags(records, n, flagsOf(records, n, own) | nameFlags(uuid, parent) | (parentTypeOf(parent) << BITS.parent));
  // An end noted before a compaction does not count after it.
  if (records.has(n, RECORD_FLAG.boundary)) records.prompted = null;
  if (records.isMessage(n)) noteMessage(records, n, own);
  if (records.classOf[n] === CLASS.attachment)
    setFlags(records, n, attachedFlags(own.get('attachment'), own.get('rendered')));
}

function attachedFlags(attachment: Value | null, rendered: Value | null): number {
  if (!isAttached(attachment, rendered)) return 0;
  return RECORD_FLAG.attached | (isQueued(attachment) ? RECORD_FLAG.asUser : 0);
}

function noteMessage(records: Records, n: number, own: Envelope): void {
  const { calls, tools, paired, isResults, isThere, isHollow, id } = own.content;
  if (records.classOf[n] === CLASS.assistant && isTrueInJs(id)) hashName(id, records.answer, n);
  let flags = Math.min(calls, MAX_CALLS) << BITS.calls;
  if (isThere) flags |= RECORD_FLAG.content;
  if (isHollow && records.classOf[n] === CLASS.user) flags |= RECORD_FLAG.hollow;
  if (isResults) flags |= RECORD_FLAG.results;
  if (paired > 0) flags |= RECORD_FLAG.paired;
  setFlags(records, n, flags);
  const tape = own.get('message')?.tape;
  for (let i = 0; i < paired && tape !== undefined; i++) {
    const { block, isCall, id: named } = tools[i] as (typeof tools)[number];
    // A call in a user's message is sent unchanged, and never paired with a result.
    if (!isCall || records.classOf[n] === CLASS.assistant) records.tools.add(n, block, isCall, { tape, at: named });
  }
}

function notePrompt(records: Records, leaf: Value | null): void {
  if (leaf === null) return;
  records.isPrompted = true;
  records.prompted = new Int32Array(2);
  if (isString(leaf)) hashText(textOf(leaf), records.prompted, 0);
}

function flagsOf(records: Records, n: number, own: Envelope): number {
  let flags = own.kind('uuid') === KIND.string ? 0 : RECORD_FLAG.noUuid;
  if (isSet(own, 'isSidechain')) flags |= RECORD_FLAG.sidechain;
  if (isSet(own, 'teamName')) flags |= RECORD_FLAG.team;
  if (isSet(own, 'isMeta')) flags |= RECORD_FLAG.meta;
  if (isSet(own, 'isCompactSummary')) flags |= RECORD_FLAG.summary;
  if (isSet(own, 'isApiErrorMessage') && own.content.isSynthetic) flags |= RECORD_FLAG.apiError;
  return records.classOf[n] === CLASS.system ? flags | systemFlags(own) : flags;
}

function systemFlags(own: Envelope): number {
  const subtype = own.textAt('subtype', SUBTYPES);
  if (subtype === 0) return RECORD_FLAG.boundary;
  const isSaid = own.kind('content') === KIND.string && own.kind('isDisplayOnly') !== KIND.true;
  return subtype === 1 && isSaid ? RECORD_FLAG.asUser : 0;
}

function isSet(own: Envelope, key: OwnKey): boolean {
  const kind = own.kind(key);
  return kind === KIND.true || (kind !== 0 && kind < KIND.true && isTrueInJs(own.get(key)));
}
