/** Token kinds, the low three bits of a token's first word. */
export const KIND = { object: 1, array: 2, string: 3, number: 4, true: 5, false: 6, null: 7 } as const;

/** Flags in a token's first word; `open` marks a container that the fault cut. */
export const FLAG = { key: 8, escaped: 16, wide: 32, integer: 64, loneSurrogate: 128, open: 256 } as const;

/** Where the number of a known word begins in a token's first word, in bits. */
export const WORD_SHIFT = 16;

/** Words a token takes: kind and flags, start, end, next. */
export const TOKEN = 4;

/** Where a document stops being JSON, in bytes from the start of the caller's bytes; `expected` is what would have fitted there, as `a colon`. */
export interface Fault {
  readonly offset: number;
  readonly expected: string;
}

/** The `expected` of a fault at a control character within a string. */
export const RAW_CONTROL = 'an escape in place of a control character';

/**
 * One scanned document: its tokens in order, and the facts about it that an owner judges.
 *
 * A key is a token of its own (a string with the `key` flag) and its value is the next one; a string's span includes
 * its quotes. `next` is the first token after the subtree. On a fault the tape keeps every token that was whole before
 * it: a half string, key, literal or number is not there, nor is a number in a container that touches the end of the
 * input or a byte that cannot follow one, since its last digits may be lost. Containers still open there have the
 * `open` flag, `end` as their end and `count` as their next; the last token may be a key without a value.
 */
export interface Tape {
  /** The caller's own bytes, not a copy. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** Tokens on the tape. */
  readonly count: number;
  /** Just after the root value; on a fault, how far the document was sound: the fault, or the start of the half token. */
  readonly end: number;
  readonly fault: Fault | null;
  /** Containers open at the fault, as token indices, outermost first. */
  readonly open: readonly number[];
  /** Offset of the first unpaired surrogate escape in a whole string, or -1. */
  readonly loneSurrogate: number;
  /** Offset of the first ill-formed UTF-8 sequence from the start of the scan to the end of `bytes`, or -1; one at or after `end` is not in the sound part. */
  readonly illFormed: number;
  /** Offset of the first whole number beyond a double's range, or -1. */
  readonly overflow: number;
  /** How many words the scan knew: of the first so many, each plain string has its number above its flags (known-words.ts). */
  readonly known: number;
  /** True when the scan saw that no object has a key twice; false leaves it open. */
  readonly distinct: boolean;
}
