import { isSpelledAs } from '../../codecs/json/duplicates.ts';
import { FLAG, KIND, type Tape, TOKEN } from '../../codecs/json/tape.ts';

/** A power of two. */
const FEW = 64;

/** Calls and their results in one document, by the tokens of their ids: a map of texts would take more memory than the document. */
export class Pairs {
  readonly #tape: Tape;
  /** Each id in the slot that its bytes lead to; 0 for a free one. At most half of them are taken. */
  #slots = new Int32Array(FEW);
  #isAnswered = new Uint8Array(FEW);
  #calls = 0;
  #answers = 0;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  /** Calls without a result so far. */
  get open(): number {
    return this.#calls - this.#answers;
  }

  /** Takes in the first call with an id that is plain text; false for any other. */
  call(id: number): boolean {
    const slot = this.#isPlain(id) ? this.#slotOf(id) : -1;
    if (slot < 0 || this.#slots[slot] !== 0) return false;
    this.#slots[slot] = id;
    if (++this.#calls * 2 >= this.#slots.length) this.#grow();
    return true;
  }

  /** Takes in the first result of a call before it; false for any other. */
  answer(id: number): boolean {
    const slot = this.#isPlain(id) ? this.#slotOf(id) : -1;
    if (slot < 0 || this.#slots[slot] === 0 || this.#isAnswered[slot] === 1) return false;
    this.#isAnswered[slot] = 1;
    this.#answers++;
    return true;
  }

  /** Equal ones have equal bytes. */
  #isPlain(id: number): boolean {
    const head = id === 0 ? 0 : (this.#tape.words[id * TOKEN] as number);
    return (head & 7) === KIND.string && (head & (FLAG.escaped | FLAG.wide)) === 0;
  }

  /** Where an id is, or would be. */
  #slotOf(id: number): number {
    const { bytes, words } = this.#tape;
    const [slots, last] = [this.#slots, this.#slots.length - 1];
    let hash = 0;
    for (let i = words[id * TOKEN + 1] as number; i < (words[id * TOKEN + 2] as number); i++)
      hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
    let slot = (hash ^ (hash >>> 15)) & last;
    while (slots[slot] !== 0 && !isSpelledAs(this.#tape, slots[slot] as number, id)) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [slots, isAnswered] = [this.#slots, this.#isAnswered];
    this.#slots = new Int32Array(2 * slots.length);
    this.#isAnswered = new Uint8Array(2 * slots.length);
    for (let old = 0; old < slots.length; old++) {
      if (slots[old] === 0) continue;
      const to = this.#slotOf(slots[old] as number);
      this.#slots[to] = slots[old] as number;
      this.#isAnswered[to] = isAnswered[old] as number;
    }
  }
}
