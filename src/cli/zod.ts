import { array, NEVER, enum as oneOf, pipe, refine, regex, safeParse, string, transform } from 'zod/mini';

/** As much of zod as the values of flags need; a module of its own, so that loading it late does not load all of zod. */
export const zod = { array, enum: oneOf, NEVER, pipe, refine, regex, safeParse, string, transform };
