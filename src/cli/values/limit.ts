import type { Zod } from '../command.ts';

const SHAPE = /^(?:[1-9]\d{0,8}|all)$/;

/** A whole number from 1 up, or `all`. */
export const limit = (z: Zod) =>
  z.pipe(
    z.string().check(z.regex(SHAPE, 'takes a whole number from 1 up, or all')),
    z.transform((text: string) => (text === 'all' ? Number.POSITIVE_INFINITY : Number(text))),
  );
