import { type LoadedKernel, loadKernel } from './json/kernel.ts';

/** Finds any of several texts in the bytes of its buffer. */
export interface ByteFinder {
  /** 1 MiB to fill. */
  readonly buffer: Buffer;
  /** True for a text among the first `length` bytes. */
  isIn(length: number): boolean;
}

/** Bytes per look, bytes read beyond its end, and the longest text. */
const [WINDOW, MARGIN, LONGEST] = [1 << 18, 64, 1024];
/** Of WebAssembly. */
const PAGE = 1 << 16;

/** Texts of ASCII. Null without WebAssembly SIMD, or for a text above 1,024 bytes. */
export function byteFinder(texts: readonly string[], ignoreCase: boolean): ByteFinder | null {
  const loaded = texts.every(({ length }) => length <= LONGEST) ? loadKernel() : null;
  if (loaded === null) return null;
  const { kernel } = loaded;
  let end = kernel.free.value;
  const needles = texts.map((text) => {
    const needle = needleOf(text, ignoreCase, end);
    end += needle.bytes.length;
    return needle;
  });
  const start = (end + 15) & -16;
  kernel.memory.grow(Math.ceil((start + WINDOW + MARGIN + LONGEST) / PAGE));
  const memory = Buffer.from(kernel.memory.buffer);
  for (const { at, bytes } of needles) memory.set(bytes, at);
  return {
    buffer: memory.subarray(start, start + WINDOW),
    isIn: (length) => needles.some(({ at, count, p, q }) => kernel.find(start, length, at, count, p, q) >= 0),
  };
}

/** Bytes that the texts take which are looked for in windows. */
const NEEDLES = 1 << 12;

/** Finds texts of ASCII in windows of at most so many bytes, and holds the window that it was asked about last. */
export class WindowFinder {
  readonly #kernel: LoadedKernel['kernel'];
  readonly #needles = new Map<string, Needle>();
  readonly #texts: Buffer;
  readonly #room: Buffer;
  readonly #start: number;
  #used = 0;
  #held: Uint8Array | null = null;

  private constructor({ kernel }: LoadedKernel, most: number) {
    const texts = kernel.free.value;
    this.#kernel = kernel;
    this.#start = (texts + NEEDLES + 15) & -16;
    kernel.memory.grow(Math.ceil((this.#start + most + MARGIN + LONGEST) / PAGE));
    this.#texts = Buffer.from(kernel.memory.buffer, texts, NEEDLES);
    this.#room = Buffer.from(kernel.memory.buffer, this.#start, most);
  }

  /** Null where there is no WebAssembly with SIMD. */
  static open(most: number): WindowFinder | null {
    const loaded = loadKernel();
    return loaded === null ? null : new WindowFinder(loaded, most);
  }

  /** Where a text is in a window, from a place on; -1 for nowhere. The bytes of a window stay as they are. */
  indexOf(window: Buffer, text: string, from = 0): number {
    const needle = this.#needles.get(text) ?? this.#learn(text);
    if (window.length > this.#room.length || needle === null) return window.indexOf(text, from);
    if (window !== this.#held) this.#room.set(window);
    this.#held = window;
    const { at, count, p, q } = needle;
    const found = this.#kernel.find(this.#start + from, window.length - from, at, count, p, q);
    return found < 0 ? -1 : from + found;
  }

  /** Null where there is no room for it. */
  #learn(text: string): Needle | null {
    const needle = needleOf(text, false, this.#texts.byteOffset + this.#used);
    if (this.#used + needle.bytes.length > NEEDLES) return null;
    this.#texts.set(needle.bytes, this.#used);
    this.#used += needle.bytes.length;
    this.#needles.set(text, needle);
    return needle;
  }
}

interface Needle {
  readonly at: number;
  readonly count: number;
  /** Places of its two rarest bytes. */
  readonly p: number;
  readonly q: number;
  /** The text, then the bits to ignore. */
  readonly bytes: Buffer;
}

const CASE = 0x20;

function needleOf(text: string, ignoreCase: boolean, at: number): Needle {
  const bits = Buffer.from(Array.from(text, (letter) => (ignoreCase && /[a-z]/i.test(letter) ? CASE : 0)));
  const bytes = Buffer.from(text, 'latin1').map((byte, i) => byte | (bits[i] as number));
  const rarest = Array.from(text.toLowerCase(), (letter, i) => [COMMON.indexOf(letter), i] as const);
  const [[, p] = [0, 0], [, q] = [0, 0]] = rarest.toSorted(([a], [b]) => a - b);
  return { at, count: text.length, p, q: text.length > 1 ? q : p, bytes: Buffer.concat([bytes, bits]) };
}

/** The frequent bytes of sessions, the rarest first. All others are rarer. */
const COMMON = 'zxjqkv987wyb6543bfgmp21u_hcd0l.srnoiat:,-e" ';
