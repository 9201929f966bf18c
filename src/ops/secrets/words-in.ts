import { addTo, grouped } from '../../model/collections.ts';
import { LETTER_BITS, markStarts, type WordPlaces, wordPlaces } from '../../stores/engine/search/word-places.ts';

/**
 * `word` is in lower case. `mustFollow` is a sticky expression for the text after it; null if anything may follow. `minRun`: least number
 * of lowercase letters, digits, `_` or `-` after it, tested before the expression.
 */
export interface SoughtWord {
  readonly word: string;
  readonly mustFollow: RegExp | null;
  readonly minRun?: number | undefined;
}

interface Word<T> extends SoughtWord {
  readonly value: T;
}

/**
 * Finds words in a text, in either case. Calls `isEnough` with the value and the offset of each until one call returns true; returns
 * whether one did.
 */
export type WordScan<T> = (text: string, isEnough: (value: T, at: number) => boolean) => boolean;

/**
 * A scan that visits each place of a text once for any number of words of at least two characters. `isBrief`: for words that soon change;
 * it is built faster than the kernel's scan.
 */
export function wordScan<T>(words: readonly Word<T>[], isBrief = false): WordScan<T> {
  const all = Array.from(grouped(words.map((each) => [each.word, each])), ([word, same]) => sameWords(word, same));
  const places = isBrief ? placesByScript(all.map(({ word }) => word)) : placesOf(all);
  return (text, isEnough) => {
    const isWide = WIDE.test(text);
    let lower = isWide ? lowerCased(text) : null;
    return places(lower ?? text, (n, at) => {
      const { word, isLatin, follows, mayFollow } = all[n] as SameWords<T>;
      lower ??= lowerCased(text);
      const isOther = (isWide || !isLatin) && !lower.startsWith(word, at);
      if (isOther || !mayFollow(lower, at + word.length)) return false;
      return valuesAt(follows, lower, at + word.length).some((value) => isEnough(value, at));
    });
  };
}

function valuesAt<T>(follows: readonly Follow<T>[], text: string, at: number): readonly T[] {
  return follows.flatMap((each) => (isFollowed(each, text, at) ? each.values : []));
}

/** A word that several rules share, and the patterns that must follow it. */
interface SameWords<T> {
  readonly word: string;
  readonly isLatin: boolean;
  readonly run: number;
  /** A quick test: false only if none of the patterns follows. */
  mayFollow(text: string, at: number): boolean;
  readonly follows: readonly Follow<T>[];
}

interface Follow<T> {
  readonly mustFollow: RegExp | null;
  readonly minRun: number;
  readonly values: readonly T[];
}

function sameWords<T>(word: string, same: readonly Word<T>[]): SameWords<T> {
  const bySource = grouped(same.map((each) => [`${each.minRun ?? 0} ${each.mustFollow?.source}`, each] as const));
  const follows = Array.from(bySource.values(), (some) => ({
    mustFollow: some[0]?.mustFollow ?? null,
    minRun: some[0]?.minRun ?? 0,
    values: some.map(({ value }) => value),
  }));
  const run = follows.reduce((least, { minRun }) => Math.min(least, minRun), LONGEST_RUN);
  return { word, isLatin: !WIDE.test(word), run, follows, mayFollow: anyOf(follows) };
}

const LONGEST_RUN = 64;

function anyOf(follows: readonly Follow<unknown>[]): SameWords<unknown>['mayFollow'] {
  const sources = follows.flatMap(({ mustFollow }) => mustFollow?.source ?? []);
  if (follows.length === 1 || sources.length < follows.length) return () => true;
  const any = new RegExp(sources.map((each) => `(?:${each})`).join('|'), 'y');
  return (text, at) => isAt(any, text, at);
}

/** Places found by the kernel, or else by this script. Beyond Latin-1, either may report a place without a word. */
function placesOf(words: readonly { readonly word: string; readonly run: number }[]): WordPlaces {
  const inLatin = words.map(({ word, run }) => ({ word: latinOf(word), run }));
  return wordPlaces(inLatin) ?? placesByScript(words.map(({ word }) => word));
}

/** The low byte of each character, as the kernel takes words. */
function latinOf(word: string): string {
  return Buffer.from(word, 'latin1').toString('latin1').toLowerCase();
}

function placesByScript(words: readonly string[]): WordPlaces {
  // One bit for each group of four characters with which a word may begin.
  const begins = new Uint8Array(1 << (4 * BITS - 3));
  const byStart = new Map<number, number[]>();
  for (const [n, word] of words.entries()) {
    markStarts(begins, word);
    // Indexed by two characters: an index by four would take longer to build.
    addTo(byStart, startAt(word, 0) >> (2 * BITS), n);
  }
  const isEnoughAt = (text: string, from: number, isEnough: Parameters<WordPlaces>[1]): boolean => {
    for (const n of byStart.get(startAt(text, from) >> (2 * BITS)) ?? [])
      if (text.startsWith(words[n] ?? '', from) && isEnough(n, from)) return true;
    return false;
  };
  return (whole, isEnough) => {
    const text = lowerCased(whole);
    for (let at = nextStart(begins, text, 0); at >= 0; at = nextStart(begins, text, at + 1))
      if (isEnoughAt(text, at, isEnough)) return true;
    // A word of two or three characters may end the text, where `nextStart` does not look.
    for (let at = Math.max(0, text.length - 3); at < text.length - 1; at++)
      if (isEnoughAt(text, at, isEnough)) return true;
    return false;
  };
}

const WIDE = /[^\0-\xff]/;

/** The first place from `from` on where a word may begin; -1 for none. A separate function, because inlined it takes twice the time. */
function nextStart(begins: Uint8Array, text: string, from: number): number {
  let start = from + 3 < text.length ? startAt(text, from) >> BITS : 0;
  for (let at = from + 3; at < text.length; at++) {
    start = ((start << BITS) | (text.charCodeAt(at) & LETTER_MASK)) & FOUR_LETTERS_MASK;
    if (((begins[start >> 3] ?? 0) & (1 << (start & 7))) !== 0) return at - 3;
  }
  return -1;
}

/** Four characters from a place on, with zeros after the end. */
function startAt(text: string, at: number): number {
  let start = 0;
  for (let next = at; next < at + 4; next++)
    start = (start << BITS) | (next < text.length ? text.charCodeAt(next) & LETTER_MASK : 0);
  return start;
}

/** Bits of a character in the tables of `markStarts`. */
const BITS = LETTER_BITS;
const LETTER_MASK = (1 << BITS) - 1;
const FOUR_LETTERS_MASK = (1 << (4 * BITS)) - 1;

function isFollowed({ mustFollow, minRun }: Follow<unknown>, text: string, at: number): boolean {
  for (let next = at; next < at + minRun; next++) if (IN_RUN[text.charCodeAt(next)] !== 1) return false;
  return mustFollow === null || isAt(mustFollow, text, at);
}

function isAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

const IN_RUN = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789_-') IN_RUN[letter.charCodeAt(0)] = 1;

/** A text in lower case, of equal length. If `toLowerCase` changes the length, only A to Z become lowercase. */
function lowerCased(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
