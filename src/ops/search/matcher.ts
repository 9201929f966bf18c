import { Failure } from '../../model/failure.ts';
import { escapedPattern } from '../../model/pattern.ts';
import type { Matcher, SearchQuery } from '../../model/search.ts';
import { WITHOUT_SPACES } from './words.ts';

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
