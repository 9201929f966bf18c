import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { isObject } from '../../../codecs/json/value.ts';
import { type ShapedLine, shapeOf } from '../../../codecs/lines/shape.ts';

interface BrokenLine extends ShapedLine {
  readonly isMarred: boolean;
}

/** The shape of a line that is not JSON; torn for one that only its NUL bytes keep from being a record, where they hide words of it. */
export function brokenShape(bytes: Uint8Array, tape = scan(bytes)): BrokenLine {
  return isMarred(bytes) ? { shape: 'torn', pieces: [], isMarred: true } : { ...shapeOf(bytes, tape), isMarred: false };
}

/**
 * True for a line that is JSON without its NUL bytes, and has such bytes in a key, or in the word that says whose a record is: what was
 * overwritten there may have been more than a text, so that the words behind it are no longer found.
 */
export function isMarred(bytes: Uint8Array): boolean {
  if (!bytes.includes(0) || !isObject(wholeValue(bytes.filter((byte) => byte !== 0)))) return false;
  let key = '';
  for (const [, text = '', colon] of Buffer.from(bytes).toString('latin1').matchAll(STRINGS)) {
    if (text.includes('\0') && (colon !== undefined || TELLING.has(key))) return true;
    key = colon === undefined ? '' : text;
  }
  return false;
}

/** Each string of a line, and the colon behind a key. */
const STRINGS = /"([^"\\]*(?:\\.[^"\\]*)*)"([\s\0]*:)?/gs;

const TELLING: ReadonlySet<string> = new Set(['type', 'role', 'subtype']);
