import { addTo } from '../../model/collections.ts';
import { LETTER_BITS, markStarts, wordPlaces } from '../../stores/engine/search/word-places.ts';

export interface SoughtWord {
  readonly word: string;
  /** Sticky; null where anything may follow. */
  readonly mustFollow: RegExp | null;
  /** So many small letters, digits, `_` or `-` follow, which is seen sooner than an expression is tried. */
  readonly minRun?: number | undefined;
}

interface Word<T> extends SoughtWord {
  readonly value: T;
}

/** Calls back with the values of the words in a text, and where each word is, until that answers true; says whether it did. */
export type WordScan<T> = (text: string, met: (value: T, at: number) => boolean) => boolean;

/** A scan that looks at each place of a text once, however many words there are; a word has two characters or more. */
export function wordScan<T>(words: readonly Word<T>[]): WordScan<T> {
  // A bit for each four characters with which one may begin.
  const begins = new Uint8Array(1 << (4 * BITS - 3));
  const byStart = new Map<number, Word<T>[]>();
  for (const each of words) {
    markStarts(begins, each.word);
    // Indexed by two characters: a list for each four would take longer to be made.
    const two = startAt(each.word, 0) >> (2 * BITS);
    addTo(byStart, two, each);
  }
  const metAt = (text: string, from: number, met: Parameters<WordScan<T>>[1]): boolean => {
    for (const each of byStart.get(startAt(text, from) >> (2 * BITS)) ?? [])
      if (text.startsWith(each.word, from) && isFollowed(each, text, from + each.word.length) && met(each.value, from))
        return true;
    return false;
  };
  return (text, met) => {
    for (let at = nextStart(begins, text, 0); at >= 0; at = nextStart(begins, text, at + 1))
      if (metAt(text, at, met)) return true;
    // Words of two or three characters may end the text.
    for (let at = Math.max(0, text.length - 3); at < text.length - 1; at++) if (metAt(text, at, met)) return true;
    return false;
  };
}

/** As `wordScan`, of texts of Latin-1, in letters of either case. */
export function latinScan<T>(words: readonly Word<T>[]): WordScan<T> {
  const latin = words.filter(({ word }) => LATIN.test(word));
  const places = wordPlaces(latin);
  if (places === null) {
    const scan = wordScan(latin);
    return (text, met) => scan(lowerCased(text), met);
  }
  return (text, met) => {
    let lower: string | null = null;
    return places(text, (n, at) => {
      const { word, mustFollow, value } = latin[n] as Word<T>;
      if (mustFollow !== null) {
        lower ??= lowerCased(text);
        mustFollow.lastIndex = at + word.length;
        if (!mustFollow.test(lower)) return false;
      }
      return met(value, at);
    });
  };
}

const LATIN = /^[\0-\xff]*$/;

/** The first place from one on at which some word may begin; -1 for none. A function of its own: as a part of another it takes twice the time. */
function nextStart(begins: Uint8Array, text: string, from: number): number {
  let start = from + 3 < text.length ? startAt(text, from) >> BITS : 0;
  for (let at = from + 3; at < text.length; at++) {
    start = ((start << BITS) | (text.charCodeAt(at) & LETTER_MASK)) & FOUR_LETTERS_MASK;
    if (((begins[start >> 3] ?? 0) & (1 << (start & 7))) !== 0) return at - 3;
  }
  return -1;
}

/** The four characters at a place; zeros for those behind the end. */
function startAt(text: string, at: number): number {
  let start = 0;
  for (let next = at; next < at + 4; next++)
    start = (start << BITS) | (next < text.length ? text.charCodeAt(next) & LETTER_MASK : 0);
  return start;
}

/** As the tables of `markStarts` have them. */
const BITS = LETTER_BITS;
const LETTER_MASK = (1 << BITS) - 1;
const FOUR_LETTERS_MASK = (1 << (4 * BITS)) - 1;

function isFollowed({ mustFollow, minRun = 0 }: Word<unknown>, text: string, at: number): boolean {
  for (let next = at; next < at + minRun; next++) if (IN_RUN[text.charCodeAt(next)] !== 1) return false;
  if (mustFollow === null) return true;
  mustFollow.lastIndex = at;
  return mustFollow.test(text);
}

const IN_RUN = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789_-') IN_RUN[letter.charCodeAt(0)] = 1;

/** A text in lower case, without a change of its length, which `toLowerCase` makes of some letters. */
export function lowerCased(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
