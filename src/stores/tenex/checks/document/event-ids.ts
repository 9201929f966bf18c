import { nextOf } from '../../../../codecs/json/cursor.ts';
import { spells } from '../../../../codecs/json/text.ts';
import { spanOf, type Value } from '../../../../codecs/json/value.ts';

/** Characters of an id, and of what comes after it in an event as TENEX writes it: `\"]"`. */
const ID = 64;
const AFTER = 4;
/** Digits of an id that its slot is made of. */
const DIGITS = 8;
/** Slots for each id that there is room for. */
const ROOM = 1.5;

/**
 * The ids of a history and where each was first. A history may have very many, so an id that ends its event in the file takes no more
 * than a slot with the place of that event: it is read there. Any other one is held.
 */
export class EventIds {
  readonly #history: Value;
  /** Places in the history, from 1; 0 is none. */
  readonly #slots: Int32Array;
  readonly #others = new Map<string, number>();

  constructor(history: Value) {
    const { start, end } = spanOf(history);
    const most = Math.min(nextOf(history) - history.at, (end - start) / (ID + AFTER));
    this.#history = history;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * ROOM + 2)));
  }

  /** Takes in the id of an element, unless it was met; answers where it was first, null for a new one. `isHash`: of its content. */
  note(id: string, value: Value, index: number, isHash: boolean): number | null {
    const slot = this.#slotOf(id);
    const first = (this.#slots[slot] ?? 0) - 1;
    if (first >= 0) return first;
    const known = this.#others.size === 0 ? undefined : this.#others.get(id);
    if (known !== undefined) return known;
    if (isHash && value.at === this.#history.at + 1 + index && this.#isAt(index, id)) this.#slots[slot] = index + 1;
    else this.#others.set(id, index);
    return null;
  }

  has(id: string): boolean {
    return this.#slots[this.#slotOf(id)] !== 0 || this.#others.has(id);
  }

  /** The slot with an id, or the empty one where it belongs. Only hashes are in slots, so nobody chooses which of them are alike. */
  #slotOf(id: string): number {
    const mask = this.#slots.length - 1;
    let slot = 0;
    for (let n = 0; n < DIGITS; n++) slot = (slot << 4) ^ id.charCodeAt(n);
    slot &= mask;
    while (this.#slots[slot] !== 0 && !this.#isAt((this.#slots[slot] ?? 0) - 1, id)) slot = (slot + 1) & mask;
    return slot;
  }

  /** Does the element at a place, one of those before which all are texts, end in this id. */
  #isAt(index: number, id: string): boolean {
    const { tape, at } = this.#history;
    const { start, end } = spanOf({ tape, at: at + 1 + index });
    const from = end - AFTER - ID;
    return id.length === ID && from > start && spells(tape.bytes, from, id);
  }
}
