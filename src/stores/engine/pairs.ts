import { isSpelledAs } from '../../codecs/json/duplicates.ts';
import { FLAG, KIND, type Tape, TOKEN } from '../../codecs/json/tape.ts';

/** Calls of tools and their results in one document, by the tokens of their ids. */
export interface Pairs {
  /** Takes in the first call with an id that is plain text; false for any other. */
  call(id: number): boolean;
  /** Takes in the first result of a call before it; false for any other. */
  answer(id: number): boolean;
  /** How many calls have no result so far. */
  open(): number;
}

/** A power of two. */
const FEW = 64;

/** No call yet. A map of texts would take more memory than the document. */
export function pairsIn(tape: Tape): Pairs {
  // Each id in the slot that its bytes lead to; 0 for a free one. At most half of them are taken.
  let slots = new Int32Array(FEW);
  let isAnswered = new Uint8Array(FEW);
  let calls = 0;
  let answers = 0;
  const grow = (): void => {
    const [ids, marks] = [slots, isAnswered];
    slots = new Int32Array(2 * ids.length);
    isAnswered = new Uint8Array(2 * ids.length);
    for (let old = 0; old < ids.length; old++) {
      if (ids[old] === 0) continue;
      const to = slotOf(slots, tape, ids[old] as number);
      slots[to] = ids[old] as number;
      isAnswered[to] = marks[old] as number;
    }
  };
  return {
    call: (id) => {
      const slot = isPlain(tape, id) ? slotOf(slots, tape, id) : -1;
      if (slot < 0 || slots[slot] !== 0) return false;
      slots[slot] = id;
      if (++calls * 2 >= slots.length) grow();
      return true;
    },
    answer: (id) => {
      const slot = isPlain(tape, id) ? slotOf(slots, tape, id) : -1;
      if (slot < 0 || slots[slot] === 0 || isAnswered[slot] === 1) return false;
      isAnswered[slot] = 1;
      answers++;
      return true;
    },
    open: () => calls - answers,
  };
}

/** Equal ones have equal bytes. */
function isPlain({ words }: Tape, id: number): boolean {
  const head = id === 0 ? 0 : (words[id * TOKEN] as number);
  return (head & 7) === KIND.string && (head & (FLAG.escaped | FLAG.wide)) === 0;
}

function slotOf(slots: Int32Array, tape: Tape, id: number): number {
  const { bytes, words } = tape;
  const last = slots.length - 1;
  const end = words[id * TOKEN + 2] as number;
  let hash = 0;
  for (let i = words[id * TOKEN + 1] as number; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
  let slot = (hash ^ (hash >>> 15)) & last;
  while (slots[slot] !== 0 && !isSpelledAs(tape, slots[slot] as number, id)) slot = (slot + 1) & last;
  return slot;
}
