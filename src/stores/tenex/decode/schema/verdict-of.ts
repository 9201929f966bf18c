import type { Tape } from '../../../../codecs/json/tape.ts';
import { root } from '../../../../codecs/json/value.ts';
import type { Verdict } from '../verdict.ts';
import { fitsConversation } from './fits.ts';
import { conversationSchema } from './schema.ts';
import { shapeOf } from './shape-of.ts';

const OK: Verdict = { stage: 'ok' };

/** What the owner makes of a document that begins at `lead`: it does not skip what stands before. */
export function verdictOf(tape: Tape, lead: number): Verdict {
  if (lead > 0) return { stage: 'json', offset: 0, expected: 'expected a value' };
  if (tape.fault !== null) return { stage: 'json', ...tape.fault };
  const top = root(tape);
  if (top === null) return { stage: 'json', offset: lead, expected: 'expected a value' };
  if (fitsConversation(top)) return OK;
  const { error } = conversationSchema.safeParse(shapeOf(top));
  return error === undefined ? OK : { stage: 'schema', issues: error.issues };
}
