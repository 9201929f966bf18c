import { illFormedAt, illFormedPlaces, LF_BYTES } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isObject, root } from '../../../codecs/json/value.ts';
import { afterBlanks, type ObjectSpan, objectsIn, shapeOf } from '../../../codecs/lines/shape.ts';
import type { Code } from '../../../model/finding.ts';
import { bytesSource } from '../../../model/part.ts';
import { isClosedAgain, isEndOfRecord, isMarred, isStrayLine } from '../../engine/faults/broken-lines.ts';
import { HAS_CONFLICT_MARKS, isConflictMark, isTelling } from '../../engine/faults/torn.ts';
import { type Entry, entriesOf, isNoObject, type LineShape } from '../read/record.ts';
import { hasSettings, type RolloutFile } from '../read/rollout-file.ts';

export interface CodedLineFault {
  readonly code: Code;
  /** In bytes from the start of the file. */
  readonly at: number;
  /** In bytes; a record over several lines takes all of them. */
  readonly length: number;
  readonly isEnded: boolean;
  /** Places of the whole records in it, from `at`. */
  readonly pieces: readonly ObjectSpan[];
  /** Place of the fault, if that is not the first byte. */
  readonly offset?: number;
  readonly detail: string;
  readonly isLost?: boolean;
}

/** Limit of lines that are joined to one record. */
const MAX_JOINED_LINES = 1_000;

export function* lineFaults(file: RolloutFile): Generator<CodedLineFault> {
  const reader = new LineReader(file);
  for (const entry of file.entries()) yield* reader.take(entry);
  yield* reader.end();
}

/** Finds damaged lines, one line after the other. Call `end` after the last. */
export class LineReader {
  readonly #mode: Mode;
  /** Lines that are not UTF-8 and come before a record of settings, if there is one. */
  #waiting: CodedLineFault[] = [];
  /** True behind a record of settings, which makes the program read all of the thread. */
  #hasSettings = false;
  readonly #file: RolloutFile;
  #torn: TornLine | null = null;

  constructor(file: RolloutFile) {
    this.#file = file;
    this.#mode = file.head().meta?.mode === 'paginated' ? 'paginated' : 'legacy';
  }

  take(entry: Entry): readonly CodedLineFault[] {
    if (!this.#hasSettings && hasSettings(entry) && !this.#file.isIndexed()) return this.#takeSettings(entry);
    if (entry.shape === 'blank' || (entry.shape === 'record' && this.#torn === null)) return NO_FAULTS;
    const ended = this.#torn?.goOn(entry) ?? null;
    if (ended === 'more') return NO_FAULTS;
    const mode = this.#hasSettings ? 'legacy' : this.#mode;
    const found = ended?.code === 'CX012' ? null : faultOf(entry, mode);
    if (entry.shape === 'not-utf8' && mode === 'paginated' && found !== null && found !== 'torn') {
      this.#waiting.push(found);
      return faultsAmong(ended);
    }
    this.#torn = found === 'torn' ? new TornLine(entry) : null;
    return faultsAmong(ended, found);
  }

  end(): readonly CodedLineFault[] {
    return [...this.#waiting, ...faultsAmong(this.#torn?.end() ?? null)];
  }

  #takeSettings(entry: Entry): readonly CodedLineFault[] {
    const ended = this.#torn?.goOn(entry) ?? null;
    const waiting = this.#waiting.map((each) => ({ ...each, code: STRICT[each.code] ?? each.code }));
    [this.#hasSettings, this.#torn, this.#waiting] = [true, null, []];
    return [...waiting, ...faultsAmong(ended === 'more' ? null : ended)];
  }
}

/** With settings the program reads all of a paginated thread before it goes on with it, as it reads a legacy one. */
const STRICT: Partial<Record<Code, Code>> = { CX003: 'CX002', CX022: 'CX021' };

const NO_FAULTS: readonly never[] = [];

function faultsAmong(...all: readonly (CodedLineFault | 'torn' | null)[]): CodedLineFault[] {
  return all.filter((each) => each !== null && each !== 'torn');
}

/** A line with the beginning of a record, and lines that may continue it. */
class TornLine {
  readonly #at: number;
  readonly #length: number;
  #isEnded: boolean;
  readonly #pieces: Buffer[] = [];
  readonly #brackets = new OpenBrackets();
  #size: number;

  constructor({ line }: Entry) {
    this.#at = line.at;
    this.#length = line.length;
    this.#isEnded = line.isEnded;
    this.#size = line.length;
    this.#add(Buffer.from(line.bytes ?? []));
  }

  #add(...pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#brackets.take(piece);
    }
  }

  /** Takes the next line; returns the fault once it is known. */
  goOn({ line, shape }: Entry): CodedLineFault | 'more' {
    const next = Buffer.from(line.bytes ?? []);
    const [first = next] = this.#pieces;
    if (shape !== 'broken' && isTelling(first, '"payload":{') && next.subarray(0, first.length).equals(first))
      return { ...this.#faultWith('CX009', 'is the beginning of the record that follows whole'), isEnded: true };
    if (ENDS_IT.has(shape) || next[0] === OPEN || isConflictMark(next) || this.#pieces.length >= MAX_JOINED_LINES)
      return this.end(false);
    // After its brackets closed, a record has no further lines.
    const wasOpen = this.#brackets.isOpen;
    this.#add(LF_BYTES, next);
    this.#size += 1 + next.length;
    this.#isEnded = line.isEnded;
    return wasOpen && !this.#brackets.isOpen && this.#isWhole()
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

  /** Call it when no line continues the record. */
  end(isLast = true): CodedLineFault {
    return isLast && this.#pieces.length === 1
      ? this.#faultWith('CX007', 'ends in the middle of a record')
      : { ...this.#faultWith('CX008', 'has a line that ends in the middle of a record'), length: this.#size };
  }

  #faultWith(code: Code, detail: string): CodedLineFault {
    return { code, at: this.#at, length: this.#length, isEnded: this.#isEnded, pieces: [], detail };
  }
}

/** True as long as JSON brackets outside of strings are open; false for good once they closed. */
class OpenBrackets {
  isOpen = true;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  take(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    for (const byte of bytes)
      if (this.#isInText) this.#takeInText(byte);
      else if (byte === QUOTE) this.#isInText = true;
      else this.#depth += BRACKETS[byte] ?? 0;
    this.isOpen = this.#depth > 0;
  }

  #takeInText(byte: number): void {
    this.#isInText = byte !== QUOTE || this.#isEscaped;
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKETS: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };

/** Shapes of lines that cannot continue a torn one. The program stops at a line that is not UTF-8. */
const ENDS_IT: ReadonlySet<LineShape> = new Set(['record', 'too-long', 'not-utf8']);
const OPEN = 0x7b;

type Mode = 'legacy' | 'paginated';

function notUtf8(bytes: Uint8Array | null, mode: Mode): Pick<CodedLineFault, 'code' | 'detail'> {
  const isBeside = bytes !== null && isOutsideRecords(bytes);
  const { detail, [mode]: code } = NOT_UTF8[isBeside ? 'beside' : 'inside'];
  return { code, detail };
}

const NOT_UTF8 = {
  inside: { legacy: 'CX002', paginated: 'CX003', detail: 'has a byte that is not UTF-8' },
  beside: { legacy: 'CX021', paginated: 'CX022', detail: 'has a byte beside a whole record that is not UTF-8' },
} as const;

function faultOf(entry: Entry, mode: Mode): CodedLineFault | 'torn' | null {
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

function isMemberOfTorn(bytes: Uint8Array, piece: ObjectSpan): boolean {
  return bytes[piece.start - 1] === COLON && !isRecordIn(bytes, piece);
}

const COLON = 0x3a;

function isRecordIn(bytes: Uint8Array, { start, end }: ObjectSpan): boolean {
  return Array.from(entriesOf(bytesSource(bytes.slice(start, end)))).every(({ payload }) => payload !== null);
}

function isBesideRecords(bytes: Uint8Array, pieces: readonly ObjectSpan[]): boolean {
  return isStrayLine(bytes, pieces) && pieces.every((piece) => isRecordIn(bytes, piece));
}

/** The members of these types changed with each version: that the program ignores such a record is no sign of damage. */
const UNSTABLE_TYPES: ReadonlySet<string | null> = new Set(['event_msg', 'turn_context', 'session_meta', 'compacted']);

function whyUnread(loneSurrogate: number): string {
  return loneSurrogate >= 0 ? 'has a record with half of a surrogate pair' : 'has a record that is nested too deeply';
}

function brokenLine(
  all: Omit<CodedLineFault, 'code' | 'detail'>,
  { shape, pieces }: ReturnType<typeof shapeOf>,
  bytes: Uint8Array,
): CodedLineFault | 'torn' {
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
      // The last member of a torn record is whole, and no record.
      if (pieces.every((piece) => isMemberOfTorn(bytes, piece))) return 'torn';
      return { ...all, pieces, code: 'CX010', detail: 'has a record behind a torn one on the same line' };
    default:
      return isEndOfRecord(bytes)
        ? 'torn'
        : { ...all, isLost: true, code: 'CX014', detail: 'has a line that is no JSON' };
  }
}

/** True if a line consists of whole records, and its bytes that are not UTF-8 are between them. */
export function isOutsideRecords(bytes: Uint8Array): boolean {
  const blanked = Uint8Array.from(bytes);
  for (const at of illFormedPlaces(bytes)) blanked[at] = BLANK;
  const records = objectsIn(blanked, 0);
  const end = records.at(-1)?.end ?? -1;
  if (end < 0 || afterBlanks(blanked, end) < bytes.length) return false;
  return records.every((record) => illFormedAt(bytes.subarray(record.start, record.end)) < 0);
}

const BLANK = 0x20;
