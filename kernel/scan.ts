// Reads one sound JSON document, or a window of lines that hold one each, onto a tape, 64 bytes of a string at a time. AssemblyScript:
// `npm run kernel` compiles it to src/codecs/json/kernel-bytes.ts. Other documents get no answer; src/codecs/json/scanner.ts says why.

/** No answer: a fault, an unpaired surrogate escape, or a number that may be beyond a double. */
const UNSURE = -1;
/** More tokens than there is room for. */
const FULL = -2;

// As in src/codecs/json/tape.ts.
const OBJECT = 1;
const ARRAY = 2;
const STRING = 3;
const NUMBER = 4;
const TRUE = 5;
const FALSE = 6;
const NULL = 7;
const KEY = 8;
const ESCAPED = 16;
const WIDE = 32;
const INTEGER = 64;
const TOKEN: usize = 16;

/** Longer numbers, exponent counted in, are left to JavaScript: a double ends near 10 to the 308. */
const SAFE_DIGITS: usize = 300;
/** Objects with more keys are looked at in JavaScript, by way of a map. */
const FEW: usize = 32;
/** The marks of one object's keys. */
const MARKS = memory.data(256);

/** Known words by their bytes, each in a slot with its number: up to 16 bytes, or the first and the last 16 of up to 32. */
const SLOTS: usize = 4096;
const SLOT: usize = 48;
const WORDS = memory.data(4096 * 48, 16);
const LONGEST_WORD: usize = 32;
/** For each length up to 16, ones for so many bytes. */
const HEADS = headMasks();

function headMasks(): usize {
  const table = memory.data(17 * 16, 16);
  for (let length: usize = 0; length <= 16; length++)
    for (let i: usize = 0; i < length; i++) store<u8>(table + (length << 4) + i, 0xff);
  return table;
}

/** For each first byte, bits for the lengths of the words that are known. */
const LENGTHS = memory.data(256 * 4);

/** Is a word of this length known that begins with this byte: nearly all other words are told by that. */
export function mayKnow(first: u8, length: usize): bool {
  return ((load<u32>(LENGTHS + ((first as usize) << 2)) >>> (length as u32)) & 1) !== 0;
}

/** From now on, the tokens of strings and keys of these bytes carry this number above their flags. */
export function learn(at: usize, length: usize, number: u32): void {
  const lengths = LENGTHS + ((load<u8>(at) as usize) << 2);
  store<u32>(lengths, load<u32>(lengths) | (1 << (length as u32)));
  const slot = slotOf(at, length);
  v128.store(slot, firstOf(at, length));
  v128.store(slot, lastOf(at, length), 16);
  store<u32>(slot, length as u32, 32);
  store<u32>(slot, number, 36);
}

/** The number of a word that is known, above the flags of a token; 0 for any other. */
export function wordAt(at: usize, length: usize): u32 {
  return load<u32>(slotOf(at, length), 36) << 16;
}

/** The slot of a word, or the free one that it would take. */
function slotOf(at: usize, length: usize): usize {
  const first = firstOf(at, length);
  const last = lastOf(at, length);
  const low = i64x2.extract_lane(first, 0) as u64;
  const high = i64x2.extract_lane(first, 1) as u64;
  const mixed: u64 = (low ^ rotl(high, 23) ^ (length as u64)) * 0x9e3779b97f4a7c15;
  let n = (mixed >> 52) as usize;
  while (true) {
    const slot = WORDS + n * SLOT;
    const held: usize = load<u32>(slot, 32);
    if (held === 0) return slot;
    const differs = v128.or(v128.xor(v128.load(slot), first), v128.xor(v128.load(slot, 16), last));
    if (held === length && !v128.any_true(differs)) return slot;
    n = (n + 1) & (SLOTS - 1);
  }
}

function firstOf(at: usize, length: usize): v128 {
  return v128.and(v128.load(at), v128.load(HEADS + ((length < 16 ? length : 16) << 4)));
}

/** Of a word of more than 16 bytes; zeros of any other. */
function lastOf(at: usize, length: usize): v128 {
  return length <= 16 ? i64x2.splat(0) : v128.load(at + length - 16);
}

/** Bytes beyond ASCII were met. */
export let wide: i32 = 0;
/** Some object may hold a key twice; surely none does when this is 0. */
export let repeats: i32 = 0;
/** White space outside of strings was met, or an escape in one of those other than by a letter, a quote or a backslash. */
export let loose: i32 = 0;

/** Where memory is free to use: before it are the marks. */
export const free: usize = (__heap_base + 15) & ~15;

/** Text offsets minus this are the caller's. */
let shift: usize = 0;
/** Ends of lines are not white space: no document goes on behind one. */
let inLines: bool = false;
/** Behind the last token of the document that was read. */
let written: usize = 0;
/** Instead of the end of a document: it is not sound, or there is no room for its tokens. */
const NO_END: usize = 0;
const NO_ROOM: usize = 1;

/**
 * Reads the text at `from`, `length` bytes with 128 zeros after them, onto the tape between `tokens` and `limit`; offsets count
 * from `base`. Answers the number of tokens, or one of the two above.
 */
export function scan(from: usize, length: usize, tokens: usize, limit: usize, base: usize): i32 {
  loose = 0;
  shift = from - base;
  inLines = false;
  const end = document(from, tokens, tokens, limit);
  if (end === NO_ROOM) return FULL;
  return end === from + length ? (((written - tokens) >> 4) as i32) : UNSURE;
}

// As in src/codecs/lines/rows.ts: a row has where its line begins and its text ends, its first token, and these two.
const ROW: usize = 16;
const SOUND = 1;
const BEYOND_ASCII = 2;

/**
 * Reads the lines that end in the `length` bytes at `from`, 128 zeros after them, each into a row of `table`, at most `most`. The
 * tokens of an object without an oddity go onto the tape between `tokens` and `limit`. Answers the number of rows, which is smaller
 * where the tape is full.
 */
export function rows(from: usize, length: usize, tokens: usize, limit: usize, table: usize, most: i32): i32 {
  const end = from + length;
  let w = tokens;
  let row = table;
  let count: i32 = 0;
  shift = from;
  inLines = true;
  for (let at = from; at < end && count < most; count++) {
    let stop = load<u8>(at) === 0x7b ? document(at, w, tokens, limit) : NO_END;
    if (stop === NO_ROOM) return count;
    let width = stop === NO_END ? 0 : lineEnd(stop);
    const isSound = width !== 0 && repeats === 0;
    if (width === 0) {
      stop = lineFeed(at, end);
      if (stop === NO_END) return count;
      width = 1;
    }
    store<u32>(row, (at - from) as u32);
    store<u32>(row, (stop - from) as u32, 4);
    store<u32>(row, ((w - tokens) >> 4) as u32, 8);
    store<u32>(row, isSound ? (wide !== 0 ? SOUND | BEYOND_ASCII : SOUND) : 0, 12);
    row += ROW;
    at = stop + width;
    if (isSound) w = written;
  }
  return count;
}

/** Bytes of the end of a line at a place; 0 for none. A lone CR is none here. */
function lineEnd(at: usize): usize {
  if (load<u8>(at) === 0x0a) return 1;
  return load<u16>(at) === 0x0a0d ? 2 : 0;
}

function lineFeed(from: usize, end: usize): usize {
  for (let i = from; i < end; i += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(i), i8x16.splat(0x0a)));
    if (found !== 0) return i + (ctz(found) as usize);
  }
  return NO_END;
}

/** Reads a document, and the white space behind it, onto the tape from `w` on; answers where that ends, or why it does not. */
function document(from: usize, first: usize, tokens: usize, limit: usize): usize {
  let i = from;
  let w = first;
  let parent: usize = 0;
  let key: u32 = 0;
  wide = 0;
  repeats = 0;

  while (true) {
    if (w >= limit) return NO_ROOM;
    let c: u32 = load<u8>(i);
    if (c <= 0x20) {
      i = skipSpace(i);
      c = load<u8>(i);
    }
    const at = i;

    if (c === 0x22) {
      i++;
      let flags = STRING | key;
      const block = v128.load(i);
      const stop = i8x16.bitmask(v128.or(v128.or(isQuote(block), isBackslash(block)), isControl(block)));
      const near: usize = ctz(stop);
      if (stop !== 0 && load<u8>(i + near) === 0x22) {
        if ((i8x16.bitmask(block) & ((1 << (near as i32)) - 1)) !== 0) flags |= WIDE;
        else if (near !== 0) flags |= wordAt(i, near);
        i += near + 1;
      } else {
        const found = longString(i);
        if (found === 0) return NO_END;
        if (stringFlags === 0 && found - i - 1 <= LONGEST_WORD) flags |= wordAt(i, found - i - 1);
        i = found;
        flags |= stringFlags;
      }
      wide |= flags & WIDE;
      put(w, flags, at, i, tokens);
      w += TOKEN;
      if (key !== 0) {
        if (load<u8>(i) !== 0x3a) {
          i = skipSpace(i);
          if (load<u8>(i) !== 0x3a) return NO_END;
        }
        i++;
        key = 0;
        continue;
      }
    } else if (key !== 0) {
      return NO_END;
    } else if (c === 0x7b || c === 0x5b) {
      const isObject = c === 0x7b;
      store<u32>(w, isObject ? OBJECT : ARRAY);
      store<u32>(w, (at - shift) as u32, 4);
      store<u32>(w, parent as u32, 12);
      parent = w;
      w += TOKEN;
      i = skipSpace(i + 1);
      c = load<u8>(i);
      if (c !== (isObject ? 0x7d : 0x5d)) {
        if (isObject) key = KEY;
        continue;
      }
    } else if (c === 0x2d || isDigit(c)) {
      i = number(i);
      if (i === 0) return NO_END;
      put(w, NUMBER | numberFlags, at, i, tokens);
      w += TOKEN;
    } else {
      const four = load<u32>(i);
      let kind: u32 = 0;
      if (four === 0x6c6c756e) kind = NULL;
      else if (four === 0x65757274) kind = TRUE;
      else if (four === 0x736c6166 && load<u8>(i, 4) === 0x65) kind = FALSE;
      if (kind === 0) return NO_END;
      i += kind === FALSE ? 5 : 4;
      put(w, kind, at, i, tokens);
      w += TOKEN;
    }

    // A value is whole, or `i` is at the closing byte of an empty container: close what closes, or go on.
    while (true) {
      c = load<u8>(i);
      if (c <= 0x20) {
        i = skipSpace(i);
        c = load<u8>(i);
      }
      if (parent === 0) {
        written = w;
        return i;
      }
      const isObject = load<u32>(parent) === OBJECT;
      if (c === 0x2c) {
        i++;
        if (isObject) key = KEY;
        break;
      }
      if (c !== (isObject ? 0x7d : 0x5d)) return NO_END;
      i++;
      if (isObject && repeats === 0) repeats = mayRepeat(parent, w, tokens) as i32;
      const outer: usize = load<u32>(parent, 12);
      store<u32>(parent, (i - shift) as u32, 8);
      store<u32>(parent, ((w - tokens) >> 4) as u32, 12);
      parent = outer;
    }
  }
}

function put(w: usize, flags: u32, start: usize, end: usize, tokens: usize): void {
  store<u32>(w, flags);
  store<u32>(w, (start - shift) as u32, 4);
  store<u32>(w, (end - shift) as u32, 8);
  store<u32>(w, (((w - tokens) >> 4) + 1) as u32, 12);
}

export function isQuote(block: v128): v128 {
  return i8x16.eq(block, i8x16.splat(0x22));
}

export function isBackslash(block: v128): v128 {
  return i8x16.eq(block, i8x16.splat(0x5c));
}

function isControl(block: v128): v128 {
  return i8x16.le_u(block, i8x16.splat(0x1f));
}

function isN(block: v128): v128 {
  return i8x16.eq(block, i8x16.splat(0x6e));
}

/** One of `"\bfnrt`: of the high nibbles 2, 5, 6 and 7, each has a bit, and a low nibble names those it goes with. */
function isSimple(block: v128): v128 {
  const nibble = i8x16.splat(0x0f);
  const low = i8x16.swizzle(i8x16(0, 0, 13, 0, 8, 0, 4, 0, 0, 0, 0, 0, 2, 0, 4, 0), v128.and(block, nibble));
  const high = i8x16.swizzle(
    i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0),
    v128.and(i16x8.shr_u(block, 4), nibble),
  );
  return i8x16.ne(v128.and(low, high), i8x16.splat(0));
}

export function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    (i8x16.bitmask(a) as u32 as u64) |
    ((i8x16.bitmask(b) as u32 as u64) << 16) |
    ((i8x16.bitmask(c) as u32 as u64) << 32) |
    ((i8x16.bitmask(d) as u32 as u64) << 48)
  );
}

const ODD: u64 = 0xaaaaaaaaaaaaaaaa;

/** Which bytes of a block are escaped, from its backslashes and from `carry`: 1 when one before it escapes its first byte. */
export function escapedIn(backslash: u64, carry: u64): u64 {
  // Of a run of backslashes every second byte is escaped; the subtraction carries along each run at once.
  const begins = backslash & ~carry;
  return (((begins << 1) | ODD) - begins) ^ ODD ^ (backslash | carry);
}

/** What `longString` found beside the end: ESCAPED and WIDE. */
let stringFlags: u32 = 0;

/** Where the string whose first byte is at `i` ends, its quote included; 0 for a fault. */
function longString(i: usize): usize {
  // All bytes of the blocks before the last.
  let seen = i64x2.splat(0);
  let anyEscaped: u64 = 0;
  // 1 when the first byte of a block follows a backslash that escapes it.
  let carry: u64 = 0;
  // Where the low half of a surrogate pair that was met has its u.
  let pair: usize = 0;
  while (true) {
    const a = v128.load(i);
    const b = v128.load(i, 16);
    const c = v128.load(i, 32);
    const d = v128.load(i, 48);
    const backslash = bits(isBackslash(a), isBackslash(b), isBackslash(c), isBackslash(d));
    const quotes = bits(isQuote(a), isQuote(b), isQuote(c), isQuote(d));
    let escaped: u64 = 0;
    if ((backslash | carry) !== 0) {
      escaped = escapedIn(backslash, carry);
      carry = (backslash & ~escaped) >> 63;
    }
    const quote = quotes & ~escaped;
    // Without a quote all bits are below.
    const below = (quote & (0 - quote)) - 1;
    let doubtful: u64 = 0;
    if (v128.any_true(isControl(i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d)))))
      doubtful = bits(isControl(a), isControl(b), isControl(c), isControl(d)) & below;
    escaped &= below;
    if (escaped !== 0) {
      anyEscaped = 1;
      // Nearly all escapes are one of these three.
      const other = escaped & ~(backslash | quotes | bits(isN(a), isN(b), isN(c), isN(d)));
      if (other !== 0) doubtful |= other & ~bits(isSimple(a), isSimple(b), isSimple(c), isSimple(d));
    }
    while (doubtful !== 0) {
      const u = i + (ctz(doubtful) as usize);
      if (((escaped >> ctz(doubtful)) & 1) === 0) return 0;
      loose = 1;
      if (load<u8>(u) !== 0x2f) {
        if (load<u8>(u) !== 0x75 || !isHex(u + 1)) return 0;
        const half = surrogate(u + 1);
        if (half === 1) {
          if (load<u16>(u, 5) !== 0x755c || !isHex(u + 7) || surrogate(u + 7) !== 2) return 0;
          pair = u + 6;
        } else if (half === 2 && u !== pair) return 0;
      }
      doubtful &= doubtful - 1;
    }
    if (quote !== 0) {
      const wide = i8x16.bitmask(seen) !== 0 || (bits(a, b, c, d) & below) !== 0;
      stringFlags = (wide ? WIDE : 0) | (anyEscaped !== 0 ? ESCAPED : 0);
      return i + (ctz(quote) as usize) + 1;
    }
    seen = v128.or(seen, v128.or(v128.or(a, b), v128.or(c, d)));
    i += 64;
  }
}

/** Four hexadecimal digits. */
function isHex(at: usize): bool {
  for (let i: usize = 0; i < 4; i++) {
    const c: u32 = load<u8>(at + i);
    if (!isDigit(c) && (c | 0x20) - 0x61 > 5) return false;
  }
  return true;
}

/** 1 for the digits of a high surrogate, 2 for those of a low one, 0 for others. */
function surrogate(at: usize): i32 {
  if ((load<u8>(at) | 0x20) !== 0x64) return 0;
  const c: u32 = load<u8>(at, 1);
  if (c < 0x38) return 0;
  return c < 0x40 || (c | 0x20) < 0x63 ? 1 : 2;
}

function isDigit(c: u32): bool {
  return c - 0x30 < 10;
}

/** INTEGER for the number that `number` found, or 0. */
let numberFlags: u32 = 0;

/** Where the number at `i` ends; 0 for a fault, and for one that may be beyond a double. */
function number(i: usize): usize {
  const at = i;
  let c: u32 = load<u8>(i);
  numberFlags = INTEGER;
  if (c === 0x2d) c = load<u8>(++i);
  if (!isDigit(c)) return 0;
  if (c === 0x30) {
    if (isDigit(load<u8>(++i))) return 0;
  } else i = digits(i);
  if (load<u8>(i) === 0x2e) {
    numberFlags = 0;
    if (!isDigit(load<u8>(++i))) return 0;
    i = digits(i);
  }
  const before = i - at;
  let power: usize = 0;
  if ((load<u8>(i) | 0x20) === 0x65) {
    numberFlags = 0;
    c = load<u8>(++i);
    const isNegative = c === 0x2d;
    if (isNegative || c === 0x2b) c = load<u8>(++i);
    if (!isDigit(c)) return 0;
    for (; isDigit(c); c = load<u8>(++i)) if (power < 10000) power = power * 10 + (c - 0x30);
    if (isNegative) power = 0;
  }
  return before + power > SAFE_DIGITS ? 0 : i;
}

function digits(i: usize): usize {
  while (isDigit(load<u8>(i))) i++;
  return i;
}

/** The first byte from `i` that is no white space. */
function skipSpace(i: usize): usize {
  while (true) {
    const c: u32 = load<u8>(i);
    if (c > 0x20) return i;
    const block = v128.load(i);
    let space = v128.or(i8x16.eq(block, i8x16.splat(0x20)), i8x16.eq(block, i8x16.splat(0x09)));
    if (!inLines) {
      const ends = v128.or(i8x16.eq(block, i8x16.splat(0x0a)), i8x16.eq(block, i8x16.splat(0x0d)));
      space = v128.or(space, ends);
    }
    const other = ~i8x16.bitmask(space) & 0xffff;
    if ((other & 1) !== 0) return i;
    loose = 1;
    if (other !== 0) return i + (ctz(other) as usize);
    i += 16;
  }
}

/** False when no two keys of an object are spelled alike; `w` is the end of its tokens. */
function mayRepeat(object: usize, w: usize, tokens: usize): bool {
  let marks: usize = MARKS;
  for (let k = object + TOKEN; k < w; k = tokens + ((load<u32>(k, TOKEN + 12) as usize) << 4)) {
    if ((load<u32>(k) & ESCAPED) !== 0 || marks === MARKS + FEW * 8) return true;
    const mark = markOf(k);
    for (let m: usize = MARKS; m < marks; m += 8) if (load<u64>(m) === mark) return true;
    store<u64>(marks, mark);
    marks += 8;
  }
  return false;
}

/** Equal for equal keys; made of the first and the last eight bytes and the length. */
function markOf(k: usize): u64 {
  const start: usize = (load<u32>(k, 4) as usize) + shift + 1;
  const length: usize = (load<u32>(k, 8) as usize) + shift - start - 1;
  if (length === 0) return 0;
  if (length < 8) return (load<u64>(start) << ((8 - length) << 3)) ^ (length as u64);
  return (
    (load<u64>(start) * 0x9e3779b97f4a7c15) ^
    (rotl(load<u64>(start + length - 8), 29) * 0xc2b2ae3d27d4eb4f) ^
    (length as u64)
  );
}
