/** Words of one slab: small tapes share it, because an array buffer each would cost more than the copy. */
const SLAB = 1 << 16;
/** Longer tapes get an array of their own, so that little of a slab is wasted. */
const LONGEST = SLAB >> 2;

let slab = newSlab();
let used = 0;

/** A copy of `length` words from `from` on that outlives the next scan. */
export function keptWords(words: Int32Array, from: number, length: number): Int32Array {
  if (length > LONGEST) return words.slice(from, from + length);
  if (used + length > SLAB) {
    slab = newSlab();
    used = 0;
  }
  const kept = slab.subarray(used, used + length);
  if (length < FEW) for (let i = 0; i < length; i++) kept[i] = words[from + i] as number;
  else kept.set(words.subarray(from, from + length));
  used += length;
  return kept;
}

/** Not cleared: all that is kept of it is written first. */
function newSlab(): Int32Array {
  return new Int32Array(Buffer.allocUnsafeSlow(SLAB * 4).buffer);
}

/** So few words are copied sooner than a view for a copy of all at once is made. */
const FEW = 128;
