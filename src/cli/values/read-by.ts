import { nearest } from '../../model/nearest.ts';
import type { Zod } from '../flag.ts';

/** A value parsed by `read`. Null is refused with `takes`, or `misfit` of the text. */
export const readBy =
  <T>(read: (text: string) => T | null, takes: string, misfit: (text: string) => string = () => takes) =>
  (z: Zod) =>
    z.pipe(
      z.string(takes).check(z.refine((text) => read(text) !== null, { error: ({ input }) => misfit(String(input)) })),
      z.transform((text: string): T => read(text) ?? z.NEVER),
    );

/** From 0. */
export const amount = digitsOf(/^\d{1,6}$/, 'takes a whole number from 0 up');

export function digitsOf(digits: RegExp, takes: string) {
  return readBy((text) => (digits.test(text) ? Number(text) : null), takes);
}

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
