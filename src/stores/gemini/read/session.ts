import { hash } from 'node:crypto';
import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import {
  eachElement,
  elements,
  isArray,
  isNull,
  isObject,
  isString,
  member,
  root,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addAll } from '../../../model/collections.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { brokenShape, isStrayLine, wholeRecords } from '../../engine/faults/broken-lines.ts';
import { type OneSession, oneSession } from '../../engine/session-files.ts';
import {
  type LineFault,
  type LinePlace,
  readLines,
  type SessionLine,
  SharedTexts,
} from '../../engine/session-lines.ts';
import { textAt } from '../../engine/text-at.ts';
import { type SessionName, sessionNameOf } from '../layout/layout.ts';
import { contentOf, isAnswer, questionBehind, type Use, useOf } from './content.ts';
import { hasOddSummary, type Meta, metaWith, NO_META } from './meta.ts';
import { stoppersIn } from './stoppers.ts';
import { tornDocument } from './torn-document.ts';

/** Place of a message: a line, or an element of the list in a line. */
export interface SessionRecord {
  readonly id: string | null;
  readonly type: string | null;
  readonly use: Use;
  /** Number of lines before this one; -1 in a one-document file. */
  readonly line: number;
  /** Offset of the line, in bytes. */
  readonly at: number;
  readonly length: number;
  /** Index in the list of the line; -1 for a line that is one message. */
  readonly item: number;
  /** True for an element of the list in a header, false for one in a `$set`. */
  readonly isInHeader: boolean;
  /** Equal for messages of equal content. */
  readonly key: string;
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  /** True for a question that is sent, and for an answer with a text, a thought or a call: the program deletes a session without one. */
  readonly isContent: boolean;
  /** True if a value in the message ends the program that goes on with it. */
  readonly isStopping: boolean;
  /** Sort key among all messages of the file, removed ones included. */
  readonly order: number;
}

export interface SessionFault
  extends LineFault<
    | 'broken'
    | 'no-record'
    | 'not-utf8'
    | 'too-long'
    | 'no-id'
    | 'no-type'
    | 'rewind'
    | 'rewind-unknown'
    | 'emptied'
    | 'list-null'
    | 'shortened'
    | 'id-doubled'
    | 'no-content'
    | 'empty-part'
    /** The last line has no line end: the program glues the next record to it. */
    | 'unended'
  > {
  /** Number of removed messages. */
  readonly removed?: number;
}

export interface SessionRead {
  readonly meta: Meta;
  /** The session's summaries, the oldest first. */
  readonly summaries: readonly string[];
  /** Messages that count, in the program's order. */
  readonly live: readonly SessionRecord[];
  /** Messages that were rewound, or are in no later list. */
  readonly gone: readonly SessionRecord[];
  readonly faults: readonly SessionFault[];
  readonly lines: number;
  /** Milliseconds; NaN for an invalid time. */
  readonly began: number | null;
  readonly ended: number | null;
  /** One JSON document, the format before 2026. */
  readonly isDocument: boolean;
  /** True for a document that lacks its end; `live` has the messages before the damage. */
  readonly isTorn: boolean;
  /** True if the file has an id and a hash, so that the program takes it for a session. */
  readonly isReadable: boolean;
  /** True if no message ends the program that goes on with the session. */
  readonly isResumable: boolean;
  /** True if a question counts or there is an answer; the program deletes other sessions. */
  readonly hasContent: boolean;
  /** The first question that counts, as it was typed. */
  readonly question: string | null;
}

/** Reads a session in one pass; it holds the places of messages, not their texts. */
export function readSession(source: Source): SessionRead {
  const reading = new Reading();
  const done = reading.done(readLines(source, 'nowhere', reading.faults, (line) => reading.take(line)));
  if (done.isReadable || source.size === 0 || source.size > MAX_DOCUMENT_BYTES) return done;
  const bytes = source.slice(0, source.size);
  return readDocument(bytes) ?? readTornDocument(bytes) ?? done;
}

const MAX_DOCUMENT_BYTES = 2 ** 29;

/** Null unless the bytes are one whole document with an id. */
function readDocument(bytes: Uint8Array): SessionRead | null {
  const value = wholeValue(bytes);
  if (!isObject(value) || textAt(value, 'sessionId') === null) return null;
  // The program ends on a null message, and takes the file for unreadable.
  const isWhole = elements(member(value, 'messages', 'last')).every((each) => !isNull(each));
  return { ...documentRead(value, bytes.length), isReadable: isWhole && !hasOddSummary(value) };
}

/** The whole messages of a document that lacks its end. */
function readTornDocument(bytes: Uint8Array): SessionRead | null {
  const value = tornDocument(bytes);
  return value === null ? null : { ...documentRead(value, bytes.length), isTorn: true, isReadable: false };
}

function documentRead(value: Value, length: number): SessionRead {
  const reading = new Reading();
  const place = { line: -1, at: 0, length, isEnded: true, isLast: true };
  reading.header(value);
  reading.list(member(value, 'messages', 'last'), place);
  return { ...reading.done(1), isDocument: true };
}

/** True for a whole record. A torn record may end with an object of its own, such as a call with an id, which is none. */
function isRecord(bytes: Uint8Array): boolean {
  const value = root(scan(bytes));
  const isHeader = textAt(value, 'sessionId') !== null && textAt(value, 'projectHash') !== null;
  const isMessage = ['id', 'type'].every((key) => textAt(value, key) !== null) && member(value, 'content') !== null;
  return isHeader || isMessage || textAt(value, '$rewindTo') !== null || isObject(member(value, '$set', 'last'));
}

class Reading {
  #meta: Meta = NO_META;
  readonly #summaries: string[] = [];
  #live: SessionRecord[] = [];
  #gone: SessionRecord[] = [];
  #places = new Map<string, number>();
  #order = 0;
  #isSummaryOdd = false;
  readonly faults: SessionFault[] = [];
  readonly #questions = new Map<string, string>();
  /** The first question behind set-up text: a title where the program has none. */
  #behindSetup: string | null = null;
  readonly #texts = new SharedTexts();

  take({ place, bytes, tape, value }: SessionLine): void {
    if (value === null) {
      this.#broken(bytes, tape, place);
      return;
    }
    if (tape.illFormed >= 0) this.#note('not-utf8', { ...place, at: place.at + tape.illFormed });
    if (!place.isEnded) this.#note('unended', place);
    this.#record(value, place);
  }

  /** The tests follow the program's order. */
  #record(value: Value, place: LinePlace): void {
    const [rewind, set] = [textAt(value, '$rewindTo'), member(value, '$set', 'last')];
    const isMessage = member(value, 'type') !== null && member(value, 'content') !== null;
    if (rewind !== null) this.#rewind(rewind, place);
    else if (textAt(value, 'id') !== null) this.#message(value, place);
    else if (isObject(set)) this.#set(set, place);
    else if (textAt(value, 'sessionId') !== null && textAt(value, 'projectHash') !== null)
      this.#headerLine(value, place);
    else this.#note(isMessage ? 'no-id' : 'no-record', place);
  }

  #broken(bytes: Uint8Array, tape: Tape, place: LinePlace): void {
    const { shape, pieces } = brokenShape(bytes, tape);
    const whole = shape === 'glued' ? pieces : wholeRecords(bytes, pieces, isRecord);
    const isStray = isStrayLine(bytes, pieces, whole);
    this.faults.push({ type: 'broken', ...place, shape, pieces: whole, isStray });
  }

  header(value: Value): void {
    this.#meta = metaWith(this.#meta, value);
    const { summary } = this.#meta;
    if (summary !== null && summary !== this.#summaries.at(-1)) this.#summaries.push(summary);
    if (member(value, 'summary') !== null) this.#isSummaryOdd = hasOddSummary(value);
  }

  /** A header on a line may have messages; they join the ones before it. */
  #headerLine(value: Value, place: LinePlace): void {
    this.header(value);
    let item = 0;
    for (const each of eachElement(member(value, 'messages', 'last')))
      this.#listed(Object.assign(this.#recordOf(each, place, item++), { isInHeader: true }), each, place);
  }

  #set(set: Value, place: LinePlace): void {
    this.header(set);
    const list = member(set, 'messages', 'last');
    if (list !== null) this.list(list, place);
  }

  /** A list replaces all earlier messages. */
  list(list: Value | null, place: LinePlace): void {
    if (!isArray(list)) {
      this.#note('list-null', place);
      return;
    }
    const [before, orders] = [this.#live, new Map(this.#live.map(({ id, order }) => [id, order] as const))];
    const byKey = new Map(before.map(({ key, order }) => [key, order] as const));
    this.#live = [];
    this.#places = new Map();
    let item = 0;
    for (const value of eachElement(list)) {
      const made = this.#recordOf(value, place, item++);
      const order = orders.get(made.id) ?? byKey.get(made.key) ?? made.order;
      this.#listed(Object.assign(made, { order }), value, place);
    }
    const [ids, keys] = [new Set(this.#live.map(({ id }) => id)), new Set(this.#live.map(({ key }) => key))];
    const removed = before.filter(({ id, key }) => !ids.has(id) && !keys.has(key));
    addAll(this.#gone, removed);
    const lost = removed.filter(({ use }) => use === 'sent').length;
    if (lost === 0) return;
    this.#note(this.#live.length === 0 ? 'emptied' : 'shortened', place, lost);
  }

  /** Takes a message of a list. In a line, each id counts once and a message without an id is dropped; in a document, all count. */
  #listed(record: SessionRecord, value: Value, place: LinePlace): void {
    if (place.line < 0) this.#put(record);
    else if (record.id !== null) this.#putById(record, place);
    else if (isObject(value)) {
      this.#gone.push(record);
      this.#note('no-id', place);
    }
  }

  /** Puts the message in the place of an earlier one with its id. */
  #putById(record: SessionRecord, place: LinePlace): void {
    const at = record.id === null ? undefined : this.#places.get(record.id);
    const earlier = at === undefined ? undefined : this.#live[at];
    if (earlier === undefined || at === undefined) {
      this.#put(record);
      return;
    }
    if (earlier.key !== record.key && (earlier.type === 'user' || record.type === 'user')) {
      this.#gone.push(earlier);
      this.#note('id-doubled', place, 1);
    }
    this.#live[at] = Object.assign(record, { order: earlier.order });
  }

  #message(value: Value, place: LinePlace): void {
    const record = this.#recordOf(value, place, -1);
    if (record.type === null) this.#note('no-type', place);
    this.#putById(record, place);
  }

  #put(record: SessionRecord): void {
    if (record.id !== null) this.#places.set(record.id, this.#live.length);
    this.#live.push(record);
  }

  #rewind(id: string, place: LinePlace): void {
    const at = this.#places.get(id) ?? -1;
    const back = this.#live.splice(Math.max(at, 0));
    for (const { id: each } of back) if (each !== null) this.#places.delete(each);
    addAll(this.#gone, back);
    this.#note(at < 0 ? 'rewind-unknown' : 'rewind', place, back.filter(({ use }) => use === 'sent').length);
  }

  #recordOf(value: Value, { line, at, length }: LinePlace, item: number): SessionRecord {
    const [id, type] = [textAt(value, 'id'), textAt(value, 'type')];
    const content = contentOf(member(value, 'content', 'last'));
    const tools = elements(member(value, 'toolCalls', 'last'));
    const calls = idsOf(type === 'gemini' ? [...content.calls, ...tools] : tools);
    const use = useOf(type, content, calls.length > 0);
    const answers = idsOf([...content.responses, ...tools.flatMap(answersOf)]);
    const key = hash('sha1', `${type}\n${idsOf(content.responses).join()}\n${content.text}`, 'base64');
    const isVoid = use === 'void';
    if (isVoid || (type === 'gemini' && content.isNone && use === 'empty'))
      this.#note(isVoid ? 'empty-part' : 'no-content', { line, at, length, isEnded: true, isLast: false });
    if (type === 'user') this.#holdQuestion(key, use, content.text);
    const isContent = type === 'gemini' ? isAnswer(content, value) : type === 'user' && use === 'sent';
    const [kind, order] = [this.#texts.word(type), this.#order++];
    const isStopping = (type !== 'user' || use === 'sent') && stoppersIn(type, value).length > 0;
    return {
      id,
      type: kind,
      use,
      line,
      at,
      length,
      item,
      isInHeader: false,
      key,
      order,
      calls,
      answers,
      isContent,
      isStopping,
    };
  }

  #holdQuestion(key: string, use: Use, text: string): void {
    if (use === 'sent' && text !== '' && this.#questions.size < MAX_QUESTIONS)
      this.#questions.set(key, text.slice(0, MAX_QUESTION_LENGTH));
    if (use === 'setup-and-question') this.#behindSetup ??= questionBehind(text).slice(0, MAX_QUESTION_LENGTH);
  }

  #note(type: SessionFault['type'], place: LinePlace, removed?: number): void {
    this.faults.push(removed === undefined ? { type, ...place } : { type, ...place, removed });
  }

  done(lines: number): SessionRead {
    const meta = this.#meta;
    const live = this.#live;
    const keys = new Set(this.#gone.length === 0 ? [] : live.map(({ key }) => key));
    const question = this.#firstQuestion(live) ?? this.#behindSetup;
    return {
      meta,
      summaries: this.#summaries,
      live,
      gone: this.#gone.filter(({ key }) => !keys.has(key)).sort((a, b) => a.order - b.order),
      faults: this.#faultsOf(live),
      lines,
      began: meta.startTime === null ? null : Date.parse(meta.startTime),
      ended: meta.lastUpdated === null ? null : Date.parse(meta.lastUpdated),
      isDocument: false,
      isTorn: false,
      isReadable: meta.sessionId !== null && meta.projectHash !== null && !this.#isSummaryOdd,
      isResumable: !live.some(({ isStopping }) => isStopping),
      hasContent: live.some(({ isContent }) => isContent),
      question,
    };
  }

  /** Faults without those of lacking members in messages that were replaced or rewound. */
  #faultsOf(live: readonly SessionRecord[]): readonly SessionFault[] {
    const isOfMessage = ({ type }: SessionFault) =>
      type === 'no-content' || type === 'empty-part' || type === 'no-type';
    if (!this.faults.some(isOfMessage)) return this.faults;
    const lines = new Set(live.map(({ at }) => at));
    return this.faults.filter((fault) => !isOfMessage(fault) || lines.has(fault.at));
  }

  /** The first question of all messages: the program lists it even after a rewind. */
  #firstQuestion(live: readonly SessionRecord[]): string | null {
    let first: SessionRecord | null = null;
    for (const records of [this.#gone, live])
      for (const record of records)
        if (this.#questions.has(record.key) && record.order < (first?.order ?? Number.POSITIVE_INFINITY))
          first = record;
    return this.#questions.get(first?.key ?? '') ?? null;
  }
}

const NO_IDS: readonly string[] = [];

function idsOf(values: readonly Value[]): readonly string[] {
  return values.length === 0 ? NO_IDS : values.map((each) => textAt(each, 'id') ?? '');
}

/** Results of a call; a result that is a text is the call's own. */
function answersOf(call: Value): readonly Value[] {
  const result = member(call, 'result', 'last');
  return isString(result) ? [call] : contentOf(result).responses;
}

const MAX_QUESTIONS = 50;
const MAX_QUESTION_LENGTH = 400;

export interface SessionFile extends OneSession<SessionRead> {
  /** Null for a name that the program ignores. */
  readonly name: SessionName | null;
}

export function openSession(part: Part): SessionFile {
  return { ...oneSession(part, readSession), name: sessionNameOf(baseName(part.path)) };
}

/** True for a link out of the store or for no file: the bytes that the program reads there were not looked at. */
export function isUnopened({ part, source }: Pick<SessionFile, 'part' | 'source'>): boolean {
  return source === null && part.type !== 'file';
}
