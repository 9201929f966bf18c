import type { Refusal } from '../../../decided.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { lead } from '../passes/lead.ts';
import { nulls } from '../passes/nulls.ts';
import { ownId } from '../passes/own-id.ts';
import type { Hints } from '../passes/pass.ts';
import { phaseCase, phaseNames, phaseReview } from '../passes/phases.ts';
import { rest } from '../passes/rest.ts';
import { type Leave, type Passed, runPasses } from '../passes/run-passes.ts';
import { torn } from '../passes/torn.ts';
import { whyNot } from './why-not.ts';

/** From the outside in: each pass finds a document that the ones before it have made a document. */
const PASSES = [lead, rest, torn, nulls, phaseCase, phaseReview, phaseNames, ownId];

/** Heals one conversation file; without edits there was nothing to heal. What is healed, TENEX loads afterwards. */
export function healFile(document: Decoded, hints: Hints, leave: Leave): Passed | Refusal {
  const passed = runPasses(document, PASSES, hints, leave);
  if ('reason' in passed || passed.document.verdict().stage === 'ok') return passed;
  const refusal = whyNot(passed.document);
  const wanted = leave.only === null || refusal.codes.some((code) => leave.only?.includes(code));
  return passed.edits.length > 0 || wanted ? refusal : passed;
}
