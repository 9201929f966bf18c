import { stemmer } from 'stemmer';

/** Words that say nothing of what a question is about. */
const COMMON = new Set(
  (
    'a about after all also am an and any are as at be because been but by can could did do does doing for from get got had has have ' +
    'he her him his how i if in into is it its just me my no not now of on or our out she should so some such than that the their ' +
    'them then there these they this those to too up us was we were what when where which who why will with would you your'
  ).split(' '),
);

const WORD = /[\p{L}\p{N}]+/gu;
const stems = new Map<string, string>();
/** Stems that are remembered: most words come again. */
const MOST = 50_000;

/** The words of a text, each with its place in UTF-16 units. */
export function* wordsIn(text: string): Generator<{ readonly word: string; readonly at: number }> {
  for (const match of text.matchAll(WORD)) yield { word: match[0], at: match.index };
}

/** The stem that the forms of a word have in common. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word.toLowerCase());
  if (stems.size >= MOST) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** The stems of a question without its common words, each once; all of them where there are no others. */
export function stemsOf(question: string): string[] {
  const words = Array.from(wordsIn(question), ({ word }) => word.toLowerCase());
  const telling = words.filter((word) => !COMMON.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))];
}
