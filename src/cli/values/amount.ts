import type { Zod } from '../flag.ts';

/** A whole number from 0 up. */
export const amount = (z: Zod) =>
  z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'takes a whole number from 0 up')), z.transform(Number));
