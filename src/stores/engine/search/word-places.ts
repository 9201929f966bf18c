import { loadKernel, WASM_PAGE_BYTES } from '../../../codecs/json/kernel.ts';

/** A word in lower case, of two to 64 characters of Latin-1. `run` letters, digits, `_` or `-` follow it, at most 64. */
export interface KernelWord {
  readonly word: string;
  readonly run?: number | undefined;
}

/**
 * Finds words in a Latin-1 text, ignoring case. Calls `isEnough` with each word's number and offset until that is true; returns whether it
 * was.
 */
export type WordPlaces = (text: string, isEnough: (n: number, at: number) => boolean) => boolean;

/** Bytes per search, bytes after it that a word may reach into, and the most results. */
const [WINDOW, MARGIN, ROOM] = [1 << 16, 128, 1 << 15];
/** Most words: `ROOM` takes all of them where they begin with the same two characters. Most characters of one. */
const [MAX_WORDS, LONGEST] = [2000, 64];

/** Number of low bits by which characters are told apart; equal for both cases of a letter. */
export const LETTER_BITS = 5;
const LETTER_MASK = (1 << LETTER_BITS) - 1;

/** A search in one pass, however many words there are. Null without WebAssembly SIMD, for more than 2,000 words, or for an unsuitable word. */
export function wordPlaces(words: readonly KernelWord[]): WordPlaces | null {
  const loaded = words.length <= MAX_WORDS && words.every(isSought) ? loadKernel() : null;
  if (loaded === null) return null;
  const { kernel } = loaded;
  const begins = (kernel.free.value + 15) & -16;
  const lists = begins + (1 << (4 * LETTER_BITS - 3));
  const entries = lists + (8 << (2 * LETTER_BITS));
  const letters = entries + 16 * words.length;
  const text = (letters + words.reduce((sum, { word }) => sum + word.length, 0) + 15) & -16;
  const out = text + WINDOW + MARGIN + 16;
  const end = out + ROOM;
  kernel.memory.grow(Math.ceil(end / WASM_PAGE_BYTES));
  const memory = Buffer.from(kernel.memory.buffer);
  writeWords(memory, words, { begins, lists, entries, letters });
  const found = new Int32Array(kernel.memory.buffer, out, ROOM >> 2);
  const searchFrom = (whole: string, from: number): void => {
    const length = Math.min(WINDOW + MARGIN, whole.length - from);
    const isAll = length === whole.length;
    const isLast = from + length === whole.length;
    memory.write(isAll ? whole : whole.slice(from, from + length), text, 'latin1');
    memory.fill(0, text + length, text + length + MARGIN);
    kernel.words(text, isLast ? length : WINDOW, begins, lists, out, end - 4);
  };
  return (whole, isEnough) => {
    for (let from = 0; from < whole.length; from += found[0] as number) {
      searchFrom(whole, from);
      for (let i = 1; (found[i] as number) >= 0; i += 2)
        if (isEnough(found[i] as number, from + (found[i + 1] as number))) return true;
    }
    return false;
  };
}

function isSought({ word, run = 0 }: KernelWord): boolean {
  return LATIN.test(word) && word === word.toLowerCase() && run <= LONGEST;
}

const LATIN = /^[\0-\xff]{2,64}$/;

type Tables = Readonly<Record<'begins' | 'lists' | 'entries' | 'letters', number>>;

/** Writes the words in the layout of kernel/words.ts. */
function writeWords(memory: Buffer, words: readonly KernelWord[], { begins, lists, entries, letters }: Tables): void {
  const byStart = new Map<number, number[]>();
  for (const [n, { word }] of words.entries()) {
    markStarts(memory.subarray(begins), word);
    const two = ((word.charCodeAt(0) & LETTER_MASK) << LETTER_BITS) | (word.charCodeAt(1) & LETTER_MASK);
    byStart.set(two, [...(byStart.get(two) ?? []), n]);
  }
  let entry = entries;
  let at = letters;
  for (const [two, some] of byStart) {
    memory.writeUInt32LE(entry, lists + 8 * two);
    for (const n of some) {
      const { word, run = 0 } = words[n] as KernelWord;
      memory.write(word, at, 'latin1');
      for (const value of [at, word.length, run, n]) entry = memory.writeUInt32LE(value, entry);
      at += word.length;
    }
    memory.writeUInt32LE(entry, lists + 8 * two + 4);
  }
}

/** Sets the bits of all four characters with which a text may begin at the word; a shorter word leaves the others open. */
export function markStarts(begins: Uint8Array, word: string): void {
  let first = 0;
  for (let at = 0; at < 4; at++)
    first = (first << LETTER_BITS) | (at < word.length ? word.charCodeAt(at) & LETTER_MASK : 0);
  const last = first | ((1 << (Math.max(0, 4 - word.length) * LETTER_BITS)) - 1);
  for (let start = first; start <= last; start++)
    begins[start >> 3] = (begins[start >> 3] as number) | (1 << (start & 7));
}
