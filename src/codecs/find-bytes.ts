import { loadKernel } from './json/kernel.ts';

/** Finds any of several texts in the bytes of its buffer. */
export interface ByteFinder {
  /** 1 MiB to fill. */
  readonly buffer: Buffer;
  /** Where text `n` is next from a place on, among the first `length` bytes; -1 for nowhere. */
  next(n: number, from: number, length: number): number;
}

/** Bytes per look, bytes read beyond its end, and the longest text. */
const WINDOW = 1 << 18;
const MARGIN = 64;
const LONGEST = 1024;
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
    next: (n, from, length) => {
      const { at, count, p, q } = needles[n] as Needle;
      const found = from >= length ? -1 : kernel.find(start + from, length - from, at, count, p, q);
      return found < 0 ? -1 : from + found;
    },
  };
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
