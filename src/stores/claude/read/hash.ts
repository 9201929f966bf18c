/** Puts a hash of 64 bits of a text into two words at `2 * n`: two texts of one session with the same hash are not to be feared. */
export function hashOf(text: string, words: Int32Array, n: number): void {
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x85ebca6b ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d);
    a = (a << 13) | (a >>> 19);
    b = (b << 15) | (b >>> 17);
  }
  a = Math.imul(a ^ (a >>> 16), 0x45d9f3b) ^ Math.imul(b ^ (b >>> 13), 0x27d4eb2f);
  b = Math.imul(b ^ (b >>> 16), 0x45d9f3b) ^ Math.imul(a ^ (a >>> 13), 0x165667b1);
  words[2 * n] = a;
  words[2 * n + 1] = b;
}

/** A hash table from the hashes of some texts to the last number that was put under each; -1 for none. */
export class Lookup {
  readonly #slots: Int32Array;
  readonly #words: Int32Array;
  readonly #mask: number;

  /** For at most `size` entries whose hashes are in `words`. */
  constructor(words: Int32Array, size: number) {
    this.#mask = 2 ** Math.ceil(Math.log2(size + 2)) * 2 - 1;
    this.#slots = new Int32Array(this.#mask + 1).fill(-1);
    this.#words = words;
  }

  put(n: number): void {
    this.#slots[this.#slot(this.#words, n)] = n;
  }

  /** The number under the hash at `n` of some words. */
  get(words: Int32Array, n: number): number {
    return this.#slots[this.#slot(words, n)] ?? -1;
  }

  #slot(words: Int32Array, n: number): number {
    const [a = 0, b = 0] = [words[2 * n], words[2 * n + 1]];
    let slot = a & this.#mask;
    for (;;) {
      const held = this.#slots[slot] ?? -1;
      if (held < 0 || (this.#words[2 * held] === a && this.#words[2 * held + 1] === b)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}
