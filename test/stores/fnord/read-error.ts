import { type FnordJudgement, judgeFnord } from '../../../src/stores/fnord/checks/judge.ts';
import type { DecodedFnord } from '../../../src/stores/fnord/read/decode.ts';

/** Why fnord gives up on a file, in its own words. */
type ReadError = 'unrecognized_format' | 'v0_parse_failed' | 'v1_parse_failed' | 'exception';

/** A judgement, and what fnord's reader answers; null for a readable file. */
export function judgedAs(document: DecodedFnord): FnordJudgement & { readonly error: ReadError | null } {
  const judgement = judgeFnord(document);
  return { ...judgement, error: judgement.readable ? null : errorOf(document) };
}

function errorOf({ format, faults, form }: DecodedFnord): ReadError {
  if (format === null) return 'unrecognized_format';
  if (faults.length === 0 || faults.every(({ code }) => code === 'FN020')) return 'exception';
  return form === 'v0' ? 'v0_parse_failed' : 'v1_parse_failed';
}
