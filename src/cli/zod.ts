import { array, NEVER, enum as oneOf, pipe, refine, regex, safeParse, string, transform } from 'zod/mini';

/** The part of zod for flags; its own module, so that a lazy import loads no more. */
export const zod = { array, enum: oneOf, NEVER, pipe, refine, regex, safeParse, string, transform };
