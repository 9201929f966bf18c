import { isSpelledAs } from '../../codecs/json/duplicates.ts';
import { FLAG, KIND, type Tape, TOKEN } from '../../codecs/json/tape.ts';

/**
 * Calls of tools and their results in one document, by the tokens of their ids. `call` takes the first call of a plain
 * id, `answer` the first result of an earlier call; both are false for others. `open` counts calls without a result so
 * far.
 */
export interface Pairs {
  call(id: number): boolean;
  answer(id: number): boolean;
  open(): number;
}

/** A power of two. */
const INITIAL_SLOTS = 64;

/** Compares ids in place, since a map of texts would take more memory than the document. */
export function pairsIn(tape: Tape): Pairs {
  // Ids by a hash of their bytes; 0 for a free slot. At most half are taken.
  let slots = new Int32Array(INITIAL_SLOTS);
  let isAnswered = new Uint8Array(INITIAL_SLOTS);
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

/** Plain ids are equal if their bytes are. */
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
