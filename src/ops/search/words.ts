import { stemmer } from 'stemmer';
import { Failure } from '../../model/failure.ts';
import { escapedPattern } from '../../model/pattern.ts';
import type { EstimatedTurn, FoundTurn, Matcher, SearchQuery } from '../../model/search.ts';
import { wholeFrom } from './search-lines.ts';

const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be because been but by can could did do does doing for from get got had has have ' +
    'he her him his how i if in into is it its just me my no not now of on or our out she should so some such than that the their ' +
    'them then there these they this those to too up us was we were what when where which who why will with would you your'
  ).split(' '),
);

/** Scripts without spaces between words, or with glued endings, inside a class of an expression with the flag `u`. */
const WITHOUT_SPACES = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const RUN = new RegExp(`[${WITHOUT_SPACES}]+|[^${WITHOUT_SPACES}]+`, 'gu');
const STARTS_WITHOUT_SPACES = new RegExp(`^[${WITHOUT_SPACES}]`, 'u');
const LETTER = /[\p{L}\p{N}]\p{M}*/gu;
const stems = new Map<string, string>();
const MAX_CACHED_STEMS = 50_000;

/** A word, or two neighbouring letters of a script without spaces; the last letter of such a run is also a word. */
interface Word {
  readonly word: string;
  /** UTF-16 units. */
  readonly at: number;
  /** The first of a pair; null for any other word. */
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

export function wordStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word.toLowerCase());
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** Words that are no common ones, in lower case; all of them if they are all common. */
export function tellingWords(text: string): string[] {
  const words = Array.from(askedIn(text.normalize('NFC')), (word) => word.toLowerCase());
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

export function stemsOf(words: readonly string[]): string[] {
  return [...new Set(words.map(wordStem))];
}

/** Words of these stems, without pairs of letters, which nobody typed as words. */
export function wordsOfStems(words: readonly string[], stems: readonly string[]): string[] {
  const byStem = new Map(words.map((word) => [wordStem(word), word]));
  return stems.flatMap((stem) => byStem.get(stem) ?? []).filter((word) => !STARTS_WITHOUT_SPACES.test(word));
}

/** True if the text has these telling words, two or more, side by side and in this form; common ones may be between them. */
export function hasPhrase(text: string, words: readonly string[]): boolean {
  if (words.length < 2) return false;
  const all = tellingWords(text);
  return all.some((_, at) => words.every((word, n) => all[at + n] === word));
}

function* askedIn(question: string): Generator<string> {
  let pairsEnd = -1;
  for (const { word, at, letter } of wordsIn(question)) {
    if (letter !== null || at !== pairsEnd) yield word;
    pairsEnd = letter === null ? -1 : at + letter.length;
  }
}

const MAX_TURNS_HELD = 5;

export const hasAny = ({ times }: Pick<FoundTurn, 'times'>): boolean => times.some((each) => each > 0);

type RankedTurn = Pick<FoundTurn, 'times' | 'length' | 'isName'> & Partial<Pick<EstimatedTurn, 'isOfTool'>>;

/** The best turns, and separately the best names, which do not displace turns. */
export class BestTurns<T extends RankedTurn> {
  #said: T[] = [];
  #names: T[] = [];

  takes(turn: RankedTurn): boolean {
    const last = (turn.isName === true ? this.#names : this.#said)[MAX_TURNS_HELD - 1];
    return last === undefined || compare(last, turn) > 0;
  }

  add(turn: T): void {
    if (!this.takes(turn)) return;
    const bestOf = (turns: readonly T[]) => [...turns, turn].sort(compare).slice(0, MAX_TURNS_HELD);
    if (turn.isName === true) this.#names = bestOf(this.#names);
    else this.#said = bestOf(this.#said);
  }

  all(): T[] {
    return [...this.#said, ...this.#names];
  }
}

function compare(a: RankedTurn, b: RankedTurn): number {
  const ofTool = ({ isOfTool }: RankedTurn) => (isOfTool === true ? 1 : 0);
  return different(b) - different(a) || ofTool(a) - ofTool(b) || a.length - b.length;
}

function different({ times }: RankedTurn): number {
  let count = 0;
  for (const each of times) if (each > 0) count++;
  return count;
}

export function turnOf(
  written: string,
  index: number,
  places: ReadonlyMap<string, number>,
  uncover: (text: string) => string,
): FoundTurn {
  const text = written.normalize('NFC');
  const times = Array.from(places, () => 0);
  const hits: { readonly n: number; readonly word: number; readonly at: number }[] = [];
  let length = 0;
  for (const { word, at, letter } of wordsIn(text)) {
    for (const n of [places.get(wordStem(word)), letter === null ? undefined : places.get(letter)]) {
      if (n === undefined) continue;
      times[n] = (times[n] ?? 0) + 1;
      hits.push({ n, word: length, at });
    }
    length++;
  }
  const { span, at } = shortestSpan(hits);
  return { index, times, length, span, text: uncover(excerptAround(text, at)) };
}

export interface WordHit {
  readonly n: number;
  readonly word: number;
  readonly at: number;
}

/** The shortest run of words with each of the found stems. */
export function shortestSpan(hits: readonly WordHit[]): { readonly span: number; readonly at: number } {
  const all = new Set(hits.map(({ n }) => n)).size;
  const lasts = new Map<number, WordHit>();
  let best = { span: 0, at: hits[0]?.at ?? 0 };
  for (const last of all < 2 ? [] : hits) {
    // In the order of their last hits, so that the first one begins the run.
    lasts.delete(last.n);
    lasts.set(last.n, last);
    const [first = last] = lasts.values();
    const span = last.word - first.word + 1;
    if (lasts.size === all && (best.span === 0 || span < best.span)) best = { span, at: first.at };
  }
  return best;
}

/** Characters shown before the first of the words, and from it on. */
const CHARACTERS_BEFORE = 40;
const CHARACTERS_FROM = 160;

function excerptAround(text: string, at: number): string {
  const start = Math.max(0, wholeFrom(text, at - CHARACTERS_BEFORE));
  const end = Math.min(text.length, wholeFrom(text, at + CHARACTERS_FROM));
  const line = text
    .slice(start, end)
    .replace(/\s+/g, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}

/** Names of these scripts in RE2, and the two marks that kana share. */
const WITHOUT_SPACES_RE2 = WITHOUT_SPACES.replaceAll('scx=', '').concat('\\x{30fc}\\x{ff70}');

/** A matcher for the patterns of a query. Throws Failure `usage` for an invalid one. */
export async function matcherOf({ patterns, syntax, ignoreCase, words }: SearchQuery): Promise<Matcher> {
  if (patterns.includes('')) throw new Failure('usage', 'there is nothing to search for: the pattern is empty');
  const sources = patterns.map((pattern) => (syntax === 'literal' ? escapedPattern(pattern) : `(?:${pattern})`));
  return syntax === 'literal'
    ? literalMatcher(sources.join('|'), { ignoreCase, words })
    : linear(sources, { ignoreCase, words });
}

interface MatchOptions {
  readonly ignoreCase: boolean;
  readonly words: boolean;
}

/** A character beside which no word begins or ends; beside an `UNSPACED` one, of a script without spaces, any may. */
const JOINED = `(?![${WITHOUT_SPACES}])[\\p{L}\\p{N}\\p{M}_]`;
const UNSPACED = `[${WITHOUT_SPACES}]`;

/** A matcher for `source`, a choice of texts, which never backtracks. */
function literalMatcher(source: string, { ignoreCase, words }: MatchOptions): Matcher {
  const whole = words ? `(?:(?<!${JOINED})|(?=${UNSPACED}))(?:${source})(?:(?!${JOINED})|(?<=${UNSPACED}))` : source;
  const found = new RegExp(whole, ignoreCase ? 'iu' : 'u');
  return (text) => {
    const match = found.exec(text);
    return match === null ? null : { at: match.index, length: match[0].length };
  };
}

const APART = `[^\\p{L}\\p{N}\\p{M}_]|[${WITHOUT_SPACES_RE2}]`;

/** A matcher by RE2, whose time is linear in the text. */
async function linear(sources: readonly string[], { ignoreCase, words }: MatchOptions): Promise<Matcher> {
  const { RE2JS } = await import('re2js');
  const source = words ? `(?:\\A|\\w\\b|${APART})(${sources.join('|')})(?:\\z|\\b\\w|${APART})` : sources.join('|');
  const group = words ? 1 : 0;
  try {
    const flags = RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const compiled = RE2JS.compile(source, flags);
    return (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? { at: matcher.start(group), length: matcher.end(group) - matcher.start(group) } : null;
    };
  } catch (error) {
    const reason =
      error instanceof Error
        ? error.message.replace(/^error parsing regexp: /, '').replace(/: `.*$/s, '')
        : String(error);
    throw new Failure(
      'usage',
      `the pattern is no regular expression: ${reason}`,
      'Look-around and back references are not taken: they can run for ever. Without --regex a pattern is plain text.',
    );
  }
}
