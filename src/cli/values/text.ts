import * as z from 'zod/mini';

/** Any text but none at all. */
export const text = z.string().check(z.minLength(1, 'takes a text that is not empty'));
