import { LF_BYTES } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isObject, root } from '../../../codecs/json/value.ts';
import { type ObjectSpan, shapeOf } from '../../../codecs/lines/shape.ts';
import type { Code } from '../../../model/finding.ts';
import { isConflictMark, isTelling } from '../../engine/faults/torn.ts';
import { atByte, type FileFinding, findingAbout, withLoss } from '../../file-finding.ts';
import { type Entry, isNoObject, type LineShape } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import type { EntryCheck } from './entry-checks.ts';

export interface LineTrouble {
  readonly code: Code;
  /** Bytes from the start of the file, and how many; a record over several lines takes them all. */
  readonly at: number;
  readonly length: number;
  readonly isEnded: boolean;
  /** The whole records in it, by their places from `at`. */
  readonly pieces: readonly ObjectSpan[];
  /** Where to look, if that is not its first byte. */
  readonly offset?: number;
  readonly detail: string;
  readonly isLost?: boolean;
}

/** Lines of a record, and their ends, that are put together at most: each that may be the last is scanned with all before it. */
const MOST_LINES = 1_000;

export function* lineTroubles(file: RolloutFile): Generator<LineTrouble> {
  const reader = new LineReader(file);
  for (const entry of file.entries()) yield* reader.take(entry);
  yield* reader.end();
}

class LineReader {
  readonly #isPaginated: boolean;
  #torn: TornLine | null = null;

  constructor(file: RolloutFile) {
    this.#isPaginated = file.head().meta?.mode === 'paginated';
  }

  take(entry: Entry): readonly LineTrouble[] {
    if (entry.shape === 'blank' || (entry.shape === 'record' && this.#torn === null)) return NONE;
    const ended = this.#torn?.goOn(entry) ?? null;
    if (ended === 'more') return NONE;
    const found = ended?.code === 'CX012' ? null : troubleOf(entry, this.#isPaginated);
    this.#torn = found === 'torn' ? new TornLine(entry) : null;
    return troublesAmong(ended, found);
  }

  end(): readonly LineTrouble[] {
    return troublesAmong(this.#torn?.end() ?? null);
  }
}

const NONE: readonly never[] = [];

function troublesAmong(...all: readonly (LineTrouble | 'torn' | null)[]): LineTrouble[] {
  return all.filter((each) => each !== null && each !== 'torn');
}

/** A line that begins a record without ending it, and lines that may continue it. */
class TornLine {
  readonly #at: number;
  readonly #length: number;
  /** A line feed ends the last of its lines. */
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

  /** Takes the next line; answers the trouble once it is known. */
  goOn({ line, shape }: Entry): LineTrouble | 'more' {
    const next = Buffer.from(line.bytes ?? []);
    const [first = next] = this.#pieces;
    if (shape !== 'broken' && isTelling(first, '"payload":{') && next.subarray(0, first.length).equals(first))
      return { ...this.#trouble('CX009', 'is the beginning of the record that follows whole'), isEnded: true };
    if (ENDS_IT.has(shape) || next[0] === OPEN || isConflictMark(next) || this.#pieces.length >= MOST_LINES)
      return this.end(false);
    this.#pieces.push(LF_BYTES, next);
    this.#size += 1 + next.length;
    this.#isEnded = line.isEnded;
    return next.toString('latin1').trimEnd().endsWith('}') && this.#isWhole()
      ? {
          ...this.#trouble('CX012', 'is a record written over several lines'),
          length: this.#size,
          isEnded: line.isEnded,
        }
      : 'more';
  }

  #isWhole(): boolean {
    const tape = scan(Buffer.concat(this.#pieces));
    return tape.fault === null && isObject(root(tape));
  }

  /** No line goes on with it. */
  end(isLast = true): LineTrouble {
    return isLast && this.#pieces.length === 1
      ? this.#trouble('CX007', 'ends in the middle of a record')
      : { ...this.#trouble('CX008', 'has a line that ends in the middle of a record'), length: this.#size };
  }

  #trouble(code: Code, detail: string): LineTrouble {
    return { code, at: this.#at, length: this.#length, isEnded: this.#isEnded, pieces: [], detail };
  }
}

/** Lines that never go on with it; at one that is not UTF-8 the program stops, whatever is around it. */
const ENDS_IT: ReadonlySet<LineShape> = new Set(['record', 'too-long', 'not-utf8']);
const OPEN = 0x7b;

function troubleOf(entry: Entry, isPaginated: boolean): LineTrouble | 'torn' | null {
  const { line, shape, tape } = entry;
  const { at, length, isEnded } = line;
  const all = { at, length, isEnded, pieces: [] };
  if (shape === 'too-long') return { ...all, code: 'CX019', detail: 'has a line that is too long to be held' };
  if (shape === 'not-utf8')
    return {
      ...all,
      code: isPaginated ? 'CX003' : 'CX002',
      offset: at + (tape?.illFormed ?? 0),
      detail: 'has a byte that is not UTF-8',
    };
  if (shape === 'skipped' && !SILENT.has(entry.type))
    return { ...all, isLost: isNoObject(entry), code: 'CX014', detail: 'has a line that is no record' };
  if (shape !== 'broken' || tape === null || line.bytes === null) return null;
  if (tape.fault === null) return { ...all, code: 'CX015', detail: whyUnread(tape.loneSurrogate) };
  if (isConflictMark(line.bytes)) return { ...all, code: 'CX020', detail: MARKED };
  return brokenLine({ ...all, isLost: line.bytes.every((byte) => byte === 0) }, shapeOf(line.bytes, tape));
}

/** Records of these types have looked otherwise in every version: one that is passed over says nothing. */
const SILENT: ReadonlySet<string | null> = new Set(['event_msg', 'turn_context', 'session_meta', 'compacted']);

const MARKED = 'has marks of a merge conflict: the records of both sides are one behind the other';

function whyUnread(loneSurrogate: number): string {
  return loneSurrogate >= 0 ? 'has a record with half of a surrogate pair' : 'has a record that is nested too deeply';
}

function brokenLine(
  all: Omit<LineTrouble, 'code' | 'detail'>,
  { shape, pieces }: ReturnType<typeof shapeOf>,
): LineTrouble | 'torn' {
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
      return { ...all, isLost: true, code: 'CX014', detail: 'has a line that is no JSON' };
  }
}

export function lineFindings(file: RolloutFile, isHeld: boolean): EntryCheck {
  const reader = new LineReader(file);
  let others = 0;
  let marks = 0;
  let isAnyLost = false;
  const findingOf = ({ code, at, offset = at, detail, isLost = false }: LineTrouble): FileFinding[] => {
    if (code === 'CX014') {
      others++;
      isAnyLost ||= isLost;
    }
    if (code === 'CX020') marks++;
    // A line that a program is writing now is not torn.
    const isSilent =
      (code === 'CX007' && isHeld) || (code === 'CX014' && others > 1) || (code === 'CX020' && marks > 1);
    return isSilent ? [] : [withLoss(atByte(code, offset, detail), isLost)];
  };
  return {
    take: (entry) => {
      const troubles = reader.take(entry);
      return troubles.length === 0 ? null : troubles.flatMap(findingOf);
    },
    *end() {
      yield* reader.end().flatMap(findingOf);
      if (others > 1) yield withLoss(findingAbout('CX014', `has ${others} lines that are no records`), isAnyLost);
    },
  };
}
