/** A word that a text has to have, in lower case, and what has to follow it. */
export interface Word<T> {
  readonly word: string;
  /** Sticky; null where anything may follow. */
  readonly followed: RegExp | null;
  readonly value: T;
}

/** Calls back with the values of the words in a text in lower case, and where each word is, until that answers true; says whether it did. */
export type WordScan<T> = (lower: string, met: (value: T, at: number) => boolean) => boolean;

/** A scan that looks at each place of a text once, however many words there are; a word has two characters or more. */
export function wordScan<T>(words: readonly Word<T>[]): WordScan<T> {
  const begins = new Uint8Array(STARTS);
  const byStart = new Map<number, Word<T>[]>();
  for (const each of words)
    for (const start of startsOf(each.word)) {
      begins[start] = 1;
      byStart.set(start, [...(byStart.get(start) ?? []), each]);
    }
  return (lower, met) => {
    const metFrom = (from: number, start: number): boolean => {
      for (const { word, followed, value } of byStart.get(start) ?? [])
        if (lower.startsWith(word, from) && isAt(followed, lower, from + word.length) && met(value, from)) return true;
      return false;
    };
    let start = 0;
    // One past the end, for a word of two characters that ends the text.
    for (let at = 0; at <= lower.length; at++) {
      start = ((start << 5) & (STARTS - 1)) | (lower.charCodeAt(at) & 31);
      if (begins[start] === 1 && metFrom(at - 2, start)) return true;
    }
    return false;
  };
}

/** Three characters, each by its last five bits. */
const STARTS = 1 << 15;

function startsOf(word: string): number[] {
  const [first, second] = [(word.charCodeAt(0) & 31) << 10, (word.charCodeAt(1) & 31) << 5];
  if (word.length > 2) return [first | second | (word.charCodeAt(2) & 31)];
  return Array.from({ length: 32 }, (_, third) => first | second | third);
}

function isAt(pattern: RegExp | null, text: string, at: number): boolean {
  if (pattern === null) return true;
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** A text in lower case, without a change of its length, which `toLowerCase` makes of some letters. */
export function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
