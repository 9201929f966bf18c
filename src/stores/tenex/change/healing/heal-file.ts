import type { Refusal } from '../../../decided.ts';
import { isWanted } from '../../../engine/passes.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { lead } from '../passes/lead.ts';
import { nulls } from '../passes/nulls.ts';
import { ownId } from '../passes/own-id.ts';
import type { Hints } from '../passes/pass.ts';
import { phaseCase, phaseNames, phaseReview } from '../passes/phases.ts';
import { rest } from '../passes/rest.ts';
import { type Repaired, runPasses } from '../passes/run-passes.ts';
import { torn } from '../passes/torn.ts';
import { whyNot } from './why-not.ts';

/** From the outside in: each pass finds a document that the ones before it have made a document. */
const PASSES = [lead, rest, torn, nulls, phaseCase, phaseReview, phaseNames, ownId];

/** Heals one conversation file; without edits there was nothing to heal. What is healed, TENEX loads afterwards. */
export function healFile(document: Decoded, hints: Hints): Repaired | Refusal {
  const passed = runPasses(document, PASSES, hints);
  if ('reason' in passed || passed.document.verdict().stage === 'ok') return passed;
  const refusal = whyNot(passed.document);
  const wanted = refusal.codes.some((code) => isWanted(code, hints)) || hints.only === null;
  return passed.edits.length > 0 || wanted ? refusal : passed;
}
