/** Most bytes of a known word, and most known words. */
const MAX_WORD_BYTES = 32;
const MAX_WORDS = 2000;

/** Words to recognise; each has its index as number, counted from 1. */
const words: string[] = [];
const numbers = new Map<string, number>();

/** The number of a word, which all later scans recognise; 0 for one that is too long, not ASCII, or one too many. */
export function knownWord(word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  if (!UNESCAPED_ASCII.test(word) || word.length > MAX_WORD_BYTES || words.length === MAX_WORDS) return 0;
  numbers.set(word, words.push(word));
  return words.length;
}

const UNESCAPED_ASCII = /^[ !#-[\]-~]+$/;

export function wordCount(): number {
  return words.length;
}

export function wordsFrom(number: number): readonly string[] {
  return words.slice(number - 1);
}
