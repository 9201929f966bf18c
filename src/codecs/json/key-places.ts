import { KERNEL_PADDING, type LoadedKernel, loadKernel, WASM_PAGE_BYTES } from './kernel.ts';

/** A key to find: any, one before `true`, or one before a text. The key has at most 15 bytes, the text at most 31, all ASCII. */
export interface SoughtKey {
  readonly key: string;
  readonly value?: true | string;
}

// Must equal the constants in kernel/keys.ts.
const TRUE = 64;
const GROUP = 128;
/** Greatest number of a name, from 1. */
const NAMES = 31;
const GROUPS = 7;
const ZERO_BYTES_BEFORE_WINDOW = 16;
/** Least bytes: a letter in quotes, and a colon. */
const MIN_KEY_BYTES = 4;

/** Finds keys in a window, JSON or not: a text in quotes and a colon. The place of a key is that of its value, after an optional blank. */
export class KeyPlaces {
  readonly #sought: readonly SoughtKey[];
  readonly #max: number;
  /** For each name, its first and last place; then for each place, the previous and the next one of its key. */
  #table: Int32Array;
  readonly #find: (window: Buffer) => void;

  /** `max`: most bytes of a window. */
  constructor(sought: readonly SoughtKey[], max: number, loaded: LoadedKernel | null = loadKernel()) {
    this.#sought = sought;
    this.#max = max;
    this.#table = new Int32Array();
    this.#find = loaded === null ? (window) => this.#plainly(window) : this.#byKernel(loaded);
  }

  look(window: Buffer): void {
    if (window.length > this.#max) throw new RangeError(`a window of ${window.length} bytes`);
    this.#find(window);
  }

  /** The first place of a key, by its index in `sought`; -1 for none. */
  first(sought: number): number {
    return this.#table[2 * sought + 2] as number;
  }

  last(sought: number): number {
    return this.#table[2 * sought + 3] as number;
  }

  at(place: number): number {
    return this.#table[HEADER_WORDS + 3 * place] as number;
  }

  /** The previous place of the key at `place`; -1 for none. */
  before(place: number): number {
    return this.#table[HEADER_WORDS + 3 * place + 1] as number;
  }

  next(place: number): number {
    return this.#table[HEADER_WORDS + 3 * place + 2] as number;
  }

  #byKernel({ kernel }: LoadedKernel): (window: Buffer) => void {
    const from = ((kernel.free.value + ZERO_BYTES_BEFORE_WINDOW + 15) & -16) + ZERO_BYTES_BEFORE_WINDOW;
    const table = (from + this.#max + KERNEL_PADDING + 15) & -16;
    const size = HEADER_WORDS * 4 + Math.ceil(this.#max / MIN_KEY_BYTES) * 12;
    kernel.memory.grow(Math.ceil((table + size) / WASM_PAGE_BYTES));
    const memory = Buffer.from(kernel.memory.buffer);
    for (const [word, number] of numbersOf(this.#sought)) {
      memory.write(word, from, 'latin1');
      kernel.learn(from, word.length, number);
    }
    this.#table = new Int32Array(kernel.memory.buffer, table, size >> 2);
    memory.fill(0, from - ZERO_BYTES_BEFORE_WINDOW, from);
    const input = memory.subarray(from, table);
    const zeros = new Uint8Array(KERNEL_PADDING);
    return (window) => {
      input.set(window);
      // Takes less than half the time of `fill`.
      input.set(zeros, window.length);
      kernel.keys(from, window.length, table);
    };
  }

  #plainly(window: Buffer): void {
    const table = new Array<number>(HEADER_WORDS).fill(-1);
    let n = 0;
    for (let quote = window.indexOf('":'); quote >= 0; quote = window.indexOf('":', quote + 1)) {
      const key = window.toString('latin1', window.lastIndexOf('"', quote - 1) + 1, quote);
      const at = window[quote + 2] === BLANK ? quote + 3 : quote + 2;
      const sought = this.#sought.findIndex((each) => each.key === key && isBefore(window, at, each.value));
      if (sought < 0 || quote === 0 || window[quote - key.length - 1] !== QUOTE) continue;
      const last = table[2 * sought + 3] as number;
      table.push(at, last, -1);
      if (last < 0) table[2 * sought + 2] = n;
      else table[HEADER_WORDS + 3 * last + 2] = n;
      table[2 * sought + 3] = n++;
    }
    this.#table = Int32Array.from(table);
  }
}

/** Words of the table before its places. */
const HEADER_WORDS = 2 * (NAMES + 1);
const BLANK = 0x20;
const QUOTE = 0x22;

function isBefore(window: Buffer, at: number, value: SoughtKey['value']): boolean {
  if (value === undefined) return true;
  const text = value === true ? 'true' : `"${value}"`;
  return window.toString('latin1', at, at + text.length) === text;
}

/** The kernel's numbers of each word: as a key in the lower byte, as a text after a key in the upper byte. */
function numbersOf(sought: readonly SoughtKey[]): Map<string, number> {
  const numbers = new Map<string, number>();
  const groups = new Map<string, number>();
  const learn = (word: string, number: number) => numbers.set(word, (numbers.get(word) ?? 0) | number);
  for (const [i, { key, value }] of sought.entries()) {
    const name = i + 1;
    if (typeof value !== 'string') learn(key, value === true ? TRUE | name : name);
    else {
      const group = groups.get(key) ?? groups.size + 1;
      groups.set(key, group);
      learn(key, GROUP | group);
      learn(value, ((group << 5) | name) << 8);
    }
  }
  if (sought.length > NAMES || groups.size > GROUPS) throw new RangeError(`${sought.length} keys`);
  return numbers;
}
