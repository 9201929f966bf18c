import { Failure } from '../../model/failure.ts';
import type { Matcher, SearchQuery } from '../../model/search.ts';

/** A matcher for the patterns of a query. Throws Failure `usage` for one that cannot be understood. */
export async function matcherOf({ patterns, syntax, ignoreCase, words }: SearchQuery): Promise<Matcher> {
  if (patterns.includes('')) throw new Failure('usage', 'there is nothing to search for: the pattern is empty');
  const sources = patterns.map((pattern) =>
    syntax === 'literal' ? pattern.replace(SPECIAL, '\\$&') : `(?:${pattern})`,
  );
  return syntax === 'literal'
    ? plain(sources.join('|'), { ignoreCase, words })
    : linear(sources, { ignoreCase, words });
}

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

interface How {
  readonly ignoreCase: boolean;
  readonly words: boolean;
}

/** Texts one of which is there: nothing in such an expression goes back, whatever the text. */
function plain(source: string, { ignoreCase, words }: How): Matcher {
  const whole = words ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  const found = new RegExp(whole, ignoreCase ? 'iu' : 'u');
  return (text) => {
    const match = found.exec(text);
    return match === null ? null : { at: match.index, length: match[0].length };
  };
}

/** RE2's expressions, which take time in proportion to the text alone. */
async function linear(sources: readonly string[], { ignoreCase, words }: How): Promise<Matcher> {
  const { RE2JS } = await import('re2js');
  const source = words ? `\\b(?:${sources.join('|')})\\b` : sources.join('|');
  try {
    const flags = RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const compiled = RE2JS.compile(source, flags);
    return (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? { at: matcher.start(), length: matcher.end() - matcher.start() } : null;
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
