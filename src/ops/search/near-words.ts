import { slipsBetween } from '../../model/nearest.ts';
import type { NearQuery } from '../../model/search.ts';
import type { Document } from '../../stores/kind.ts';
import { textsToFind } from './find-unit.ts';
import { wordStem } from './words.ts';

const MAX_KNOWN_WORDS = 200_000;

/** Returns a function for the words of a document that are near one of the query. */
export function nearFinder({ words, states, range }: NearQuery): (document: Document) => string[] {
  const all = words.map(slipsFrom);
  const lengths = words.map(({ length }) => length).sort((a, b) => a - b);
  const min = Math.max(1, (lengths[0] ?? 0) - MAX_LONGER);
  const max = (lengths.at(-1) ?? 0) + MAX_LONGER;
  const known = new Map<string, boolean>();
  const isNear = (word: string): boolean => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const answer = all.some((slips) => slips(word) < TOO_MANY);
    if (known.size >= MAX_KNOWN_WORDS) known.clear();
    known.set(word, answer);
    return answer;
  };
  return (document) => {
    const near = new Set<string>();
    for (const text of textsIn(document, { states, range }))
      for (const word of wordsOfLength(text, min, max)) if (isNear(word)) near.add(word.normalize('NFC').toLowerCase());
    return [...near];
  };
}

/** Words of an alphabet. An expression would take five times as long. */
function* wordsOfLength(text: string, min: number, max: number): Generator<string> {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isLetter(text.charCodeAt(at))) continue;
    if (at - start >= min && at - start <= max) yield text.slice(start, at);
    start = at + 1;
  }
}

const LATIN = 0xc0;
const PUNCTUATION = 0x2000;

function isLetter(unit: number): boolean {
  const small = unit | 0x20;
  return (small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= LATIN && unit < PUNCTUATION);
}

function* textsIn(document: Document, { states, range }: Pick<NearQuery, 'states' | 'range'>): Generator<string> {
  for (const view of document.conversations.filter(({ state }) => states.includes(state)))
    for (const { text } of textsToFind(document, view, range)) yield text;
}

const MIN_LENGTH = 4;
const MIN_LENGTH_OF_TWO_SLIPS = 8;
/** Letters by which two near words may differ in length, with their endings and spellings. */
const MAX_LONGER = 4;
export const TOO_MANY = 3;

/** Returns a function for the slips from a word to another, regardless of accents and endings; `TOO_MANY` for more than are likely. */
export function slipsFrom(searched: string): (word: string) => number {
  const [wanted = '', stem = wanted] = foldedForms(searched);
  const max = wanted.length < MIN_LENGTH ? 0 : wanted.length < MIN_LENGTH_OF_TWO_SLIPS ? 1 : 2;
  return (word) => {
    if (Math.abs(word.length - searched.length) > MAX_LONGER) return TOO_MANY;
    const [least = TOO_MANY] = foldedForms(word)
      .flatMap((form) => [slipsBetween(wanted, form, max), slipsBetween(stem, form, max)])
      .sort((a, b) => a - b);
    return least > max ? TOO_MANY : least;
  };
}

/** A word without accents, and its stem: `über` as `uber`, and as `ueber`. */
function foldedForms(word: string): string[] {
  const lower = word.toLowerCase();
  const spelled = lower.replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter);
  const plain = [...new Set([lower, spelled])].map(withoutAccents);
  return plain.flatMap((each) => [each, wordStem(each)]);
}

const SPELLINGS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const SPELLED = /[äöüåø]/g;
/** Letters that have no accent in Unicode, though people type them without. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter);
}
