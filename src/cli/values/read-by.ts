import type { Zod } from '../flag.ts';

/**
 * A value that `read` makes of a text. A text of which it makes null is refused with what the flag takes, or with what `misfit` says
 * of that text.
 */
export const readBy =
  <T>(read: (text: string) => T | null, takes: string, misfit: (text: string) => string = () => takes) =>
  (z: Zod) =>
    z.pipe(
      z.string(takes).check(z.refine((text) => read(text) !== null, { error: ({ input }) => misfit(String(input)) })),
      z.transform((text: string): T => read(text) ?? z.NEVER),
    );
