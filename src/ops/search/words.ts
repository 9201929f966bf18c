import { stemmer } from 'stemmer';
import { WITHOUT_SPACES } from './scripts.ts';

const COMMON = new Set(
  (
    'a about after all also am an and any are as at be because been but by can could did do does doing for from get got had has have ' +
    'he her him his how i if in into is it its just me my no not now of on or our out she should so some such than that the their ' +
    'them then there these they this those to too up us was we were what when where which who why will with would you your'
  ).split(' '),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const RUN = new RegExp(`[${WITHOUT_SPACES}]+|[^${WITHOUT_SPACES}]+`, 'gu');
const STARTS_WITHOUT_SPACES = new RegExp(`^[${WITHOUT_SPACES}]`, 'u');
const LETTER = /[\p{L}\p{N}]\p{M}*/gu;
const stems = new Map<string, string>();
/** Cached stems: most words repeat. */
const MOST = 50_000;

/**
 * A word, or two neighbouring letters of a script without spaces. The last letter of such a run is a word of its own.
 */
interface Word {
  readonly word: string;
  /** In UTF-16 units. */
  readonly at: number;
  /** The first letter of a pair; null for any other word. */
  readonly letter: string | null;
}

export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: whole, index } of text.matchAll(WORD)) {
    if (ASCII.test(whole)) yield { word: whole, at: index, letter: null };
    else yield* wordsOfRuns(whole, index);
  }
}

const ASCII = /^[\0-\x7f]*$/;

function* wordsOfRuns(whole: string, start: number): Generator<Word> {
  for (const { 0: run, index } of whole.matchAll(RUN)) {
    const at = start + index;
    if (STARTS_WITHOUT_SPACES.test(run)) yield* pairsIn(run, at);
    else yield { word: run, at, letter: null };
  }
}

function* pairsIn(run: string, at: number): Generator<Word> {
  let last: { readonly letter: string; readonly at: number } | null = null;
  for (const { 0: letter, index } of run.matchAll(LETTER)) {
    if (last !== null) yield { word: last.letter + letter, at: last.at, letter: last.letter };
    last = { letter, at: at + index };
  }
  if (last !== null) yield { word: last.letter, at: last.at, letter: null };
}

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
  const words = Array.from(askedIn(question.normalize('NFC')), (word) => word.toLowerCase());
  const telling = words.filter((word) => !COMMON.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))];
}

function* askedIn(question: string): Generator<string> {
  let pairsEnd = -1;
  for (const { word, at, letter } of wordsIn(question)) {
    if (letter !== null || at !== pairsEnd) yield word;
    pairsEnd = letter === null ? -1 : at + letter.length;
  }
}
