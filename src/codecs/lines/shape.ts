import { asBuffer } from '../bytes.ts';
import { scan } from '../json/scan.ts';
import { isJsonSpace, type Tape } from '../json/tape.ts';
import { isObject, root } from '../json/value.ts';

export type Shape =
  /** One whole object, without other bytes. */
  | 'whole'
  /** The beginning of an object. */
  | 'torn'
  /** Several whole objects, with nothing or a comma between them. */
  | 'glued'
  /** The beginning of an object or some text, then whole objects. */
  | 'spliced'
  /** Whole objects, with other bytes after or between them. */
  | 'mixed'
  /** NUL bytes, with or without others. */
  | 'nul'
  | 'blank'
  /** Anything else: text, or JSON that is not an object. */
  | 'no-record';

/** Place of a whole object, in bytes from the start of the line. */
export interface ObjectSpan {
  readonly start: number;
  readonly end: number;
}

export interface ShapedLine {
  readonly shape: Shape;
  readonly pieces: readonly ObjectSpan[];
}

export function shapeOf(bytes: Uint8Array, tape: Tape): ShapedLine {
  const value = root(tape);
  if (tape.fault === null && isObject(value)) return { shape: 'whole', pieces: [{ start: 0, end: bytes.length }] };
  if (bytes.every(isJsonSpace)) return { shape: 'blank', pieces: [] };
  if (bytes.includes(0)) return { shape: 'nul', pieces: [] };
  const pieces = piecesOf(bytes);
  const [first] = pieces;
  if (first === undefined) return { shape: tape.open.length > 0 && isObject(value) ? 'torn' : 'no-record', pieces };
  if (first.start > 0) return { shape: 'spliced', pieces };
  const isAll = pieces.every(({ end }, i) => afterObject(bytes, end) === (pieces[i + 1]?.start ?? bytes.length));
  return { shape: isAll ? 'glued' : 'mixed', pieces };
}

const OPEN = 0x7b;
export const CLOSE = 0x7d;

export function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isJsonSpace(bytes[at])) at++;
  return at;
}

const COMMA = 0x2c;

/** The offset after an object and blanks; also after a list's comma before another object. */
export function afterObject(bytes: Uint8Array, end: number): number {
  const at = afterBlanks(bytes, end);
  const next = bytes[at] === COMMA ? afterBlanks(bytes, at + 1) : at;
  return bytes[next] === OPEN ? next : at;
}

export function lastByte(bytes: Uint8Array): number | undefined {
  let at = bytes.length - 1;
  while (isJsonSpace(bytes[at])) at--;
  return bytes[at];
}

/** Whole objects in a row. After other bytes: those of the longest rest of the line that consists of whole objects. */
function piecesOf(bytes: Uint8Array): ObjectSpan[] {
  const row = objectsIn(bytes, 0);
  const end = row.at(-1)?.end ?? 0;
  if (afterBlanks(bytes, end) >= bytes.length) return row;
  // A line that does not end like an object has no rest of whole ones, but may have a stray byte at its end.
  return [...row, ...(lastByte(bytes) === CLOSE ? spliced(bytes, end + 1) : betweenStrays(bytes, end))];
}

/** Bytes of one character in UTF-8; more may be words of a torn record. */
export const MAX_STRAY = 4;

/** Whole objects with at most a stray character before and after each. Objects within a torn one have a key before them. */
function betweenStrays(bytes: Uint8Array, from: number): ObjectSpan[] {
  const text = asBuffer(bytes);
  const start = afterBlanks(text, from);
  const at = text.indexOf('{"', start + 1);
  if (at < 0 || at - start > MAX_STRAY || text.subarray(start, at).some((byte) => NO_STRAY.has(byte))) return [];
  const row = objectsIn(text, at);
  const rest = text
    .subarray(row.at(-1)?.end ?? start)
    .toString('latin1')
    .trim();
  return rest.length > MAX_STRAY ? [] : row;
}

/** Bytes that are no stray ones: a quote, as of a torn record's key, and the beginning of a list. */
const NO_STRAY: ReadonlySet<number> = new Set([0x22, 0x5b]);

export function objectsIn(bytes: Uint8Array, from: number): ObjectSpan[] {
  const pieces: ObjectSpan[] = [];
  for (let at = afterBlanks(bytes, from); bytes[at] === OPEN; ) {
    const end = endOfObject(bytes, at);
    if (end < 0) break;
    pieces.push({ start: at, end });
    at = afterObject(bytes, end);
  }
  return pieces;
}

/** Bytes scanned at first: otherwise each of many objects on one line would scan all that follows. */
const FIRST_SCAN_BYTES = 1 << 14;

/** End of the object at `at`; -1 if it is not whole. */
function endOfObject(bytes: Uint8Array, at: number): number {
  for (let length = FIRST_SCAN_BYTES; ; length *= 4) {
    const tape = scan(bytes.subarray(at, at + length));
    if (tape.open.length === 0) return isObject(root(tape)) ? at + tape.end : -1;
    if (at + length >= bytes.length) return -1;
  }
}

/** Most bytes that a search scans, for each byte of the line. */
const MAX_SCAN_FACTOR = 32;

/** The objects in the longest rest of the line that begins with `{"` and consists of whole objects. */
function spliced(bytes: Uint8Array, from: number): ObjectSpan[] {
  const text = asBuffer(bytes);
  let budget = MAX_SCAN_FACTOR * text.length;
  for (let at = text.indexOf('{"', from); at > 0 && budget > 0; at = text.indexOf('{"', at + 1)) {
    budget -= text.length - at;
    const row = objectsIn(text, at);
    if (row.length > 0 && afterBlanks(text, row.at(-1)?.end ?? 0) >= text.length) return row;
  }
  return [];
}

/** Whole objects anywhere in a text that is not JSON; of a torn object, those within it. */
export function objectsAmong(bytes: Uint8Array): ObjectSpan[] {
  const text = asBuffer(bytes);
  const pieces: ObjectSpan[] = [];
  let budget = MAX_SCAN_FACTOR * text.length;
  for (let at = text.indexOf(OPEN); at >= 0 && budget > 0; ) {
    const row = objectsIn(text, at);
    for (const each of row) pieces.push(each);
    if (row.length === 0) budget -= text.length - at;
    at = text.indexOf(OPEN, row.at(-1)?.end ?? at + 1);
  }
  return pieces;
}
