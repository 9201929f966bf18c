import type { Zod } from '../flag.ts';
import { momentOf } from './moment.ts';

/** `2026-01-31`. */
export const day = (z: Zod) =>
  z
    .string()
    .check(
      z.refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && momentOf(text) !== null, 'takes a day such as 2026-01-31'),
    );
