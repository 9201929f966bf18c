/** Words of one slab: small tapes share it, because an array buffer each would cost more than the copy. */
const SLAB = 1 << 16;
/** Longer tapes get an array of their own, so that little of a slab is wasted. */
const LONGEST = SLAB >> 2;

let slab = newWords(SLAB);
let used = 0;

/** Words that are used over and over again, for the tapes of bytes in one buffer. */
interface LentWords {
  readonly buffer: ArrayBufferLike;
  readonly words: Int32Array;
  used: number;
}

let lent: LentWords | null = null;

/**
 * From now on, tapes of bytes in this buffer have so many words, which last as long as those bytes do: until what it answers is
 * called, and the buffer is used again. New words for each tape would cost more than what is written there.
 */
export function lendWords(buffer: ArrayBufferLike, count: number): () => void {
  const mine: LentWords = { buffer, words: newWords(count), used: 0 };
  lent = mine;
  return () => {
    mine.used = 0;
  };
}

/** A copy of `length` words from `from` on, for a tape of `bytes`: it outlives the next scan. */
export function keptWords(bytes: Uint8Array, words: Int32Array, from: number, length: number): Int32Array {
  if (bytes.buffer === lent?.buffer && lent.used + length <= lent.words.length) {
    lent.used += length;
    return copied(lent.words.subarray(lent.used - length, lent.used), words, from);
  }
  if (length > LONGEST) return words.slice(from, from + length);
  if (used + length > SLAB) {
    slab = newWords(SLAB);
    used = 0;
  }
  used += length;
  return copied(slab.subarray(used - length, used), words, from);
}

function copied(to: Int32Array, words: Int32Array, from: number): Int32Array {
  if (to.length < FEW) for (let i = 0; i < to.length; i++) to[i] = words[from + i] as number;
  else to.set(words.subarray(from, from + to.length));
  return to;
}

/** Not cleared: all that is kept of them is written first. */
function newWords(count: number): Int32Array {
  return new Int32Array(Buffer.allocUnsafeSlow(count * 4).buffer);
}

/** So few words are copied sooner than a view for a copy of all at once is made. */
const FEW = 128;
