import { allCodes, type Code, isCode } from '../../model/findings.ts';
import { nearest } from '../../model/nearest.ts';
import type { Zod } from '../flag.ts';

const NONE = 'takes a code that `convo explain` lists';

/** A code of the findings table, in either case. */
export const findingCode = (z: Zod) =>
  z.pipe(
    z
      .string(NONE)
      .check(z.refine((text) => codeNamed(text) !== null, { error: ({ input }) => unknown(String(input)) })),
    z.transform((text: string): Code => codeNamed(text) ?? z.NEVER),
  );

/** The code that a text names, or null. */
export function codeNamed(text: string): Code | null {
  const code = text.toUpperCase();
  return isCode(code) ? code : null;
}

function unknown(text: string): string {
  const near = nearest(text, allCodes());
  return near.length === 0 ? NONE : `takes a known code (did you mean ${near.join(', ')}?)`;
}
