import { wholeValue } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, isString, member, typeOf, type Value } from '../../../codecs/json/value.ts';
import type { ObjectSpan } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { allWithout } from '../../../model/collections.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { brokenShape, isStrayLine } from '../../engine/faults/broken-lines.ts';
import { byUuid, type Chained, type LinkedRecord, ringsIn, walkUp } from '../../engine/record-order.ts';
import type { Span } from '../../engine/records.ts';
import { type OneSession, oneSession } from '../../engine/session-files.ts';
import {
  type LineFault,
  type LinePlace,
  readLines,
  type SessionLine,
  SharedTexts,
} from '../../engine/session-lines.ts';
import { textAt } from '../../engine/text-at.ts';
import { isSessionName, stemOf } from '../layout/layout.ts';
import { listStopperIn, partsIn, partsOf, type SaidParts } from './parts.ts';

export interface SessionRecord extends Span, SaidParts {
  readonly item: number;
  readonly uuid: string;
  readonly parent: string | null;
  readonly type: string;
  readonly subtype: string | null;
}

/** A line or a record that the program does not load, or loads otherwise than it was meant. */
export interface SessionFault
  extends LineFault<'broken' | 'no-record' | 'incomplete' | 'not-utf8' | 'too-long' | 'unended'> {
  /** Number of the line's whole objects that the program finds. */
  readonly found?: number;
  /** Links of a cut or incomplete record, as far as they can be read. */
  readonly uuid?: string | undefined;
  readonly parent?: string | null | undefined;
  /** Members that the record lacks and the program needs. */
  readonly lacks?: readonly string[];
}

/** The first object of a file. */
interface First extends Span {
  readonly cwd: string | null;
  readonly sessionId: string | null;
}

export interface SessionRead {
  /** The object by which the program lists the session; null if the first lines have none. */
  readonly first: First | null;
  /** The object by which the program goes on with the session; null if no line has one. */
  readonly begin: First | null;
  /** Records from which the last one continues, and itself, in the order in which the program sends them. */
  readonly chain: readonly SessionRecord[];
  /** All other records, in the order of the file. */
  readonly offChain: readonly SessionRecord[];
  /** Records of unknown types, in the order of the file. */
  readonly unknownRecords: readonly SessionRecord[];
  /** Records whose parent is not in the file, or goes on from them, in the order of the file. */
  readonly orphans: readonly SessionRecord[];
  /** Uuids of orphans that close a ring of parents. */
  readonly closing: ReadonlySet<string>;
  readonly faults: readonly SessionFault[];
  readonly lines: number;
  readonly ids: readonly string[];
  readonly folders: readonly string[];
  /** The first question in the file's first lines, as it was typed; null for none. */
  readonly question: string | null;
  /** The question at which the program's list ends, of this session and of all others of its folder; null for none. */
  readonly endsList: Span | null;
  /** Titles given by a person or the program, the oldest first. */
  readonly titles: readonly string[];
  /** Time of the first record, in milliseconds. */
  readonly began: number | null;
  readonly ended: number | null;
  /** True if the program can go on with the session: all records are of one session, and no message ends the program. */
  readonly isResumable: boolean;
}

const LISTED_TITLE_LENGTH = 200;

/** The last title, else the first question, cut as the program's list cuts it. */
export function shownTitle({ titles, question }: Pick<SessionRead, 'titles' | 'question'>): string | null {
  const said = titles.at(-1) ?? question;
  return said === null || said.length <= LISTED_TITLE_LENGTH ? said : `${said.slice(0, LISTED_TITLE_LENGTH)}...`;
}

/** Number of filled lines in which the program looks for the first record and the first question. */
const HEAD_LINES = 10;
export const TYPES: readonly string[] = ['user', 'assistant', 'tool_result', 'system'];

/** Reads a session in one pass; it holds the places of records, not their texts. */
export function readSession(source: Source): SessionRead {
  const reading = new Reading();
  return reading.done(readLines(source, 'everywhere', reading.faults, (line) => reading.take(line)));
}

class Reading {
  /** Number of lines so far that are not blank. */
  #filled = 0;
  #first: First | null = null;
  #begin: First | null = null;
  readonly #records: SessionRecord[] = [];
  readonly #unknown: SessionRecord[] = [];
  readonly faults: SessionFault[] = [];
  readonly #texts = new SharedTexts();
  readonly #ids = new Set<string>();
  readonly #folders = new Set<string>();
  #question: string | null = null;
  #endsList: Span | null = null;
  readonly #titles: string[] = [];
  #began: number | null = null;
  #ended: number | null = null;

  take({ place, filled, bytes, tape, value, from }: SessionLine): void {
    this.#filled = filled;
    if (!place.isEnded && !bytes.includes(0)) this.faults.push({ type: 'unended', ...place });
    if (value !== null && tape.illFormed >= 0)
      this.faults.push({ type: 'not-utf8', ...place, at: place.at + tape.illFormed });
    if (value === null) this.#broken(bytes, tape, place);
    else if (isObject(value)) this.#record(value, place, { start: from, end: bytes.length }, 0);
    else this.faults.push({ type: 'no-record', ...place });
  }

  #broken(bytes: Uint8Array, { illFormed }: Tape, place: LinePlace): void {
    const { shape, pieces } = brokenShape(bytes);
    const found = foundObjects(bytes).filter((span, item) => {
      const value = wholeAt(bytes, span);
      if (value !== null) this.#record(value, place, span, item);
      return value !== null;
    });
    const starts = new Set(found.map(({ start }) => start));
    // A torn record may end with an object of its own, which is no record.
    const whole = pieces.filter((span) => starts.has(span.start) || isRecord(wholeAt(bytes, span)));
    const links = LINKS.exec(Buffer.from(bytes.subarray(0, 400)).toString('latin1'));
    const torn = links === null ? {} : { uuid: links[1], parent: links[2] ?? null };
    const isStray = isStrayLine(bytes, pieces, whole) && found.length >= pieces.length;
    if (illFormed >= 0 && !isStray) this.faults.push({ type: 'not-utf8', ...place, at: place.at + illFormed });
    this.faults.push({ type: 'broken', ...place, shape, pieces: whole, found: found.length, isStray, ...torn });
  }

  #record(value: Value, place: LinePlace, { start, end }: ObjectSpan, item: number): void {
    const span = { line: place.line, at: place.at + start, length: end - start };
    const names = namesIn(value);
    const { uuid, sessionId, type } = names;
    const lacks = lackedBy(value, names);
    this.#begin ??= { ...span, cwd: textAt(value, 'cwd'), sessionId: sessionId || null };
    if (this.#filled <= HEAD_LINES) this.#first ??= this.#begin;
    if (lacks.length > MAX_MISSING) this.faults.push({ type: 'no-record', ...place, ...span });
    else if (lacks.length > 0) {
      const links = { uuid: uuid || undefined, parent: textAt(value, 'parentUuid') };
      this.faults.push({ type: 'incomplete', ...place, ...span, lacks, ...links });
    }
    // The list does not look for what the record lacks, and passes over questions of the program, which have a subtype.
    if (type === 'user' && this.#filled <= HEAD_LINES && member(value, 'subtype') === null) this.#listed(value, span);
    if (uuid === null || type === null || sessionId === null || lacks.length > 0) return;
    this.#ids.add(sessionId);
    this.#note(value);
    const into = TYPES.includes(type) ? this.#records : this.#unknown;
    into.push(this.#recordOf(value, span, item, uuid));
  }

  /** Millions of records may be held: a literal without spreads takes a third of the memory, and equal texts are shared. */
  #recordOf(value: Value, { line, at, length }: Span, item: number, uuid: string): SessionRecord {
    const [type, subtype] = [this.#texts.word(textAt(value, 'type') ?? ''), this.#texts.word(textAt(value, 'subtype'))];
    const parent = this.#texts.parent(textAt(value, 'parentUuid'), uuid);
    const { isSummary, isSaid, texts, role, isStopping, hasOddPart, isEmptied, calls, answers } = partsOf(value, type);
    return {
      line,
      at,
      length,
      item,
      uuid,
      parent,
      type,
      subtype,
      isSummary,
      isSaid,
      texts,
      role,
      isStopping,
      hasOddPart,
      isEmptied,
      calls,
      answers,
    };
  }

  #listed(question: Value, span: Span): void {
    if (this.#question === null && listStopperIn(question) !== null) this.#endsList ??= span;
    this.#question ??= firstText(question);
  }

  #note(value: Value): void {
    const cwd = textAt(value, 'cwd');
    if (cwd !== null) this.#folders.add(cwd);
    const time = Date.parse(textAt(value, 'timestamp') ?? '');
    if (!Number.isNaN(time)) {
      this.#began ??= time;
      this.#ended = time;
    }
    const title =
      textAt(value, 'subtype') === 'custom_title'
        ? textAt(member(value, 'systemPayload', 'last'), 'customTitle')
        : null;
    if (title && title !== this.#titles.at(-1)) this.#titles.push(title);
  }

  done(lines: number): SessionRead {
    const ids = [...this.#ids];
    const linked = chainOf(this.#records);
    const sent = sentBy(linked);
    return {
      ...sent,
      closing: linked.closing,
      first: this.#first,
      begin: this.#begin,
      unknownRecords: this.#unknown,
      faults: this.faults,
      lines,
      ids,
      folders: [...this.#folders],
      question: this.#question,
      endsList: this.#endsList,
      titles: this.#titles,
      began: this.#began,
      ended: this.#ended,
      isResumable: ids.length === 1 && !sentIn(sent.chain).some(isNobodys) && stoppersIn(sent.chain).length === 0,
    };
  }
}

/** True for a record whose message has no role: sending it ends the program. */
export function isNobodys({ role }: Pick<SessionRecord, 'role'>): boolean {
  return role === null;
}

/** Records of a chain that are sent, in part at least. */
export function sentIn(chain: SessionRead['chain']): readonly SessionRecord[] {
  return reachedIn(chain).filter(({ isEmptied }) => !isEmptied);
}

/** Records with a part at which the program ends. */
export function stoppersIn(chain: SessionRead['chain']): readonly SessionRecord[] {
  const from = chain.length - reachedIn(chain).length;
  return chain.filter(
    ({ isStopping, hasOddPart, isEmptied }, n) => isStopping && (hasOddPart || (n >= from && !isEmptied)),
  );
}

/** Records of a chain from the last summary on, which replaces all before it. */
export function reachedIn(chain: SessionRead['chain']): readonly SessionRecord[] {
  const from = chain.findLastIndex(({ isSummary }) => isSummary);
  return from < 0 ? chain : chain.slice(from);
}

function wholeAt(bytes: Uint8Array, { start, end }: ObjectSpan): Value | null {
  return wholeValue(bytes.subarray(start, end));
}

/** Most members that a record may lack; an object that lacks more is no record. */
const MAX_MISSING = 2;

function isRecord(value: Value | null): boolean {
  return value !== null && lackedBy(value).length <= MAX_MISSING;
}

function namesIn(value: Value): Readonly<Record<'uuid' | 'sessionId' | 'type', string | null>> {
  return { uuid: textAt(value, 'uuid'), sessionId: textAt(value, 'sessionId'), type: textAt(value, 'type') };
}

function lackedBy(value: Value, names = namesIn(value)): string[] {
  const parent = member(value, 'parentUuid', 'last');
  const isParent = isString(parent) || (parent !== null && typeOf(parent) === 'null');
  const lacked = Object.entries(names).flatMap(([key, name]) => (name ? [] : [key]));
  // Only the role could say whose message it is.
  const isNobodys = lacked.includes('type') && textAt(member(value, 'message', 'last'), 'role') === null;
  return [...lacked, ...(isParent ? [] : ['parentUuid']), ...(isNobodys ? ['message'] : [])];
}

/** Records of one uuid are fragments of the first: after a note of the program they are notes, too. */
function sentBy({
  chain,
  offChain,
  orphans,
}: Chained<SessionRecord>): Pick<SessionRead, 'chain' | 'offChain' | 'orphans'> {
  const isPart = (record: SessionRecord, n: number) =>
    record.type === 'system' || chain[n - 1]?.uuid !== record.uuid || chain[n - 1]?.type !== 'system';
  const sent = chain.filter(isPart);
  if (sent.length === chain.length) return { chain, offChain, orphans };
  const notSent = chain.filter((record, n) => !isPart(record, n));
  return { chain: sent, offChain: [...offChain, ...notSent].sort((a, b) => a.at - b.at), orphans };
}

/** Links at the beginning of a record, as the program writes it. */
const LINKS = /^[^{]*\{"uuid":"([^"\\]+)","parentUuid":(?:"([^"\\]+)"|null)/;

function firstText(value: Value): string | null {
  const [first] = partsIn(value).flatMap((part) => textAt(part, 'text') ?? []);
  return first || null;
}

export interface SessionFile extends OneSession<SessionRead> {
  /** The id in the file's name; null for a name that the program ignores. */
  readonly named: string | null;
}

export function openSession(part: Part): SessionFile {
  const name = baseName(part.path);
  return { ...oneSession(part, readSession), named: isSessionName(name) ? stemOf(name) : null };
}

/** The chain from the last record upwards. Records of one uuid are fragments of one, and stand together. */
export function chainOf<T extends LinkedRecord>(
  records: readonly T[],
): Chained<T> & { readonly closing: ReadonlySet<string> } {
  const { firsts, groups } = byUuid(records);
  const path = walkUp(firsts, records.at(-1)?.uuid ?? null);
  const chain = groups.size === 0 ? path : path.flatMap((each) => groups.get(each.uuid) ?? each);
  const closing = new Set(Array.from(ringsIn(records, firsts), ({ uuid }) => uuid));
  const orphans = records.filter(({ uuid, parent }) => parent !== null && (closing.has(uuid) || !firsts.has(parent)));
  return { chain, offChain: allWithout(records, chain), orphans, closing };
}

const [OPEN, CLOSE, QUOTE, ESCAPE] = [0x7b, 0x7d, 0x22, 0x5c];

/** Pieces of a line that the program tries to read as objects: each outermost brace with its closing one. */
export function foundObjects(bytes: Uint8Array): ObjectSpan[] {
  const found: ObjectSpan[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OPEN && depth++ === 0) start = at;
    else if (byte === CLOSE && depth > 0 && --depth === 0) found.push({ start, end: at + 1 });
  }
  return found;
}

/** Offset of the quote that ends a text; the number of bytes if none does. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === ESCAPE ? 2 : 1;
  return at;
}
