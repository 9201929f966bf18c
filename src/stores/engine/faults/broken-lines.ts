import { asBuffer } from '../../../codecs/bytes.ts';
import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { isJsonSpace } from '../../../codecs/json/tape.ts';
import { isObject, members, textOf } from '../../../codecs/json/value.ts';
import {
  afterBlanks,
  CLOSE,
  lastByte,
  MAX_STRAY,
  type ObjectSpan,
  type ShapedLine,
  shapeOf,
} from '../../../codecs/lines/shape.ts';

/** True for a line of whole records with a character or some bytes beside them that have no words. */
export function isStrayLine(
  bytes: Uint8Array,
  pieces: readonly ObjectSpan[],
  records: readonly ObjectSpan[] = pieces,
): boolean {
  if (pieces.length === 0 || records.length < pieces.length || pieces.some((each) => isClosedAgain(bytes, each)))
    return false;
  const count = gapsBeside(bytes, pieces).reduce((sum, { start, end }) => sum + end - start, 0);
  return count > 0 && count <= MAX_STRAY;
}

/** The objects of a line that are whole records of a kind. */
export function wholeRecords(
  bytes: Uint8Array,
  pieces: readonly ObjectSpan[],
  isRecord: (bytes: Uint8Array) => boolean,
): ObjectSpan[] {
  return pieces.filter((each) => !isClosedAgain(bytes, each) && isRecord(bytes.subarray(each.start, each.end)));
}

/** True for an object followed by a further closing bracket, which may be the record's: its opening one is then lost. */
export function isClosedAgain(bytes: Uint8Array, { end }: ObjectSpan): boolean {
  const next = bytes[afterBlanks(bytes, end)];
  return next === 0x7d || next === 0x5d;
}

/** Pieces of a line between the records, without white space around them. */
export function gapsBeside(bytes: Uint8Array, pieces: readonly ObjectSpan[]): ObjectSpan[] {
  const ends = [0, ...pieces.map(({ end }) => end)];
  return ends.flatMap((from, n) => {
    let [start, end] = [from, pieces[n]?.start ?? bytes.length];
    while (start < end && isJsonSpace(bytes[start])) start++;
    while (end > start && isJsonSpace(bytes[end - 1])) end--;
    return start === end ? [] : [{ start, end }];
  });
}

/** Pieces of a line beside its whole objects, without white space around them. */
export function besideObjects(bytes: Uint8Array): ObjectSpan[] {
  return gapsBeside(bytes, shapeOf(bytes, scan(bytes)).pieces);
}

interface BrokenLine extends ShapedLine {
  readonly isMarred: boolean;
}

/**
 * The shape of a line that is not JSON. `torn` includes a line that would be a record without NUL bytes that hide words of it, and one
 * without its beginning.
 */
export function brokenShape(bytes: Uint8Array, tape = scan(bytes)): BrokenLine {
  if (isMarred(bytes)) return { shape: 'torn', pieces: [], isMarred: true };
  const shaped = shapeOf(bytes, tape);
  const shape = shaped.shape === 'no-record' && isEndOfRecord(bytes) ? 'torn' : shaped.shape;
  return { ...shaped, shape, isMarred: false };
}

/** True for a line with members that ends like an object and closes more braces than it opens. */
export function isEndOfRecord(bytes: Uint8Array): boolean {
  if (lastByte(bytes) !== CLOSE || !asBuffer(bytes).includes('":')) return false;
  let depth = 0;
  for (const byte of bytes) depth += byte === OPEN ? 1 : byte === CLOSE ? -1 : 0;
  return depth < 0;
}

const OPEN = 0x7b;

/**
 * True for a line that is JSON without its NUL bytes, if these are in a key or in the name of a record's type or role. They may have
 * replaced more than a text, so that later words are not found.
 */
export function isMarred(bytes: Uint8Array): boolean {
  const value = bytes.includes(0) ? wholeValue(bytes.filter((byte) => byte !== 0)) : null;
  if (!isObject(value)) return false;
  // A repeated key: the line is two records, of which the first lost its end.
  if (new Set(members(value).map(({ key }) => textOf(key))).size < members(value).length) return true;
  let key = '';
  for (const [, text = '', colon] of Buffer.from(bytes).toString('latin1').matchAll(STRINGS)) {
    if (text.includes('\0') && (colon !== undefined || TELLING.has(key))) return true;
    key = colon === undefined ? '' : text;
  }
  return false;
}

/** Each string of a line, with the colon after a key. */
const STRINGS = /"([^"\\]*(?:\\.[^"\\]*)*)"([\s\0]*:)?/gs;

const TELLING: ReadonlySet<string> = new Set(['type', 'role', 'subtype']);
