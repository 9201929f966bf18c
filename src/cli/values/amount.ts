import { readBy } from './read-by.ts';

/** A whole number from 0 up. */
export const amount = digitsOf(/^\d{1,6}$/, 'takes a whole number from 0 up');

/** A number whose digits look like this. */
export function digitsOf(digits: RegExp, takes: string) {
  return readBy((text) => (digits.test(text) ? Number(text) : null), takes);
}
