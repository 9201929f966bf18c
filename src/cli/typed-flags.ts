import type { Call } from './program.ts';

interface TypedWords {
  readonly argv: readonly string[];
  /** Null before the flags are parsed, or if they are wrong. */
  readonly globals: Call['globals'] | null;
}

/** True for a given flag, by the parsed flags; without them, by the words before `--`. */
export function isFlagGiven({ argv, globals }: TypedWords, flag: 'json' | 'debug'): boolean {
  if (globals !== null) return globals[flag] === true;
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).includes(`--${flag}`);
}
