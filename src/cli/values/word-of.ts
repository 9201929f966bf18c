import { nearest } from '../../model/nearest.ts';
import type { Zod } from '../flag.ts';

export function wordOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const schema = (z: Zod) =>
    z.enum(words, { error: ({ input }) => `takes ${inWords(words)}${meant(String(input), words)}` });
  return Object.assign(schema, { words });
}

function meant(text: string, words: readonly string[]): string {
  const near = nearest(text, words);
  return near.length === 0 ? '' : ` (did you mean ${near.join(', ')}?)`;
}

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
