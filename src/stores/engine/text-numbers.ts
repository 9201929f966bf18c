import type { Value } from '../../codecs/json/value.ts';
import { HashLookup, hashString, hashText } from './hash.ts';

export function grown<T extends Float64Array | Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const INITIAL_TEXTS = 16;

/** Numbers texts in order of appearance, with a few bytes for each, of any length. */
export class TextNumbers {
  #hashes = new Int32Array(2 * INITIAL_TEXTS);
  #numbers = new HashLookup(this.#hashes, INITIAL_TEXTS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The number of a text, or of a string of a document; a new one gets `count`. */
  add(text: string | Value): number {
    const known = this.find(text);
    if (known >= 0) return known;
    this.#numbers.put(this.#count++);
    if (2 * this.#count === this.#hashes.length) this.#grow();
    return this.#count - 1;
  }

  /** The number of a text; -1 for an unknown one. */
  find(text: string | Value): number {
    if (typeof text === 'string') hashText(text, this.#hashes, this.#count);
    else hashString(text, this.#hashes, this.#count);
    return this.#numbers.get(this.#hashes, this.#count);
  }

  clear(): void {
    if (this.#count === 0) return;
    // Shrinks the buffers, since clearing large ones for each turn would be slow.
    if (this.#hashes.length > 2 * INITIAL_TEXTS) this.#hashes = new Int32Array(2 * INITIAL_TEXTS);
    this.#numbers = new HashLookup(this.#hashes, INITIAL_TEXTS);
    this.#count = 0;
  }

  #grow(): void {
    this.#hashes = grown(this.#hashes, new Int32Array(2 * this.#hashes.length));
    this.#numbers = new HashLookup(this.#hashes, this.#hashes.length / 2);
    for (let n = 0; n < this.#count; n++) this.#numbers.put(n);
  }
}
