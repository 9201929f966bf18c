import { byKey } from '../model/collections.ts';
import { type DayTokens, NO_TOKENS, type TokenCount } from '../model/stats.ts';

const MAX_LOAD = 0.7;

/** A set of whole numbers, in about 16 bytes each; a Set takes 60. */
export class KeySet {
  /** Slots of keys, each held as one more; 0 for a free slot. */
  #slots: Float64Array;
  #size = 0;

  constructor(slots = 1024) {
    this.#slots = new Float64Array(slots);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a key from 0 to 2 ** 52; false if present. */
  add(key: number): boolean {
    const slot = slotOf(this.#slots, key + 1);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = key + 1;
    this.#size++;
    if (this.#size > MAX_LOAD * this.#slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const more = new Float64Array(2 * this.#slots.length);
    for (const key of this.#slots) if (key !== 0) more[slotOf(more, key)] = key;
    this.#slots = more;
  }
}

function slotOf(slots: Float64Array, key: number): number {
  // The hash spreads consecutive keys too, and keys with a common factor.
  let slot = (Math.imul((key % 2 ** 32) | 0, 0x9e3779b1) ^ (key / 2 ** 32)) >>> 0;
  for (slot %= slots.length; slots[slot] !== 0 && slots[slot] !== key; ) slot = slot + 1 < slots.length ? slot + 1 : 0;
  return slot;
}

/** Numbers of an answer in an `AnswerGroup`: key, input, output, tokens read from and written to the cache. */
export const ANSWER_NUMBERS = 5;

/** Answers of one model on one day, and on one branch if divided by branch. One array of numbers is cheap to send from a thread. */
export interface AnswerGroup {
  readonly model: string;
  readonly day: string | null;
  readonly branch?: string | undefined;
  readonly numbers: Float64Array;
}

export function answerName({ model, day, branch }: Pick<AnswerGroup, 'model' | 'day' | 'branch'>): string {
  const name = `${model}\0${day ?? ''}`;
  return branch === undefined ? name : `${name}\0${branch}`;
}

/** Sums of tokens by model and month, and by day and model; each answer counts once. */
export class TokenTally {
  readonly #sums = new Map<string, { -readonly [Key in keyof TokenCount]: TokenCount[Key] }>();
  readonly #days = new Map<string, { -readonly [Key in keyof DayTokens]: DayTokens[Key] }>();

  /** Adds answers that are not in `counted`, and notes them there: forks and copies repeat those of their source. */
  add(groups: readonly AnswerGroup[], counted: KeySet): void {
    for (const { model, day, numbers } of groups) {
      const sums = [this.#sumOf(model, day), this.#dayOf(model, day)];
      for (let n = 0; n < numbers.length; n += ANSWER_NUMBERS) {
        if (!counted.add(numbers[n] as number)) continue;
        for (const sum of sums) {
          sum.answers++;
          sum.input += numbers[n + 1] as number;
          sum.output += numbers[n + 2] as number;
          sum.cacheRead += numbers[n + 3] as number;
          sum.cacheWrite += numbers[n + 4] as number;
        }
      }
    }
  }

  all(): TokenCount[] {
    const used = [...this.#sums].filter(([, { answers }]) => answers > 0);
    return used.sort(byKey).map(([, sum]) => sum);
  }

  daily(): DayTokens[] {
    const used = [...this.#days].filter(([, { answers }]) => answers > 0);
    return used.sort(byKey).map(([, sum]) => sum);
  }

  #sumOf(model: string, day: string | null) {
    const month = day?.slice(0, MONTH) ?? null;
    return memberOf(this.#sums, answerName({ model, day: month }), { model, month, ...NO_TOKENS });
  }

  #dayOf(model: string, day: string | null) {
    return memberOf(this.#days, `${day ?? ''}\0${model}`, { model, day, ...NO_TOKENS });
  }
}

const MONTH = '2026-03'.length;

function memberOf<T>(all: Map<string, T>, key: string, fresh: T): T {
  const member = all.get(key) ?? fresh;
  all.set(key, member);
  return member;
}
