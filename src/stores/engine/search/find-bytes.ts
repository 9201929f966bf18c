import { loadKernel, WASM_PAGE_BYTES } from '../../../codecs/json/kernel.ts';

export interface ByteFinder {
  /** 1 MiB to fill. */
  readonly buffer: Buffer;
  /** Where text `n` is next from a place on, among the first `length` bytes; -1 for nowhere. */
  next(n: number, from: number, length: number): number;
}

/** Bytes per look, bytes read beyond its end, and the longest text. */
const WINDOW = 1 << 18;
const MARGIN = 64;
const MAX_TEXT_BYTES = 1024;

/** Texts of ASCII. Null without WebAssembly SIMD, or for a text above 1,024 bytes. */
export function byteFinder(texts: readonly string[], ignoreCase: boolean): ByteFinder | null {
  const loaded = texts.every(({ length }) => length <= MAX_TEXT_BYTES) ? loadKernel() : null;
  if (loaded === null) return null;
  const { kernel } = loaded;
  let end = kernel.free.value;
  const needles = texts.map((text) => {
    const needle = needleOf(text, ignoreCase, end);
    end += needle.bytes.length;
    return needle;
  });
  const start = (end + 15) & -16;
  kernel.memory.grow(Math.ceil((start + WINDOW + MARGIN + MAX_TEXT_BYTES) / WASM_PAGE_BYTES));
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
  const rarest = Array.from(text.toLowerCase(), (letter, i) => [FREQUENT_BYTES.indexOf(letter), i] as const);
  const [[, p] = [0, 0], [, q] = [0, 0]] = rarest.toSorted(([a], [b]) => a - b);
  return { at, count: text.length, p, q: text.length > 1 ? q : p, bytes: Buffer.concat([bytes, bits]) };
}

/** The frequent bytes of sessions, the rarest first. All others are rarer. */
const FREQUENT_BYTES = 'zxjqkv987wyb6543bfgmp21u_hcd0l.srnoiat:,-e" ';

/** How a colour of a terminal begins in JSON, and in a text. */
export const COLOURS = ['\\u001b[', '\u001b['] as const;

/**
 * Takes colours out of bytes, in their memory, because a shown text has none: a word may be of two. `next` answers where text `n` of
 * `COLOURS` is from a place on; -1 for nowhere.
 */
export function withoutColours(bytes: Buffer, isJson: boolean, next: (n: number, from: number) => number): Buffer {
  const n = isJson ? 0 : 1;
  const { length } = COLOURS[n];
  let [kept, read] = [0, 0];
  for (let at = next(n, 0); at >= 0; at = next(n, at + length)) {
    const end = endOfColour(bytes, at + length);
    if (end < 0) continue;
    let start = at;
    // Each level of JSON in JSON doubles them.
    while (start > read && bytes[start - 1] === BACKSLASH) start--;
    bytes.copyWithin(kept, read, start);
    kept += start - read;
    read = end;
  }
  if (read === 0) return bytes;
  bytes.copyWithin(kept, read);
  return bytes.subarray(0, kept + bytes.length - read);
}

const BACKSLASH = 0x5c;
const SMALL_M = 0x6d;

/** Behind the `m` that ends the numbers of a colour; -1 for another sequence. */
function endOfColour(bytes: Buffer, from: number): number {
  let at = from;
  // From `0` to `;`.
  while ((bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x3b) at++;
  return bytes[at] === SMALL_M ? at + 1 : -1;
}
