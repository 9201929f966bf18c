import { LF_BYTES } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isObject, isText, root, type Value } from '../../../codecs/json/value.ts';
import { type ObjectSpan, shapeOf } from '../../../codecs/lines/shape.ts';
import type { Code } from '../../../model/finding.ts';
import { bytesSource } from '../../../model/part.ts';
import { isEndOfRecord, isMarred } from '../../engine/faults/nul.ts';
import { isClosedAgain, isStrayLine } from '../../engine/faults/stray.ts';
import { HAS_CONFLICT_MARKS, isConflictMark, isTelling } from '../../engine/faults/torn.ts';
import { lastValue } from '../../engine/text-at.ts';
import { atByte, type FileFinding, findingAbout, withLoss } from '../../file-finding.ts';
import { countOf, wordTable } from '../../words.ts';
import { contentText, isUserTurn } from '../read/head.ts';
import { isOutsideRecords } from '../read/ill-formed.ts';
import type { Meta } from '../read/meta.ts';
import { type Entry, entriesOf, isNoObject, type LineShape } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { hasTime } from '../read/turn-reader.ts';

/**
 * `at` and `length`: bytes from the start of the file, and how many; a record over several lines takes them all.
 * `pieces`: the whole records in it, by their places from `at`. `offset`: where to look, if that is not its first byte.
 */
export interface LineFault {
  readonly code: Code;
  readonly at: number;
  readonly length: number;
  readonly isEnded: boolean;
  readonly pieces: readonly ObjectSpan[];
  readonly offset?: number;
  readonly detail: string;
  readonly isLost?: boolean;
}

/**
 * Lines of a record, and their ends, that are put together at most: each that may be the last is scanned with all
 * before it.
 */
const MAX_JOINED_LINES = 1_000;

export function* lineFaults(file: RolloutFile): Generator<LineFault> {
  const reader = new LineReader(file);
  for (const entry of file.entries()) yield* reader.take(entry);
  yield* reader.end();
}

class LineReader {
  readonly #mode: Mode;
  #torn: TornLine | null = null;

  constructor(file: RolloutFile) {
    this.#mode = file.head().meta?.mode === 'paginated' ? 'paginated' : 'legacy';
  }

  take(entry: Entry): readonly LineFault[] {
    if (entry.shape === 'blank' || (entry.shape === 'record' && this.#torn === null)) return NO_FINDINGS;
    const ended = this.#torn?.goOn(entry) ?? null;
    if (ended === 'more') return NO_FINDINGS;
    const found = ended?.code === 'CX012' ? null : faultOf(entry, this.#mode);
    this.#torn = found === 'torn' ? new TornLine(entry) : null;
    return faultsAmong(ended, found);
  }

  end(): readonly LineFault[] {
    return faultsAmong(this.#torn?.end() ?? null);
  }
}

const NO_FINDINGS: readonly never[] = [];

function faultsAmong(...all: readonly (LineFault | 'torn' | null)[]): LineFault[] {
  return all.filter((each) => each !== null && each !== 'torn');
}

/** A line that begins a record without ending it, and lines that may continue it. */
class TornLine {
  readonly #at: number;
  readonly #length: number;
  #isEnded: boolean;
  readonly #pieces: Buffer[];
  #size: number;

  constructor({ line }: Entry) {
    this.#at = line.at;
    this.#length = line.length;
    this.#isEnded = line.isEnded;
    this.#pieces = [Buffer.from(line.bytes ?? [])];
    this.#size = line.length;
  }

  /** Takes the next line; answers the fault once it is known. */
  goOn({ line, shape }: Entry): LineFault | 'more' {
    const next = Buffer.from(line.bytes ?? []);
    const [first = next] = this.#pieces;
    if (shape !== 'broken' && isTelling(first, '"payload":{') && next.subarray(0, first.length).equals(first))
      return { ...this.#faultWith('CX009', 'is the beginning of the record that follows whole'), isEnded: true };
    if (ENDS_IT.has(shape) || next[0] === OPEN || isConflictMark(next) || this.#pieces.length >= MAX_JOINED_LINES)
      return this.end(false);
    this.#pieces.push(LF_BYTES, next);
    this.#size += 1 + next.length;
    this.#isEnded = line.isEnded;
    return next.toString('latin1').trimEnd().endsWith('}') && this.#isWhole()
      ? {
          ...this.#faultWith('CX012', 'is a record written over several lines'),
          length: this.#size,
          isEnded: line.isEnded,
        }
      : 'more';
  }

  #isWhole(): boolean {
    const tape = scan(Buffer.concat(this.#pieces));
    return tape.fault === null && isObject(root(tape));
  }

  /** Call it when no line goes on with the record. */
  end(isLast = true): LineFault {
    return isLast && this.#pieces.length === 1
      ? this.#faultWith('CX007', 'ends in the middle of a record')
      : { ...this.#faultWith('CX008', 'has a line that ends in the middle of a record'), length: this.#size };
  }

  #faultWith(code: Code, detail: string): LineFault {
    return { code, at: this.#at, length: this.#length, isEnded: this.#isEnded, pieces: [], detail };
  }
}

/** Lines that cannot continue a torn one. The program stops at a line that is not UTF-8. */
const ENDS_IT: ReadonlySet<LineShape> = new Set(['record', 'too-long', 'not-utf8']);
const OPEN = 0x7b;

type Mode = 'legacy' | 'paginated';

function notUtf8(bytes: Uint8Array | null, mode: Mode): Pick<LineFault, 'code' | 'detail'> {
  const isBeside = bytes !== null && isOutsideRecords(bytes);
  const { detail, [mode]: code } = NOT_UTF8[isBeside ? 'beside' : 'inside'];
  return { code, detail };
}

const NOT_UTF8 = {
  inside: { legacy: 'CX002', paginated: 'CX003', detail: 'has a byte that is not UTF-8' },
  beside: { legacy: 'CX021', paginated: 'CX022', detail: 'has a byte beside a whole record that is not UTF-8' },
} as const;

function faultOf(entry: Entry, mode: Mode): LineFault | 'torn' | null {
  const { line, shape, tape } = entry;
  const { at, length, isEnded } = line;
  const all = { at, length, isEnded, pieces: [] };
  if (shape === 'too-long') return { ...all, code: 'CX019', detail: 'has a line that is too long to be held' };
  if (shape === 'not-utf8') return { ...all, ...notUtf8(line.bytes, mode), offset: at + (tape?.illFormed ?? 0) };
  if (shape === 'skipped' && !UNSTABLE_TYPES.has(entry.type))
    return { ...all, isLost: isNoObject(entry), code: 'CX014', detail: 'has a line that is no record' };
  if (shape !== 'broken' || tape === null || line.bytes === null) return null;
  if (tape.fault === null) return { ...all, code: 'CX015', detail: whyUnread(tape.loneSurrogate) };
  if (isConflictMark(line.bytes)) return { ...all, code: 'CX020', detail: HAS_CONFLICT_MARKS };
  const shaped = shapeOf(line.bytes, tape);
  if ((shaped.shape === 'spliced' || shaped.shape === 'mixed') && isBesideRecords(line.bytes, shaped.pieces))
    return { ...all, pieces: shaped.pieces, code: 'CX024', detail: 'has a stray byte beside a whole record' };
  return brokenLine({ ...all, isLost: line.bytes.every((byte) => byte === 0) }, shaped, line.bytes);
}

function isPartLost(bytes: Uint8Array, pieces: readonly ObjectSpan[]): boolean {
  return isMarred(bytes) || pieces.some((each) => isClosedAgain(bytes, each));
}

function isBesideRecords(bytes: Uint8Array, pieces: readonly ObjectSpan[]): boolean {
  const isRecord = ({ start, end }: ObjectSpan) =>
    Array.from(entriesOf(bytesSource(bytes.subarray(start, end)))).every(({ payload }) => payload !== null);
  return isStrayLine(bytes, pieces) && pieces.every(isRecord);
}

/** Records of these types have looked otherwise in every version: one that is passed over says nothing. */
const UNSTABLE_TYPES: ReadonlySet<string | null> = new Set(['event_msg', 'turn_context', 'session_meta', 'compacted']);

function whyUnread(loneSurrogate: number): string {
  return loneSurrogate >= 0 ? 'has a record with half of a surrogate pair' : 'has a record that is nested too deeply';
}

function brokenLine(
  all: Omit<LineFault, 'code' | 'detail'>,
  { shape, pieces }: ReturnType<typeof shapeOf>,
  bytes: Uint8Array,
): LineFault | 'torn' {
  if (isPartLost(bytes, pieces)) return { ...all, code: 'CX008', detail: 'has a record of which a part is lost' };
  switch (shape) {
    case 'torn':
      return 'torn';
    case 'nul':
      return { ...all, code: 'CX013', detail: 'has NUL bytes' };
    case 'glued':
      return { ...all, pieces, code: 'CX011', detail: `has ${pieces.length} records on one line` };
    case 'spliced':
    case 'mixed':
      return { ...all, pieces, code: 'CX010', detail: 'has a record behind a torn one on the same line' };
    default:
      return isEndOfRecord(bytes)
        ? 'torn'
        : { ...all, isLost: true, code: 'CX014', detail: 'has a line that is no JSON' };
  }
}

export function lineFindings(file: RolloutFile, isOpen: boolean): EntryCheck {
  const reader = new LineReader(file);
  let others = 0;
  let marks = 0;
  let isAnyLost = false;
  const findingOf = ({ code, at, offset = at, detail, isLost = false }: LineFault): FileFinding[] => {
    if (code === 'CX014') {
      others++;
      isAnyLost ||= isLost;
    }
    if (code === 'CX020') marks++;
    // A line that a program is writing now is not torn.
    const isSilent =
      (code === 'CX007' && isOpen) || (code === 'CX014' && others > 1) || (code === 'CX020' && marks > 1);
    return isSilent ? [] : [withLoss(atByte(code, offset, detail), isLost)];
  };
  return {
    take: (entry) => {
      const faults = reader.take(entry);
      return faults.length === 0 ? null : faults.flatMap(findingOf);
    },
    *end() {
      yield* reader.end().flatMap(findingOf);
      if (others > 1) yield withLoss(findingAbout('CX014', `has ${others} lines that are no records`), isAnyLost);
    },
  };
}

/** A check that looks at one line after the other: a large rollout is read once for all of them. */
interface EntryCheck {
  take(entry: Entry): readonly FileFinding[] | null;
  end(): Iterable<FileFinding>;
}

interface NumberedEntry {
  readonly line: number;
  readonly at: number;
  readonly ordinal: number;
}

/** The last counting record, and the ordinal before it. */
interface LastNumbered extends Omit<NumberedEntry, 'at'> {
  readonly before: number;
}

export function ordinalFindings(file: RolloutFile): EntryCheck {
  if (file.head().meta?.mode !== 'paginated') return UNNUMBERED;
  let last: LastNumbered = { line: -1, ordinal: -1, before: -1 };
  let missing: number | null = null;
  const gaps = new Gaps();
  const numbered = ({ number: line, at }: Entry['line'], ordinal: number): FileFinding | null => {
    gaps.add(at, ordinal, last);
    if (ordinal <= last.ordinal) return outOfTurn({ line, at, ordinal }, last);
    last = { line, ordinal, before: last.ordinal };
    return null;
  };
  return {
    take(entry) {
      if (!isRecord(entry)) return gaps.pass(entry);
      const { line, ordinal } = entry;
      const before = missing === null ? null : [atByte('CX202', missing, 'has a record without an ordinal')];
      missing = ordinal === null ? line.at : null;
      const here = ordinal === null ? gaps.pass(entry) : numbered(line, ordinal);
      return here === null ? before : [...(before ?? []), here];
    },
    *end() {
      if (missing !== null) yield atByte('CX201', missing, 'has no ordinal at its last record');
      yield* gaps.findings();
    },
  };
}

const UNNUMBERED: EntryCheck = { take: () => null, end: () => [] };

function isRecord({ value, type, payload }: Entry): boolean {
  return value !== null && type !== null && payload !== null;
}

/** A gap in the ordinals means that records were removed: the program counts on without one. */
class Gaps {
  #first: FileFinding | null = null;
  #others = 0;
  /** A damaged line, or a record without an ordinal, explains a gap. */
  #isExplained = false;
  /** Records that are not in their order are found anyway. */
  #isOutOfOrder = false;

  pass({ shape }: Entry): null {
    this.#isExplained ||= shape !== 'blank';
    return null;
  }

  add(at: number, ordinal: number, last: LastNumbered): void {
    const isGap = last.line >= 0 && ordinal > last.ordinal + 1 && !this.#isExplained;
    this.#isExplained = false;
    this.#isOutOfOrder ||= ordinal <= last.ordinal;
    if (!isGap) return;
    if (this.#first === null)
      this.#first = atByte('CX209', at, `lacks ${missingText(last.ordinal + 1, ordinal - 1)} before this one`);
    else this.#others++;
  }

  *findings(): Generator<FileFinding> {
    if (this.#first === null || this.#isOutOfOrder) return;
    yield this.#first;
    if (this.#others > 0) yield findingAbout('CX209', `lacks records in ${countOf(this.#others, 'more place')}`);
  }
}

function missingText(from: number, to: number): string {
  return from === to ? `the record ${from}` : `the records ${from} to ${to}`;
}

function outOfTurn({ line, at, ordinal }: NumberedEntry, last: LastNumbered): FileFinding {
  return line === last.line + 1 && ordinal === last.ordinal - 1 && ordinal > last.before
    ? atByte('CX203', at, `has the records ${ordinal} and ${last.ordinal} in each other's place`)
    : atByte('CX202', at, `has the ordinal ${ordinal} behind ${last.ordinal}`);
}

interface SaidCounts {
  messages: number;
  legacy: number;
  questions: number;
  items: number;
}

export function eventFindings(file: RolloutFile): EntryCheck {
  const { meta, fault, preview } = file.head();
  const isAsked = preview !== null;
  const said: SaidCounts = { messages: 0, legacy: 0, questions: 0, items: 0 };
  return {
    take: (entry) => {
      countIn(said, entry, isAsked);
      return null;
    },
    *end() {
      const { asks } = file.summary();
      if (meta !== null && fault === 'no-question' && asks)
        yield findingAbout('CX111', 'has its first question below line 210');
      if (meta !== null) yield* unsaidFindings(said, asks, meta);
    },
  };
}

function* unsaidFindings(said: SaidCounts, asks: boolean, { mode, source }: Meta): Generator<FileFinding> {
  const isPaginated = mode === 'paginated';
  if (asks && !isPaginated) return;
  if (isPaginated && said.items === 0 && said.legacy + said.questions > 0)
    yield findingAbout('CX112', 'is paginated, and its events are those of a legacy thread');
  else if (!asks && !OF_PROGRAM.has(source) && said.messages > 0 && said.questions === 0)
    yield findingAbout(
      'CX110',
      `has ${countOf(said.messages, 'message')} for the model, and no question among its events`,
    );
}

/** Threads in which the program asks, and not a person: it writes no event for that. */
const OF_PROGRAM: ReadonlySet<string> = new Set(['subagent', 'internal']);

function countIn(said: SaidCounts, { shape, type, payloadType, payload }: Entry, isAsked: boolean): void {
  if (shape !== 'record' || payloadType === null) return;
  const event = type === 'event_msg' ? EVENTS[payloadType] : undefined;
  if (event !== undefined) said[event]++;
  // Only needed where no event asks anything.
  if (!isAsked && type === 'response_item' && payloadType === 'message' && isQuestion(payload)) said.messages++;
}

const EVENTS = wordTable<keyof SaidCounts>({
  user_message: 'questions',
  agent_message: 'legacy',
  item_completed: 'items',
});

function isQuestion(payload: Value | null): boolean {
  return isText(lastValue(payload, 'role'), 'user') && isUserTurn('user', contentText(payload));
}

/** Items of a paginated thread whose time the program cannot take, so that it does not show them. */
export function itemTimeFindings(file: RolloutFile): EntryCheck {
  const isPaginated = file.head().meta?.mode === 'paginated';
  let others = 0;
  let first: FileFinding | null = null;
  return {
    take(entry) {
      const { shape, payloadType, type, line } = entry;
      if (!isPaginated || payloadType !== 'item_completed' || type !== 'event_msg' || shape !== 'record') return null;
      if (hasTime(entry)) return null;
      if (first === null) first = atByte('CX210', line.at, 'has an item without a time');
      else others++;
      return null;
    },
    *end() {
      if (first !== null) yield first;
      if (others > 0) yield findingAbout('CX210', `has ${countOf(others, 'more item')} without a time`);
    },
  };
}
