// Reads JSON that is inside a JSON string onto a tape. AssemblyScript, compiled together with scan.ts. Only what JSON.stringify
// makes of what JSON.stringify made gets an answer.

import { bits, escapedIn, isBackslash, isQuote, loose, scan } from './scan';

// As in scan.ts.
const UNSURE = -1;
const PADDING: usize = 128;

/**
 * Reads the string whose `length` bytes, without its quotes, begin at `from`: its text goes to `to`, its tokens between `tokens`
 * and `limit`; offsets are those of memory. Answers the number of tokens, or what `scan` answers without one.
 */
export function inner(from: usize, length: usize, to: usize, tokens: usize, limit: usize): i32 {
  const end = unescaped(from, from + length, to);
  if (end === 0) return UNSURE;
  for (let i: usize = 0; i < PADDING; i += 16) v128.store(end + i, i64x2.splat(0));
  const count = scan(to, end - to, tokens, limit, to);
  return loose !== 0 ? UNSURE : count;
}

/** For each mask of eight bytes, the places of those that it leaves. */
const LEFT = leftBytes();

function leftBytes(): usize {
  const table = memory.data(256 * 8);
  for (let mask = 0; mask < 256; mask++) {
    let w = table + ((mask as usize) << 3);
    for (let place = 0; place < 8; place++) if (((mask >> place) & 1) === 0) store<u8>(w++, place as u8);
  }
  return table;
}

/** Where the text ends that the escapes between `from` and `end` make; 0 when one is neither of a quote nor of a backslash. */
function unescaped(from: usize, end: usize, to: usize): usize {
  let w = to;
  // 1 when the first byte of a block follows a backslash that escapes it.
  let carry: u64 = 0;
  for (let i = from; i < end; i += 64) {
    const a = v128.load(i);
    const b = v128.load(i, 16);
    const c = v128.load(i, 32);
    const d = v128.load(i, 48);
    const backslash = bits(isBackslash(a), isBackslash(b), isBackslash(c), isBackslash(d));
    const quote = bits(isQuote(a), isQuote(b), isQuote(c), isQuote(d));
    const escaped = escapedIn(backslash, carry);
    const escapes = backslash & ~escaped;
    const beyond: u64 = end - i < 64 ? ~(0 as u64) << ((end - i) as u64) : 0;
    if ((escaped & ~(backslash | quote | beyond)) !== 0) return 0;
    const dropped = escapes | beyond;
    carry = escapes >> 63;
    w = left(w, a, dropped as u32);
    w = left(w, b, (dropped >> 16) as u32);
    w = left(w, c, (dropped >> 32) as u32);
    w = left(w, d, (dropped >> 48) as u32);
  }
  return w;
}

/** Writes what a mask leaves of 16 bytes; answers where that ends. */
function left(w: usize, block: v128, mask: u32): usize {
  const low = mask & 0xff;
  const high = (mask >> 8) & 0xff;
  const upper = i64x2.shuffle(block, block, 1, 0);
  v128.store64_lane(w, i8x16.swizzle(block, v128.load64_zero(LEFT + (low << 3))), 0);
  const middle = w + 8 - (popcnt(low) as usize);
  v128.store64_lane(middle, i8x16.swizzle(upper, v128.load64_zero(LEFT + (high << 3))), 0);
  return middle + 8 - (popcnt(high) as usize);
}
