/** Token kinds, the low three bits of a token's first word. */
export const KIND = { object: 1, array: 2, string: 3, number: 4, true: 5, false: 6, null: 7 } as const;

/** Flags in a token's first word; `open` marks a container that the fault cut. */
export const FLAG = { key: 8, escaped: 16, wide: 32, integer: 64, loneSurrogate: 128, open: 256 } as const;

/** First bit of the number of a known word in a token's first word. */
export const WORD_SHIFT = 16;

/** Words per token: kind and flags, start, end, next. */
export const TOKEN = 4;

export interface Fault {
  /** Bytes from the start of the caller's bytes. */
  readonly offset: number;
  /** The missing token, such as `a colon`. */
  readonly expected: string;
}

/** The `expected` of a fault within a string: at the end of the text, and at a control character. */
export const NO_QUOTE = 'a closing quote';
export const RAW_CONTROL = 'an escape in place of a control character';

/**
 * One scanned document: tokens in order, and facts that its reader judges.
 * A key is a token (a string with the `key` flag), followed by its value. A string's span includes its quotes. `next` is the first token
 * after the subtree.
 * After a fault the tape has every whole token before it. A half string, key, literal or number is missing. So is a number in a container
 * that touches the end or an invalid byte: digits may be lost.
 * Open containers have the `open` flag, `end` as their end and `count` as their next. The last token may be a key without a value.
 */
export interface Tape {
  /** The caller's own bytes, not a copy. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  readonly count: number;
  /** Offset after the root value. On a fault: its offset, or the start of the half token. */
  readonly end: number;
  readonly fault: Fault | null;
  /** Token indices of containers open at the fault, outermost first. */
  readonly open: readonly number[];
  /** Offset of the first unpaired surrogate escape in a whole string, or -1. */
  readonly loneSurrogate: number;
  /** Offset of the first ill-formed UTF-8 sequence up to the end of `bytes`, or -1. It may be after `end`. */
  readonly illFormed: number;
  /** Offset of the first whole number beyond a double's range, or -1. */
  readonly overflow: number;
  /** Number of words known to the scan: each plain string that is one of them has its number above its flags (known-words.ts). */
  readonly known: number;
  /** True if no object has a repeated key; false if that is unknown. */
  readonly distinct: boolean;
}

export function isJsonSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Zero bytes after a scanned text: loops stop there without checking the end. */
export const PADDING = 8;

/** Four bytes a word, little-endian; a copy on big-endian machines. */
export function lanesOf({ buffer, byteOffset, length }: Uint8Array, littleEndian: boolean = LITTLE_ENDIAN): Int32Array {
  if (littleEndian) return new Int32Array(buffer, byteOffset, length >> 2);
  const copy = buffer.slice(byteOffset, byteOffset + (length & -4));
  Buffer.from(copy).swap32();
  return new Int32Array(copy);
}

/** Words of an array that small tapes share: an array each would cost more than the copy. */
const SLAB = 1 << 16;
/** Longer tapes get an array of their own, so that little of a slab is wasted. */
const MAX_SLAB_TAPE = SLAB >> 2;

let slab = newWords(SLAB);
let used = 0;

interface WordPool {
  readonly buffer: ArrayBufferLike;
  readonly words: Int32Array;
  used: number;
}

let lent: WordPool | null = null;

/**
 * Lends `count` words to tapes of this buffer until the result is called. They last as long as the buffer's bytes. New
 * words per tape would cost more than filling them.
 */
export function lendWords(buffer: ArrayBufferLike, count: number): () => void {
  const mine: WordPool = { buffer, words: newWords(count), used: 0 };
  lent = mine;
  return () => {
    mine.used = 0;
  };
}

/** Copies `length` words, so that a tape outlives the next scan. */
export function keptWords(bytes: Uint8Array, words: Int32Array, from: number, length: number): Int32Array {
  if (bytes.buffer === lent?.buffer && lent.used + length <= lent.words.length) {
    lent.used += length;
    return copied(lent.words.subarray(lent.used - length, lent.used), words, from);
  }
  if (length > MAX_SLAB_TAPE) return words.slice(from, from + length);
  if (used + length > SLAB) {
    slab = newWords(SLAB);
    used = 0;
  }
  used += length;
  return copied(slab.subarray(used - length, used), words, from);
}

function copied(to: Int32Array, words: Int32Array, from: number): Int32Array {
  if (to.length < MIN_VIEW_WORDS) for (let i = 0; i < to.length; i++) to[i] = words[from + i] as number;
  else to.set(words.subarray(from, from + to.length));
  return to;
}

/** Not cleared: every kept word is written first. */
function newWords(count: number): Int32Array {
  return new Int32Array(Buffer.allocUnsafeSlow(count * 4).buffer);
}

/** For fewer words, a loop is faster than a view. */
const MIN_VIEW_WORDS = 128;
