import { readBy } from './read-by.ts';

/** From 0. */
export const amount = digitsOf(/^\d{1,6}$/, 'takes a whole number from 0 up');

/** A number of these digits. */
export function digitsOf(digits: RegExp, takes: string) {
  return readBy((text) => (digits.test(text) ? Number(text) : null), takes);
}
