import type { Edit } from '../../../codecs/edit.ts';
import { illFormedAt } from '../../../codecs/json/utf8.ts';

const REPLACEMENT = Buffer.from('\ufffd');

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
