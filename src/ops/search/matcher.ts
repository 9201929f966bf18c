import { stemmer } from 'stemmer';
import { Failure } from '../../model/failure.ts';
import { escapedPattern } from '../../model/pattern.ts';
import type { Matcher, SearchQuery } from '../../model/search.ts';

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

/** As RE2 names the letters of these scripts, and the two marks that kana share. */
const WITHOUT_SPACES_RE2 = WITHOUT_SPACES.replaceAll('scx=', '').concat('\\x{30fc}\\x{ff70}');

/** A matcher for the patterns of a query. Throws Failure `usage` for one that cannot be understood. */
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

/** A character beside which no word begins or ends; beside a `FREE` one, of a script without spaces, each may. */
const JOINED = `(?![${WITHOUT_SPACES}])[\\p{L}\\p{N}\\p{M}_]`;
const FREE = `[${WITHOUT_SPACES}]`;

/** Texts one of which is there: nothing in such an expression goes back, whatever the text. */
function literalMatcher(source: string, { ignoreCase, words }: MatchOptions): Matcher {
  const whole = words ? `(?:(?<!${JOINED})|(?=${FREE}))(?:${source})(?:(?!${JOINED})|(?<=${FREE}))` : source;
  const found = new RegExp(whole, ignoreCase ? 'iu' : 'u');
  return (text) => {
    const match = found.exec(text);
    return match === null ? null : { at: match.index, length: match[0].length };
  };
}

const APART = `[^\\p{L}\\p{N}\\p{M}_]|[${WITHOUT_SPACES_RE2}]`;

/** RE2 takes time linear in the text. */
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
