import type { Zod } from '../command.ts';

/** The number of a message as `convo show --all` prints it, kept as text. */
export const messageNumber = (z: Zod) => z.string().check(z.regex(/^\d{1,9}$/, 'takes the number of a message'));
