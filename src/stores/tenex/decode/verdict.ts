import type { Tape } from '../../../codecs/json/tape.ts';
import { root } from '../../../codecs/json/value.ts';
import { fitsConversation } from './schema/fits.ts';
import { conversationSchema } from './schema/schema.ts';
import { shapeOf } from './schema/shape-of.ts';

/** A place in a document as zod names it, and what is wrong there. */
export interface Issue {
  readonly path: readonly (string | number)[];
  /** zod's word for it: `invalid_type`, `invalid_enum_value`. */
  readonly code: string;
  readonly message: string;
}

/** What TENEX makes of a file: it loads, is not JSON, or does not fit its schema. */
export type Verdict =
  | { readonly stage: 'ok' }
  /** Bytes from the start of the file, and what would have been JSON there. */
  | { readonly stage: 'json'; readonly offset: number; readonly expected: string }
  | { readonly stage: 'schema'; readonly issues: readonly Issue[] };

const OK: Verdict = { stage: 'ok' };

/** What TENEX makes of a document that begins at `lead`: it does not skip what is before. */
export function verdictOf(tape: Tape, lead: number): Verdict {
  if (lead > 0) return { stage: 'json', offset: 0, expected: 'expected a value' };
  if (tape.fault !== null) return { stage: 'json', ...tape.fault };
  const top = root(tape);
  if (top === null) return { stage: 'json', offset: lead, expected: 'expected a value' };
  if (fitsConversation(top)) return OK;
  const { error } = conversationSchema.safeParse(shapeOf(top));
  return error === undefined ? OK : { stage: 'schema', issues: error.issues };
}
