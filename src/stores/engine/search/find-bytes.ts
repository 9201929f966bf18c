import { loadKernel, WASM_PAGE_BYTES } from '../../../codecs/json/kernel.ts';

export interface ByteFinder {
  /** 1 MiB for the bytes to search. */
  readonly buffer: Buffer;
  /** The next offset of text `n` among the first `length` bytes; -1 for none. */
  next(n: number, from: number, length: number): number;
}

/** Bytes per search, bytes read beyond its end, and the longest text. */
const WINDOW = 1 << 18;
const MARGIN = 64;
const MAX_TEXT_BYTES = 1024;

/** Finds texts of ASCII. Null without WebAssembly SIMD, or for a text above 1,024 bytes. */
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
  /** Offsets of the text's two rarest bytes. */
  readonly p: number;
  readonly q: number;
  /** The text, then for each byte the bits to ignore. */
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

/** Beginnings of a terminal colour, in JSON and in a text. */
export const COLOURS = ['\\u001b[', '\u001b['] as const;

/**
 * Removes colours from bytes, in place, because shown texts have none and a word may span two. `next`: the offset of text `n` of `COLOURS`
 * from a place on; -1 for none.
 */
export function withoutColours(bytes: Buffer, isJson: boolean, next: (n: number, from: number) => number): Buffer {
  const n = isJson ? 0 : 1;
  const { length } = COLOURS[n];
  let [written, read] = [0, 0];
  for (let at = next(n, 0); at >= 0; at = next(n, at + length)) {
    const end = endOfColour(bytes, at + length);
    if (end < 0) continue;
    let start = at;
    // Each level of JSON within JSON doubles the backslashes.
    while (start > read && bytes[start - 1] === BACKSLASH) start--;
    bytes.copyWithin(written, read, start);
    written += start - read;
    read = end;
  }
  if (read === 0) return bytes;
  bytes.copyWithin(written, read);
  return bytes.subarray(0, written + bytes.length - read);
}

const BACKSLASH = 0x5c;
const SMALL_M = 0x6d;

/** Offset after the `m` of a colour; -1 for another sequence. */
function endOfColour(bytes: Buffer, from: number): number {
  let at = from;
  // Digits, `:` and `;`.
  while ((bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x3b) at++;
  return bytes[at] === SMALL_M ? at + 1 : -1;
}
