import { asBuffer, CR, LF } from '../bytes.ts';
import type { Source } from './source.ts';

export type LineEnding = 'lf' | 'crlf' | 'cr' | 'none';

/** `length` is without the end; `bytes` are valid until the next line, and null above `MAX_IN_MEMORY_LINE_BYTES`. */
export interface Line {
  /** Bytes from the start of the file. */
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array | null;
  readonly end: LineEnding;
}

const MAX_IN_MEMORY_LINE_BYTES = 2 ** 29;
const WINDOW_BYTES = 1 << 20;

export interface LineOptions {
  readonly ends?: 'any' | 'lf';
  readonly from?: number;
  readonly to?: number;
  readonly max?: number;
  readonly longest?: number;
}

/** The lines of a file in order; an end after the last line begins no other. One window is in memory at a time. */
export function* lines(source: Source, options: LineOptions = {}): Generator<Line> {
  const {
    ends = 'any',
    from = 0,
    to = source.size,
    max = WINDOW_BYTES,
    longest = source.longest ?? MAX_IN_MEMORY_LINE_BYTES,
  } = options;
  const size = Math.min(to, source.size);
  const window = Math.min(max, longest);
  const finder = ends === 'lf' ? lfFinder : endFinder;
  let at = from;
  while (at < size) {
    const bytes = source.slice(at, Math.min(window, size - at));
    if (bytes.length === 0) return;
    const used = yield* linesIn(bytes, at, at + bytes.length >= size, finder);
    at += used > 0 ? used : yield* longLine(source, { at, window, size, finder }, longest);
  }
}

/** The lines that end in these bytes, and on the last window the rest; returns the number of bytes taken. */
function* linesIn(bytes: Uint8Array, at: number, isLast: boolean, finder: Finder): Generator<Line, number> {
  const text = asBuffer(bytes);
  const next = finder(text);
  let start = 0;
  while (start < text.length) {
    const { to, end, width } = next(start);
    // A CR at the very end of a window may be half of a CR LF.
    if (end === 'none' || (end === 'cr' && to === text.length - 1 && !isLast)) break;
    yield { at: at + start, length: to - start, bytes: text.subarray(start, to), end };
    start = to + width;
  }
  if (!isLast || start === text.length) return start;
  yield { at: at + start, length: text.length - start, bytes: text.subarray(start), end: 'none' };
  return text.length;
}

interface FoundEnd {
  readonly to: number;
  readonly end: LineEnding;
  readonly width: number;
}

/** Finds the end of the first line from a place on; places must ascend. */
type Finder = (text: Buffer) => (from: number) => FoundEnd;

/** The finder of line ends. A text without one of the two signs is searched for it once. */
function endFinder(text: Buffer): (from: number) => FoundEnd {
  const nextCr = placesOf(text, CR);
  const nextLf = placesOf(text, LF);
  return (from) => {
    const cr = nextCr(from);
    const lf = nextLf(from);
    if (cr < 0 && lf < 0) return { to: text.length, end: 'none', width: 0 };
    if (cr < 0 || (lf >= 0 && lf < cr)) return { to: lf, end: 'lf', width: 1 };
    return lf === cr + 1 ? { to: cr, end: 'crlf', width: 2 } : { to: cr, end: 'cr', width: 1 };
  };
}

/** Finds the next sign from a place on, -1 for none; places must ascend. */
function placesOf(text: Buffer, sign: number): (from: number) => number {
  let place = text.indexOf(sign);
  return (from) => {
    if (place >= 0 && place < from) place = text.indexOf(sign, from);
    return place;
  };
}

function lfFinder(text: Buffer): (from: number) => FoundEnd {
  return (from) => {
    const lf = text.indexOf(LF, from);
    return lf < 0 ? { to: text.length, end: 'none', width: 0 } : { to: lf, end: 'lf', width: 1 };
  };
}

interface LongLineStart {
  readonly at: number;
  readonly window: number;
  readonly size: number;
  readonly finder: Finder;
}

/** A line longer than a window. Its end is found before any memory is taken; a line that is too long gets none. */
function* longLine(source: Source, begun: LongLineStart, longest: number): Generator<Line, number> {
  const { length, end, width } = endOf(source, begun);
  const { at } = begun;
  const bytes = length <= longest ? source.slice(at, length) : null;
  const isWhole = bytes?.length === length;
  yield { at, length, bytes: isWhole ? Buffer.from(bytes.buffer, bytes.byteOffset, length) : null, end };
  return length + width;
}

function endOf(
  source: Source,
  { at, window, size, finder }: LongLineStart,
): Pick<Line, 'length' | 'end'> & { width: number } {
  for (let from = at; from < size; from += window) {
    const bytes = source.slice(from, Math.min(window + 1, size - from));
    const text = asBuffer(bytes);
    const { to, end, width } = finder(text)(0);
    if (to < window) return { length: from + to - at, end, width };
  }
  return { length: size - at, end: 'none', width: 0 };
}
