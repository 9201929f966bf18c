import type { AnswerUsage } from '../../model/stats.ts';
import { ANSWER_NUMBERS, type AnswerGroup, answerName } from '../token-tally.ts';

const SLOTS = 64;
const MAX_LOAD = 0.5;

type ModelAndDay = Pick<AnswerGroup, 'model' | 'day'>;

/** Answers by key, in order. Of equal keys, the answer with most tokens of output. */
export class AnswerTable {
  #count = 0;
  /** The number of the answer in each slot, from 1; 0 for a free slot. */
  #slots = new Int32Array(SLOTS);
  #numbers = new Float64Array(SLOTS * MAX_LOAD * ANSWER_NUMBERS);
  /** Index in `#named`, by answer. */
  #names = new Uint32Array(SLOTS * MAX_LOAD);
  readonly #named: ModelAndDay[] = [];
  readonly #places = new Map<string, number>();
  #last = 0;

  knows(key: number, output: number): boolean {
    const at = (this.#slots[this.#slotOf(key)] as number) - 1;
    return at >= 0 && (this.#numbers[at * ANSWER_NUMBERS + 2] as number) >= output;
  }

  add(answer: AnswerUsage): void {
    const { key, input, output, cacheRead, cacheWrite } = answer;
    const slot = this.#slotOf(key);
    let at = (this.#slots[slot] as number) - 1;
    if (at >= 0 && (this.#numbers[at * ANSWER_NUMBERS + 2] as number) >= output) return;
    if (at < 0) {
      at = this.#count++;
      this.#slots[slot] = this.#count;
    }
    const from = at * ANSWER_NUMBERS;
    this.#numbers[from] = key;
    this.#numbers[from + 1] = input;
    this.#numbers[from + 2] = output;
    this.#numbers[from + 3] = cacheRead;
    this.#numbers[from + 4] = cacheWrite;
    this.#names[at] = this.#nameOf(answer);
    if (this.#count === this.#names.length) this.#grow();
  }

  all(): AnswerUsage[] {
    return Array.from({ length: this.#count }, (_, at) => {
      const [key = 0, input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = this.#numbersOf(at);
      return { key, ...(this.#named[this.#names[at] as number] as ModelAndDay), input, output, cacheRead, cacheWrite };
    });
  }

  groups(): AnswerGroup[] {
    const sizes = this.#named.map(() => 0);
    for (let at = 0; at < this.#count; at++) count(sizes, this.#names[at] as number);
    const numbers = sizes.map((size) => new Float64Array(size * ANSWER_NUMBERS));
    sizes.fill(0);
    for (let at = 0; at < this.#count; at++) {
      const name = this.#names[at] as number;
      const to = ANSWER_NUMBERS * (count(sizes, name) - 1);
      // A piece of typed memory for each answer would cost more than all of its numbers.
      for (let i = 0; i < ANSWER_NUMBERS; i++)
        (numbers[name] as Float64Array)[to + i] = this.#numbers[at * ANSWER_NUMBERS + i] as number;
    }
    return this.#named.map((named, n) => ({ ...named, numbers: numbers[n] as Float64Array }));
  }

  #numbersOf(at: number): Float64Array {
    return this.#numbers.subarray(at * ANSWER_NUMBERS, (at + 1) * ANSWER_NUMBERS);
  }

  /** Most answers have the model and day of the one before. */
  #nameOf({ model, day }: ModelAndDay): number {
    const last = this.#named[this.#last];
    if (last !== undefined && last.day === day && last.model === model) return this.#last;
    const name = answerName({ model, day });
    this.#last = this.#places.get(name) ?? this.#named.push({ model, day }) - 1;
    this.#places.set(name, this.#last);
    return this.#last;
  }

  #slotOf(key: number): number {
    const last = this.#slots.length - 1;
    let slot = Math.imul((key % 2 ** 32) ^ (key / 2 ** 20), 0x9e3779b1) >>> 8;
    for (slot &= last; ; slot = (slot + 1) & last) {
      const at = (this.#slots[slot] as number) - 1;
      if (at < 0 || this.#numbers[at * ANSWER_NUMBERS] === key) return slot;
    }
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    const names = new Uint32Array(2 * this.#names.length);
    names.set(this.#names);
    [this.#numbers, this.#names] = [numbers, names];
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#count; at++) this.#slots[this.#slotOf(numbers[at * ANSWER_NUMBERS] as number)] = at + 1;
  }
}

function count(sizes: number[], n: number): number {
  const size = (sizes[n] ?? 0) + 1;
  sizes[n] = size;
  return size;
}
