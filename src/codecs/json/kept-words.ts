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
