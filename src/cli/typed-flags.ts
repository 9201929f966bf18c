import type { Call } from './program.ts';

interface Words {
  readonly argv: readonly string[];
  /** Null before the flags are known, or where they are the fault. */
  readonly globals: Call['globals'] | null;
}

/** By the parsed flags; without them by the words before `--`. */
export function isFlagGiven({ argv, globals }: Words, flag: 'json' | 'debug'): boolean {
  if (globals !== null) return globals[flag] === true;
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).includes(`--${flag}`);
}
