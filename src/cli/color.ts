import type { Env, Stream } from './env.ts';

/** Whether a stream is written in colour: as asked, else on a terminal that has not said no. */
export function wantsColor(when: 'always' | 'never' | 'auto' | undefined, stream: Stream, vars: Env['vars']): boolean {
  if (when === 'always') return true;
  if (when === 'never') return false;
  const { NO_COLOR, TERM } = vars;
  return stream.isTTY === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';
}

/** The words of a command line with `--color` and `--no-color` spelled out, so that a command after them is not their value. */
export function spellColor(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, i) => {
    if (end !== -1 && i > end) return word;
    if (word === '--no-color') return '--color=never';
    return word === '--color' && !WHEN.test(argv[i + 1] ?? '') ? '--color=always' : word;
  });
}

const WHEN = /^(?:always|never|auto)$/;
