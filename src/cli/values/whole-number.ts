import * as z from 'zod/mini';

/** A whole number from 1 up. */
export const wholeNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'takes a whole number from 1 up')),
  z.transform(Number),
);
