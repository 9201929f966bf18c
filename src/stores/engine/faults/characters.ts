import type { Edit } from '../../../codecs/edit.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { illFormedAt } from '../../../codecs/json/utf8.ts';

const REPLACEMENT = Buffer.from('\ufffd');
const ESCAPED = Buffer.from('\\ufffd');
const BACKSLASH = 0x5c;

/** Edits that replace lone surrogate escapes by U+FFFD. In a scanned document only texts have backslashes. */
export function withoutLoneSurrogates({ bytes, loneSurrogate }: Tape): Edit[] {
  const edits: Edit[] = [];
  for (let at = loneSurrogate; at >= 0; ) {
    const unit = unitAt(bytes, at);
    const high = unit >= 0xd800 && unit < 0xdc00;
    const paired = high && isLow(unitAt(bytes, at + 6));
    if (!paired && (high || isLow(unit))) edits.push({ at, remove: 6, insert: ESCAPED });
    const width = unit < 0 ? 2 : paired ? 12 : 6;
    at = bytes.indexOf(BACKSLASH, at + width);
  }
  return edits;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** The code unit of the escape at `at`; -1 for another escape, or none. */
function unitAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return -1;
  return Number.parseInt(Buffer.from(bytes.subarray(at + 2, at + 6)).toString('latin1'), 16);
}

/** Edits that put U+FFFD in the place of each byte sequence that a decoder would replace as one (WHATWG: the longest start of a character). */
export function* withoutIllFormed(bytes: Uint8Array, from: number): Generator<Edit> {
  for (let at = illFormedAt(bytes, from); at >= 0; ) {
    const remove = startOfCharacter(bytes, at);
    yield { at, remove, insert: REPLACEMENT };
    at = illFormedAt(bytes, at + remove);
  }
}

/** Bytes at `at` that begin a character which then breaks off; 1 for a byte that begins none. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (const length of [3, 2]) {
    const start = bytes.subarray(at, at + length);
    if (start.length === length && ENDINGS.some((ending) => illFormedAt(Buffer.concat([start, ending])) < 0))
      return length;
  }
  return 1;
}

/** Whatever follows two or three sound bytes of a character, one of these completes it. */
const ENDINGS = [Buffer.from([0x80]), Buffer.from([0x80, 0x80])];
