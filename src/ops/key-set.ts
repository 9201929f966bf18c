/** Entries for each slot before the table is doubled. */
const FULL = 0.7;

/** Whole numbers that were met: about 16 bytes for each, where a Set takes 60. */
export class KeySet {
  /** 0 for a free slot, so each key is held as one more. */
  #slots: Float64Array;
  #size = 0;

  /** `slots` at first. */
  constructor(slots = 1024) {
    this.#slots = new Float64Array(slots);
  }

  get size(): number {
    return this.#size;
  }

  /** Takes in a key from 0 to 2 ** 52; false where it is there already. */
  add(key: number): boolean {
    const slot = slotOf(this.#slots, key + 1);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = key + 1;
    this.#size++;
    if (this.#size > FULL * this.#slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const more = new Float64Array(2 * this.#slots.length);
    for (const held of this.#slots) if (held !== 0) more[slotOf(more, held)] = held;
    this.#slots = more;
  }
}

/** The slot of a number, or a free one. */
function slotOf(slots: Float64Array, held: number): number {
  // Keys that follow each other, or that share a factor, are spread too.
  let slot = (Math.imul((held % 2 ** 32) | 0, 0x9e3779b1) ^ (held / 2 ** 32)) >>> 0;
  for (slot %= slots.length; slots[slot] !== 0 && slots[slot] !== held; ) slot = slot + 1 < slots.length ? slot + 1 : 0;
  return slot;
}
