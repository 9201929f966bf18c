// Reads JSON that is inside a JSON string onto a tape. AssemblyScript, compiled together with scan.ts. Only what JSON.stringify
// makes of what JSON.stringify made gets an answer.

import { scan } from './scan';

// As in scan.ts.
const UNSURE = -1;
const ARRAY: u32 = 2;
const TOKEN: usize = 16;
const PADDING: usize = 128;

/**
 * Reads the string whose `length` bytes, without its quotes, begin at `from`: its text goes to `to`, its tokens between `tokens`
 * and `limit`; offsets are those of memory. Answers the number of tokens, or what `scan` answers without one.
 */
export function inner(from: usize, length: usize, to: usize, tokens: usize, limit: usize): i32 {
  const end = unescaped(from, from + length, to);
  if (end === 0) return UNSURE;
  memory.fill(end, 0, PADDING);
  const count = scan(to, end - to, tokens, limit, to);
  return count > 0 && !isTight(tokens, count, end - to) ? UNSURE : count;
}

/** Where the next byte of the text goes. */
let w: usize = 0;

/** Where the text ends that the escapes between `from` and `end` make; 0 when one of them, or of the text, is not a usual one. */
function unescaped(from: usize, end: usize, to: usize): usize {
  let i = from;
  w = to;
  while (true) {
    const block = v128.load(i);
    v128.store(w, block);
    const backslash = i8x16.bitmask(i8x16.eq(block, i8x16.splat(0x5c)));
    const plain: usize = backslash === 0 ? 16 : ctz(backslash);
    i += plain;
    w += plain;
    if (i >= end) return w - (i - end);
    if (backslash !== 0) i = takeEscape(i);
    if (i === 0) return 0;
  }
}

/** Writes what the escape at `i` makes, a quote or an escape of the text; answers where it ends, 0 when it is not a usual one. */
function takeEscape(i: usize): usize {
  if (load<u8>(i, 1) === 0x22) {
    store<u8>(w++, 0x22);
    return i + 2;
  }
  if (load<u8>(i, 1) !== 0x5c) return 0;
  const letter: u16 = load<u8>(i, 2);
  const quoted: u16 = load<u8>(i, 3);
  const isQuoted = letter === 0x5c && (quoted === 0x22 || quoted === 0x5c);
  if (!isQuoted && !isLetter(letter)) return 0;
  store<u16>(w, 0x5c | ((isQuoted ? quoted : letter) << 8));
  w += 2;
  return i + (isQuoted ? 4 : 3);
}

/** One of `bfnrt`. */
function isLetter(c: u32): bool {
  return c === 0x62 || c === 0x66 || c === 0x6e || c === 0x72 || c === 0x74;
}

/** No white space is between these tokens: they, and one byte between two, are as long as the text. */
function isTight(tokens: usize, count: i32, length: usize): bool {
  let sum: usize = count - 1;
  for (let k = 0; k < count; k++) {
    const w = tokens + (k as usize) * TOKEN;
    if ((load<u32>(w) & 7) > ARRAY) sum += load<u32>(w, 8) - load<u32>(w, 4);
    else sum += load<u32>(w, 12) === ((k + 1) as u32) ? 2 : 1;
  }
  return sum === length;
}
