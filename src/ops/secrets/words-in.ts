/** A word that a text has to have, and what has to follow it. */
export interface Word<T> {
  readonly word: string;
  /** Sticky; null where anything may follow. */
  readonly followed: RegExp | null;
  readonly value: T;
}

/** Calls back with the values of the words in a text, and where each word is, until that answers true; says whether it did. */
export type WordScan<T> = (text: string, met: (value: T, at: number) => boolean) => boolean;

/** A scan that looks at each place of a text once, however many words there are; a word has two characters or more. */
export function wordScan<T>(words: readonly Word<T>[]): WordScan<T> {
  const begins = new Uint8Array(1 << (3 * BITS));
  // A bit for each four: most places that begin as a word does go on otherwise.
  const goesOn = new Uint8Array(1 << (4 * BITS - 3));
  const byStart = new Map<number, Word<T>[]>();
  for (const each of words)
    for (const [start, four] of startsOf(each.word)) {
      begins[start] = 1;
      goesOn[four >> 3] = (goesOn[four >> 3] ?? 0) | (1 << (four & 7));
      const list = byStart.get(start) ?? [];
      if (list.at(-1) !== each) list.push(each);
      byStart.set(start, list);
    }
  const metAt = (text: string, from: number, start: number, met: Parameters<WordScan<T>>[1]): boolean => {
    const four = (start << BITS) | (from + 3 < text.length ? text.charCodeAt(from + 3) & LAST : 0);
    if (((goesOn[four >> 3] ?? 0) & (1 << (four & 7))) === 0) return false;
    for (const { word, followed, value } of byStart.get(start) ?? [])
      if (text.startsWith(word, from) && isAt(followed, text, from + word.length) && met(value, from)) return true;
    return false;
  };
  return (text, met) => {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      start = ((start << BITS) | (text.charCodeAt(at) & LAST)) & THREE;
      if (begins[start] === 1 && at > 1 && metAt(text, at - 2, start, met)) return true;
    }
    // A word of two characters may end the text.
    start = (start << BITS) & THREE;
    return begins[start] === 1 && text.length > 1 && metAt(text, text.length - 2, start, met);
  };
}

/** The bits of a character that tell places apart: the same for a letter in upper and in lower case. */
const BITS = 5;
const LAST = (1 << BITS) - 1;
const THREE = (1 << (3 * BITS)) - 1;

/** The first three characters of a word, and the first four, with all that may follow a shorter one. */
function* startsOf(word: string): Generator<readonly [start: number, four: number]> {
  let codes = [0];
  for (let at = 0; at < 4; at++) {
    const next = at < word.length ? [word.charCodeAt(at) & LAST] : Array.from({ length: LAST + 1 }, (_, bits) => bits);
    codes = codes.flatMap((code) => next.map((bits) => (code << BITS) | bits));
  }
  for (const four of codes) yield [four >> BITS, four];
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
