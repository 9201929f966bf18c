import type { Zod } from '../flag.ts';

/** A value parsed by `read`. Null is refused with `takes`, or `misfit` of the text. */
export const readBy =
  <T>(read: (text: string) => T | null, takes: string, misfit: (text: string) => string = () => takes) =>
  (z: Zod) =>
    z.pipe(
      z.string(takes).check(z.refine((text) => read(text) !== null, { error: ({ input }) => misfit(String(input)) })),
      z.transform((text: string): T => read(text) ?? z.NEVER),
    );
