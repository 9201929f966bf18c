import { wholeValue } from '../../../codecs/json/scan.ts';
import { isJsonSpace, type Tape } from '../../../codecs/json/tape.ts';
import { lexemeOf, member, typeOf, type Value } from '../../../codecs/json/value.ts';
import type { ObjectSpan } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { allWithout } from '../../../model/collections.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { brokenShape, isStrayLine, wholeRecords } from '../../engine/faults/broken-lines.ts';
import { RawRecords } from '../../engine/raw-records.ts';
import { type Chained, ringsIn, type TornRecord, walkUp } from '../../engine/record-order.ts';
import type { Span } from '../../engine/records.ts';
import { type OneSession, oneSession } from '../../engine/session-files.ts';
import {
  type LineFault,
  type LinePlace,
  readLines,
  type SessionLine,
  SharedTexts,
} from '../../engine/session-lines.ts';
import { textAt, timeAt } from '../../engine/text-at.ts';
import { ARCHIVE, parsedName, SESSIONS } from '../layout/layout.ts';
import { inNewVersion, recordFrom, type SessionRecord, textsOfMessage } from './record.ts';

/** A line or a record that the program does not load, or loads otherwise than it was meant. */
export interface SessionFault
  extends LineFault<'broken' | 'raw' | 'no-record' | 'not-utf8' | 'surrogate' | 'too-long' | 'unended' | 'blanks'>,
    TornRecord {}

export interface Header extends Span {
  readonly id: string | null;
  readonly cwd: string | null;
  readonly time: number | null;
  /** Version as JSON; null for none. */
  readonly version: string | null;
  readonly forkedFrom: string | null;
  /** True if no JSON is before the header. */
  readonly isFirst: boolean;
}

export interface SessionRead extends PiChain {
  /** All records, in the order of the file. */
  readonly records: readonly SessionRecord[];
  /** Records that begin a session, in the order of the file. The program takes the first, if it has an id and is first in the file. */
  readonly headers: readonly Header[];
  readonly header: Header | null;
  readonly isMarked: boolean;
  /** The last line that is JSON but no record with an id: the program sends nothing from before it. */
  readonly chainBreak: Span | null;
  readonly faults: readonly SessionFault[];
  readonly lines: number;
  /** Titles that a person gave the session, without blank ones; the last one counts. */
  readonly names: readonly string[];
  readonly name: string | null;
  readonly question: string | null;
  /** Number of messages in the whole file, as the program counts them. */
  readonly messages: number;
  /** Time of the newest turn, in milliseconds. */
  readonly newest: number | null;
  readonly began: number | null;
  readonly ended: number | null;
  /** Records without a valid time. */
  readonly untimed: readonly SessionRecord[];
  /** The folder that the program stated to the model; null for none. */
  readonly folder: string | null;
}

/** Reads a session in one pass; it holds the places of records, not their texts. */
export function readSession(source: Source): SessionRead {
  const reading = new Reading(source);
  return reading.done(readLines(source, 'first', reading.faults, (line) => reading.take(line)));
}

/** Links at the beginning of a record, as the program writes it. */
const LINKS = /^[^{]*\{"type":"[^"\\]+","id":"([^"\\]+)","parentId":(?:"([^"\\]+)"|null)/;

class Reading {
  readonly #raw: RawRecords;
  #isFirst = true;
  #isMarked = false;
  readonly #headers: Header[] = [];
  /** True for a version that the program does not rewrite when it opens the session. */
  #isNew = false;
  readonly #records: SessionRecord[] = [];
  readonly #texts = new SharedTexts();
  readonly faults: SessionFault[] = [];
  #chainBreak: Span | null = null;
  readonly #names: string[] = [];
  #question: string | null = null;
  #messages = 0;
  #newest: number | null = null;
  #began: number | null = null;
  #ended: number | null = null;
  readonly #untimed: SessionRecord[] = [];
  #folder: string | null = null;

  constructor(source: Source) {
    this.#raw = new RawRecords(source, isRecord);
  }

  take({ place, bytes, tape, value, from }: SessionLine): void {
    if (from > 0) this.#isMarked = true;
    if (!place.isEnded && !bytes.includes(0)) this.faults.push({ type: 'unended', ...place });
    if (value === null) {
      this.#broken(bytes, place);
      return;
    }
    this.#noted(bytes, tape, place);
    const span = { line: place.line, at: place.at + from, length: place.length - from };
    this.#raw.whole(bytes, span, typeOf(value) === 'object');
    this.#record(value, span, place);
  }

  #noted(bytes: Uint8Array, { illFormed, loneSurrogate }: Tape, place: LinePlace): void {
    if (illFormed >= 0) this.faults.push({ type: 'not-utf8', ...place, at: place.at + illFormed });
    if (loneSurrogate >= 0) this.faults.push({ type: 'surrogate', ...place });
    if (isJsonSpace(bytes[0]) || isJsonSpace(bytes.at(-1))) this.faults.push({ type: 'blanks', ...place });
  }

  #broken(bytes: Uint8Array, place: LinePlace): void {
    const { shape, pieces, isMarred } = brokenShape(bytes);
    const joined = shape === 'nul' || isMarred ? null : this.#raw.broken(bytes, place, shape);
    if (joined !== null) {
      this.faults.splice(this.faults.findLastIndex(({ at }) => at < joined.at) + 1);
      this.faults.push({ type: 'raw', ...place, ...joined });
      return;
    }
    const whole = shape === 'nul' ? wholeWithout(bytes) : wholeRecords(bytes, pieces, isRecord);
    const links = LINKS.exec(Buffer.from(bytes.subarray(0, 400)).toString('latin1'));
    const torn = links === null ? {} : { uuid: links[1], parent: links[2] ?? null };
    const isStray = shape !== 'nul' && isStrayLine(bytes, pieces, whole);
    this.faults.push({ type: 'broken', ...place, shape, pieces: whole, isStray, ...torn });
  }

  #record(value: Value, span: Span, place: LinePlace): void {
    const type = typeOf(value);
    if (type === 'null') this.faults.push({ type: 'no-record', ...place });
    else if (type === 'object' && textAt(value, 'type') === 'session') this.#header(value, span);
    else {
      const record = this.#recordOf(value, span);
      const isRecord = type === 'object' && (record.uuid !== '' || record.type !== null || record.role !== null);
      if (isRecord) this.#keep(value, record);
      else this.faults.push({ type: 'no-record', ...place });
      this.#chainBreak = record.uuid === '' ? span : null;
    }
    if (type !== 'null') this.#isFirst = false;
  }

  #recordOf(value: Value, span: Span): SessionRecord {
    const record = recordFrom(value, span, this.#texts);
    return this.#isNew ? inNewVersion(record) : record;
  }

  #header(value: Value, span: Span): void {
    const version = member(value, 'version', 'last');
    this.#headers.push({
      ...span,
      id: textAt(value, 'id') || null,
      cwd: textAt(value, 'cwd') || null,
      time: timeAt(value, 'timestamp'),
      version: version === null ? null : lexemeOf(version),
      forkedFrom: textAt(value, 'parentSession'),
      isFirst: this.#isFirst,
    });
    if (this.#headers.length === 1) this.#isNew = !isRewritten(this.#headers[0] as Header);
  }

  #keep(value: Value, record: SessionRecord): void {
    this.#records.push(record);
    const time = timeAt(value, 'timestamp');
    this.#began ??= time;
    this.#ended = time ?? this.#ended;
    if (time === null) this.#untimed.push(record);
    if (record.type === 'session_info') this.#names.push(textAt(value, 'name') ?? '');
    if (record.type !== 'message') return;
    this.#messages++;
    const message = member(value, 'message', 'last');
    if (record.role === 'system') this.#folder = textAt(member(message, 'sections', 'last'), 'cwd') ?? this.#folder;
    if (record.role === 'user' || record.role === 'assistant') this.#turn(message, record.role);
  }

  #turn(message: Value | null, role: string): void {
    const said = member(message, 'timestamp', 'last');
    const at = said === null ? Number.NaN : Number(lexemeOf(said));
    if (!Number.isNaN(at)) this.#newest = Math.max(this.#newest ?? at, at);
    if (role === 'user') this.#question ??= titleOf(textsOfMessage(message).join(' '));
  }

  done(lines: number): SessionRead {
    const [first = null] = this.#headers;
    const header = first?.isFirst === true && first.id !== null && !this.#isMarked ? first : null;
    return {
      ...chainOf(this.#records, this.#chainBreak !== null, header !== null && isOld(header)),
      records: this.#records,
      headers: this.#headers,
      header,
      isMarked: this.#isMarked,
      chainBreak: this.#chainBreak,
      faults: this.faults,
      lines,
      names: this.#names,
      name: titleOf(this.#names.at(-1) ?? ''),
      question: this.#question,
      messages: this.#messages,
      newest: this.#newest,
      began: this.#began,
      ended: this.#ended,
      untimed: this.#untimed,
      folder: this.#folder,
    };
  }
}

/** True for versions in which records were not linked: the program links each to the one before it in the file. */
export function isOld({ version }: Pick<Header, 'version'>): boolean {
  return version === null || Number(version.replaceAll('"', '')) < 2 || version === 'null';
}

/** True for versions that the program rewrites when it opens the session. */
export function isRewritten(header: Pick<Header, 'version'>): boolean {
  return isOld(header) || Number(header.version?.replaceAll('"', '')) < NEWEST_VERSION;
}

export const NEWEST_VERSION = 3;

/** True for a whole record. A message without its content is part of a torn one. */
function isRecord(bytes: Uint8Array): boolean {
  const value = wholeValue(bytes);
  const type = textAt(value, 'type');
  if (type === null || textAt(value, 'id') === null) return false;
  const message = member(value, 'message', 'last');
  return type !== 'message' || (textAt(message, 'role') !== null && member(message, 'content', 'last') !== null);
}

/** The place of a record that is whole without the NUL bytes in it. */
function wholeWithout(bytes: Uint8Array): ObjectSpan[] {
  return isRecord(bytes.filter((byte) => byte !== 0)) ? [{ start: 0, end: bytes.length }] : [];
}

function titleOf(text: string): string | null {
  return text.replace(/\s+/g, ' ').trim() || null;
}

export interface SessionFile extends OneSession<SessionRead> {
  /** Id and time in the file's name; null for another name. */
  readonly named: ReturnType<typeof parsedName>;
  /** Project folder with the file; null outside of a home. */
  readonly project: string | null;
}

export function openSession(part: Part): SessionFile {
  const [first, project = null] = part.path.split('/');
  return {
    ...oneSession(part, readSession),
    named: parsedName(baseName(part.path)),
    project: (first === SESSIONS || first === ARCHIVE) && part.path.split('/').length === 3 ? project : null,
  };
}

interface PiChain extends Chained<SessionRecord> {
  /** Orphans that close a ring of parents. */
  readonly closing: ReadonlySet<SessionRecord>;
}

/**
 * The chain from the last record upwards; of two records with one id the later counts.
 * `isBroken`: bytes that are no record follow the last one. `isOld`: each record continues from the one before it in the file.
 */
export function chainOf(records: readonly SessionRecord[], isBroken: boolean, isOld: boolean): PiChain {
  const byUuid = byUuidOf(records);
  const chain = isOld ? records : isBroken ? [] : walkUp(byUuid, records.at(-1)?.uuid ?? null);
  const closing = ringsIn(records, byUuid);
  const isOrphan = (record: SessionRecord) =>
    !record.isLinked || closing.has(record) || (record.parent !== null && !byUuid.has(record.parent));
  return { chain, offChain: allWithout(records, chain), orphans: records.filter(isOrphan), closing };
}

function byUuidOf(records: readonly SessionRecord[]): Map<string, SessionRecord> {
  const byUuid = new Map<string, SessionRecord>();
  for (const record of records) if (record.uuid !== '') byUuid.set(record.uuid, record);
  return byUuid;
}

export function pathTo(records: readonly SessionRecord[], uuid: string | null): readonly SessionRecord[] {
  return walkUp(byUuidOf(records), uuid);
}
