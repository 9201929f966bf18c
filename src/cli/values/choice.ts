import type { Zod } from '../command.ts';

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return (z: Zod) => z.enum(words, { error: `takes ${inWords(words)}` });
}

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
