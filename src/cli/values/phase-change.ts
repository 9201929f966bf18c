import type { Zod } from '../command.ts';

const SHAPE = /^([^=]+)=([^=]+)$/;

/** `OLD=NEW`, in either case: a phase, and what it is to become. */
export const phaseChange = (z: Zod) =>
  z.pipe(
    z.string().check(z.regex(SHAPE, 'takes two phases, such as review=verification')),
    z.transform((text: string): readonly [string, string] => {
      const [, from = '', to = ''] = SHAPE.exec(text.toLowerCase()) ?? [];
      return [from.trim(), to.trim()];
    }),
  );
