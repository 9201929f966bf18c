import type { Zod } from '../command.ts';

const HOUR = 3600;
const SECONDS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };
const SHAPE = /^(\d{1,6})([hdw])$/;

/** `12h`, `90d`, `4w` in seconds. */
export const age = (z: Zod) =>
  z.pipe(
    z.string().check(z.regex(SHAPE, 'takes an age such as 12h, 90d or 4w')),
    z.transform((text: string) => {
      const [, count = '0', unit = 'd'] = SHAPE.exec(text) ?? [];
      return Number(count) * (SECONDS[unit] ?? 0);
    }),
  );
