import { isObject, root } from '../json/cursor.ts';
import { scan } from '../json/scan.ts';
import type { Tape } from '../json/tape.ts';

/** What a line of a stream of JSON objects holds. */
export type Shape =
  /** One whole object, and nothing else. */
  | 'whole'
  /** The beginning of an object. */
  | 'torn'
  /** Several whole objects. */
  | 'glued'
  /** The beginning of an object, then a whole one. */
  | 'spliced'
  /** NUL bytes, alone or beside something else. */
  | 'nul'
  | 'blank'
  /** Anything else: text, or JSON that is not an object. */
  | 'foreign';

/** Where a whole object is, in bytes from the start of the line. */
export interface ObjectSpan {
  readonly start: number;
  readonly end: number;
}

/** What a line holds, and the whole objects in it, in order. */
export interface Shaped {
  readonly shape: Shape;
  readonly pieces: readonly ObjectSpan[];
}

/** Sorts out a line; `tape` is what was scanned of it. */
export function shapeOf(bytes: Uint8Array, tape: Tape): Shaped {
  const value = root(tape);
  if (tape.fault === null && isObject(value)) return { shape: 'whole', pieces: [{ start: 0, end: bytes.length }] };
  if (bytes.every((byte) => BLANKS.has(byte))) return { shape: 'blank', pieces: [] };
  if (bytes.includes(0)) return { shape: 'nul', pieces: [] };
  if (!isObject(value)) return { shape: 'foreign', pieces: [] };
  const pieces = piecesOf(bytes, tape);
  const [first] = pieces;
  if (first === undefined) return { shape: tape.open.length > 0 ? 'torn' : 'foreign', pieces };
  if (tape.open.length === 0 && pieces.length === 1) return { shape: 'foreign', pieces };
  return { shape: tape.open.length === 0 ? 'glued' : 'spliced', pieces };
}

const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whole objects one after the other; after a torn one, the longest rest of the line that is whole objects. */
function piecesOf(bytes: Uint8Array, tape: Tape): ObjectSpan[] {
  if (tape.open.length > 0) return spliced(bytes);
  return rowOf(bytes, tape.end) ?? [{ start: 0, end: tape.end }];
}

/** The objects of a line whose first one ends at `end`; null when what follows is something else. */
function rowOf(bytes: Uint8Array, end: number): ObjectSpan[] | null {
  const pieces: ObjectSpan[] = [{ start: 0, end }];
  for (let at = end; ; ) {
    while (BLANKS.has(bytes[at] ?? 0)) at++;
    if (at >= bytes.length) return pieces;
    if (bytes[at] !== OPEN) return null;
    const tape = scan(bytes, at);
    if (tape.open.length > 0 || !isObject(root(tape))) return null;
    pieces.push({ start: at, end: tape.end });
    at = tape.end;
  }
}

const OPEN = 0x7b;
/** Bytes that a search may scan, for each byte of the line. */
const PATIENCE = 32;

/** After a torn record: the longest rest of the line that begins with `{"` and holds whole objects alone. */
function spliced(bytes: Uint8Array): ObjectSpan[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let left = PATIENCE * text.length;
  for (let at = text.indexOf('{"', 1); at > 0 && left > 0; at = text.indexOf('{"', at + 1)) {
    left -= text.length - at;
    const tape = scan(text, at);
    if (tape.open.length > 0 || !isObject(root(tape))) continue;
    const row = rowOf(text.subarray(at), tape.end - at);
    if (row !== null) return row.map(({ start, end }) => ({ start: start + at, end: end + at }));
  }
  return [];
}
