import { isUtf8 } from 'node:buffer';
import { illFormedAt } from '../bytes.ts';
import {
  type Fault,
  FLAG,
  KIND,
  keptWords,
  lanesOf,
  NO_QUOTE,
  PADDING,
  RAW_CONTROL,
  type Tape,
  TOKEN,
} from './tape.ts';

const MAX_KEPT_POOL_BYTES = 1 << 24;
/** Bytes by which a pool grows, so that files of similar size share one. */
const POOL_STEP = 1 << 16;
const MAX_BYTES = 2 ** 31 - 1 - PADDING;
/** Most open containers, limited by the list's size. */
const MAX_DEPTH = 1 << 20;

let textPool = new Uint8Array(1 << 17);
let tokenPool = new Int32Array(1 << 14);

const SPACE = table('\t\n\r ');
const DIGIT = table('0123456789');
const HEX = table('0123456789abcdefABCDEF');
const ESCAPE = table('"\\/bfnrt');
/** Second digits of surrogate escapes (the first is d); then of those that begin a pair. */
const SURROGATE = table('89abcdefABCDEF');
const SURROGATE_DIGIT = table('89abAB');
const VALUE_START = table('"{[-0123456789tfn');
/** Characters that can follow a number in a container. */
const AFTER_NUMBER = table('\t\n\r ,]}');

/**
 * `scan` without the kernel, whose results must be equal. Works on zero-padded, aligned bytes, so that strings are read four bytes at a
 * time. Copies small documents, and large ones without zeros after them.
 */
export function scanBytes(bytes: Uint8Array, from = 0): Tape {
  const n = bytes.length;
  if (n > MAX_BYTES) throw new RangeError(`a JSON document of ${n} bytes is larger than 2 GiB`);
  const body = from === 0 ? bytes : bytes.subarray(from);
  const u8 = isPadded(bytes) ? bytesBeyond(bytes) : padded(body, from);
  const lanes = lanesOf(u8);

  let words = tokenPool;
  let w = 0; // where the next token goes
  let i = from;
  let parent = -1; // where the innermost open container's token is; its `next` holds its own parent meanwhile
  let depth = 0;
  let key = 0; // FLAG.key while a key must come
  let expected = '';
  let at = i; // where the token being read begins
  let loneSurrogate = -1;
  let overflow = -1;

  reading: for (;;) {
    if (w === words.length) words = grown(words, (n - from) / (i - from));
    let c = u8[i] as number;
    while (SPACE[c] === 1) c = u8[++i] as number;
    at = i;

    if (c === 0x22) {
      let highBits = 0;
      let flags = KIND.string | key;
      let lone = -1;
      i++;
      for (;;) {
        // Bytes of the first word before `i` are filled with ones, which never stop the loop.
        const fill = (1 << ((i & 3) << 3)) - 1;
        let word = (lanes[i >> 2] as number) | fill;
        i &= -4;
        // Below 0x20 or a quote: flip bit 1, and both are below 0x21. A backslash: becomes 0. Each then borrows bit 7.
        let stop = (((word ^ 0x02020202) - 0x21212121) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word & 0x80808080;
        word &= ~fill;
        while (stop === 0) {
          highBits |= word;
          i += 4;
          word = lanes[i >> 2] as number;
          stop = (((word ^ 0x02020202) - 0x21212121) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word & 0x80808080;
        }
        highBits |= word & ((stop & -stop) - 1);
        i += (31 - Math.clz32(stop & -stop)) >> 3;
        c = u8[i] as number;
        if (c !== 0x5c) break;
        flags |= FLAG.escaped;
        c = u8[i + 1] as number;
        if (ESCAPE[c] === 1) {
          i += 2;
          continue;
        }
        if (c !== 0x75) {
          i++;
          expected = 'one of " \\ / b f n r t u after a backslash';
          break reading;
        }
        const escaped = i;
        i += 2;
        while (i < escaped + 6 && HEX[u8[i] as number] === 1) i++;
        if (i < escaped + 6) {
          expected = 'a hexadecimal digit';
          break reading;
        }
        if (((u8[escaped + 2] as number) | 0x20) !== 0x64) continue;
        if (SURROGATE_DIGIT[u8[escaped + 3] as number] === 1 && isLow(u8, i)) i += 6;
        else if (SURROGATE[u8[escaped + 3] as number] === 1 && lone < 0) lone = escaped;
      }
      if (c !== 0x22) {
        expected = i < n ? RAW_CONTROL : NO_QUOTE;
        break;
      }
      i++;
      if (lone >= 0) {
        flags |= FLAG.loneSurrogate;
        if (loneSurrogate < 0) loneSurrogate = lone;
      }
      if ((highBits & 0x80808080) !== 0) flags |= FLAG.wide;
      words[w] = flags;
      words[w + 1] = at;
      words[w + 2] = i;
      words[w + 3] = (w >> 2) + 1;
      w += TOKEN;
      if (key !== 0) {
        c = u8[i] as number;
        while (SPACE[c] === 1) c = u8[++i] as number;
        at = i;
        if (c !== 0x3a) {
          expected = 'a colon';
          break;
        }
        i++;
        key = 0;
        continue;
      }
    } else if (key !== 0) {
      expected = 'a key';
      break;
    } else if (c === 0x7b || c === 0x5b) {
      if (depth++ === MAX_DEPTH) {
        expected = 'no value nested so deeply';
        break;
      }
      words[w] = c === 0x7b ? KIND.object : KIND.array;
      words[w + 1] = i;
      words[w + 3] = parent;
      parent = w;
      w += TOKEN;
      c = u8[++i] as number;
      while (SPACE[c] === 1) c = u8[++i] as number;
      at = i;
      if (words[parent] === KIND.object) {
        if (c !== 0x7d) {
          if (c !== 0x22) {
            expected = 'a key or a closing brace';
            break;
          }
          key = FLAG.key;
          continue;
        }
      } else if (c !== 0x5d) {
        if (VALUE_START[c] !== 1) {
          expected = 'a value or a closing bracket';
          break;
        }
        continue;
      }
    } else if (c === 0x2d || DIGIT[c] === 1) {
      let flags: number = KIND.number | FLAG.integer;
      if (c === 0x2d) c = u8[++i] as number;
      if (c === 0x30) {
        c = u8[++i] as number;
        if (DIGIT[c] === 1) {
          expected = 'no digit after a leading zero';
          break;
        }
      } else {
        if (DIGIT[c] !== 1) {
          expected = 'a digit';
          break;
        }
        while (DIGIT[c] === 1) c = u8[++i] as number;
      }
      if (c === 0x2e) {
        flags = KIND.number;
        c = u8[++i] as number;
        if (DIGIT[c] !== 1) {
          expected = 'a digit';
          break;
        }
        while (DIGIT[c] === 1) c = u8[++i] as number;
      }
      let wild = i - at > 308;
      if (c === 0x65 || c === 0x45) {
        flags = KIND.number;
        wild = true;
        c = u8[++i] as number;
        if (c === 0x2b || c === 0x2d) c = u8[++i] as number;
        if (DIGIT[c] !== 1) {
          expected = 'a digit';
          break;
        }
        while (DIGIT[c] === 1) c = u8[++i] as number;
      }
      if (parent >= 0 && AFTER_NUMBER[c] !== 1) {
        expected = separator(words[parent] as number);
        break;
      }
      if (wild && overflow < 0 && !Number.isFinite(Number(ascii(bytes, at, i)))) overflow = at;
      words[w] = flags;
      words[w + 1] = at;
      words[w + 2] = i;
      words[w + 3] = (w >> 2) + 1;
      w += TOKEN;
    } else if (c === 0x74 || c === 0x66 || c === 0x6e) {
      const name = c === 0x74 ? 'true' : c === 0x66 ? 'false' : 'null';
      let k = 1;
      while (k < name.length && u8[i + k] === name.charCodeAt(k)) k++;
      i += k;
      if (k < name.length) {
        expected = name;
        break;
      }
      words[w] = KIND[name];
      words[w + 1] = at;
      words[w + 2] = i;
      words[w + 3] = (w >> 2) + 1;
      w += TOKEN;
    } else {
      expected = 'a value';
      break;
    }

    // A value is whole, or `i` is at the closing byte of an empty container: close containers, or go on.
    for (;;) {
      if (parent < 0) {
        at = i;
        c = u8[i] as number;
        while (SPACE[c] === 1) c = u8[++i] as number;
        if (i < n) expected = 'the end of the document';
        break reading;
      }
      c = u8[i] as number;
      while (SPACE[c] === 1) c = u8[++i] as number;
      const object = words[parent] === KIND.object;
      if (c === 0x2c) {
        i++;
        if (object) key = FLAG.key;
        continue reading;
      }
      if (c !== (object ? 0x7d : 0x5d)) {
        at = i;
        expected = separator(words[parent] as number);
        break reading;
      }
      i++;
      const outer = words[parent + 3] as number;
      words[parent + 2] = i;
      words[parent + 3] = w >> 2;
      parent = outer;
      depth--;
    }
  }

  const fault: Fault | null = expected === '' ? null : { offset: i, expected };
  const open = parent < 0 ? [] : closeOpen(words, parent, w, at);
  return {
    bytes,
    words: tapeWords(bytes, words, w),
    count: w >> 2,
    end: at,
    fault,
    open,
    loneSurrogate,
    illFormed: isUtf8(body) ? -1 : illFormedAt(bytes, from),
    overflow,
    known: 0,
    distinct: false,
  };
}

function table(characters: string): Uint8Array {
  const out = new Uint8Array(256);
  for (const character of characters) out[character.charCodeAt(0)] = 1;
  return out;
}

/** True for large bytes that have zeros after them and need no copy. */
function isPadded({ buffer, byteOffset, length }: Uint8Array): boolean {
  if (length < MAX_KEPT_POOL_BYTES || byteOffset % 4 !== 0 || buffer.byteLength < byteOffset + length + PADDING)
    return false;
  return new Uint8Array(buffer, byteOffset + length, PADDING).every((byte) => byte === 0);
}

function bytesBeyond({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length + PADDING);
}

function padded(body: Uint8Array, from: number): Uint8Array<ArrayBuffer> {
  const size = from + body.length + PADDING;
  let copy = textPool;
  if (size > copy.length) {
    copy = new Uint8Array(Math.ceil(size / POOL_STEP) * POOL_STEP);
    if (copy.length <= MAX_KEPT_POOL_BYTES) textPool = copy;
  }
  copy.set(body, from);
  copy.fill(0, from + body.length, size);
  return copy;
}

/** Bytes from which the need of words is estimated, and the largest growth at once. */
const SAMPLE = 1 << 19;
const MAX_GROWTH = 1 << 10;

/**
 * Doubles the words, or estimates the need of a long text from its scanned part: growing in steps would leave as much garbage. `share`: the
 * whole text in units of the scanned part.
 */
function grown(words: Int32Array<ArrayBuffer>, share: number): Int32Array<ArrayBuffer> {
  const factor = Math.min(Math.max(1.2, share * 1.05), MAX_GROWTH);
  const isLarge = words.byteLength >= SAMPLE && words.byteLength * Math.max(2, factor) > MAX_KEPT_POOL_BYTES;
  const out = new Int32Array(Math.ceil((words.length * (isLarge ? factor : 2)) / TOKEN) * TOKEN);
  out.set(words);
  if (out.byteLength <= MAX_KEPT_POOL_BYTES) tokenPool = out;
  return out;
}

/** The tape's own words: cut from the pool, or the large array itself. */
function tapeWords(bytes: Uint8Array, words: Int32Array<ArrayBuffer>, length: number): Int32Array {
  return words === tokenPool ? keptWords(bytes, words, 0, length) : words.subarray(0, length);
}

function closeOpen(words: Int32Array, innermost: number, length: number, end: number): number[] {
  const open: number[] = [];
  for (let p = innermost; p >= 0; ) {
    const outer = words[p + 3] as number;
    words[p] = (words[p] as number) | FLAG.open;
    words[p + 2] = end;
    words[p + 3] = length >> 2;
    open.push(p >> 2);
    p = outer;
  }
  return open.reverse();
}

function separator(container: number): string {
  return container === KIND.object ? 'a comma or a closing brace' : 'a comma or a closing bracket';
}

function isLow(u8: Uint8Array, at: number): boolean {
  if (u8[at] !== 0x5c || u8[at + 1] !== 0x75 || ((u8[at + 2] as number) | 0x20) !== 0x64) return false;
  const second = u8[at + 3] as number;
  if (SURROGATE[second] !== 1 || SURROGATE_DIGIT[second] === 1) return false;
  return HEX[u8[at + 4] as number] === 1 && HEX[u8[at + 5] as number] === 1;
}

function ascii(u8: Uint8Array, from: number, to: number): string {
  return Buffer.from(u8.buffer, u8.byteOffset + from, to - from).toString('latin1');
}
