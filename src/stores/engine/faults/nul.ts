import { asBuffer } from '../../../codecs/bytes.ts';
import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { isObject, members, textOf } from '../../../codecs/json/value.ts';
import { CLOSE, lastByte, type ShapedLine, shapeOf } from '../../../codecs/lines/shape.ts';

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
