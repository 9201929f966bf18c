import { nextOf } from '../../../../codecs/json/cursor.ts';
import { spells } from '../../../../codecs/json/text.ts';
import { spanOf, type Value } from '../../../../codecs/json/value.ts';

/** Hexadecimal digits of an id. TENEX writes `\"]"` after it. */
const ID = 64;
const AFTER = 4;
/** Digits of an id that choose its slot. */
const DIGITS = 8;
/** Slots per id. */
const ROOM = 1.5;

/**
 * First places of the ids in a history, which may have very many. An id at the end of its event takes a slot with the
 * event's place, and is read there. Others are held.
 */
export class EventIds {
  readonly #history: Value;
  /** Places in the history, from 1; 0 for none. */
  readonly #slots: Int32Array;
  readonly #others = new Map<string, number>();

  constructor(history: Value) {
    const { start, end } = spanOf(history);
    const most = Math.min(nextOf(history) - history.at, (end - start) / (ID + AFTER));
    this.#history = history;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(most * ROOM + 2)));
  }

  /** Adds an id; returns its first place, or null for a new one. `isHash`: the id is the hash of its content. */
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

  /** The slot of an id, or a free one. Only hashes are in slots, so nobody can choose collisions. */
  #slotOf(id: string): number {
    const mask = this.#slots.length - 1;
    let slot = 0;
    for (let n = 0; n < DIGITS; n++) slot = (slot << 4) ^ id.charCodeAt(n);
    slot &= mask;
    while (this.#slots[slot] !== 0 && !this.#isAt((this.#slots[slot] ?? 0) - 1, id)) slot = (slot + 1) & mask;
    return slot;
  }

  /** True if the element at `index` ends in this id. All elements before it are texts. */
  #isAt(index: number, id: string): boolean {
    const { tape, at } = this.#history;
    const { start, end } = spanOf({ tape, at: at + 1 + index });
    const from = end - AFTER - ID;
    return id.length === ID && from > start && spells(tape.bytes, from, id);
  }
}
