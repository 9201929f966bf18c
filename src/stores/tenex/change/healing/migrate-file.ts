import type { Refusal } from '../../../decided.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { contexts } from '../eras/contexts.ts';
import { history } from '../eras/history.ts';
import { missingMembers } from '../eras/missing-members.ts';
import { freePhases, noPhase } from '../eras/phase.ts';
import { transitions } from '../eras/transitions.ts';
import { nulls } from '../passes/nulls.ts';
import type { Hints } from '../passes/pass.ts';
import { phaseCase, phaseReview } from '../passes/phases.ts';
import { type Repaired, runPasses } from '../passes/run-passes.ts';
import { whyNot } from './why-not.ts';

/** From the history outwards; what an era wrote that TENEX reads over stays. */
const PASSES = [history, transitions, contexts, nulls, phaseCase, phaseReview, freePhases, noPhase, missingMembers];

/** Takes one file to the shape of August 2025; without edits it has that shape. What is migrated, TENEX loads afterwards. */
export function migrateFile(document: Decoded, hints: Hints): Repaired | Refusal {
  if (document.era === 'tenex-e12') return { codes: ['TX113'], reason: ONE_WAY };
  if (!document.whole) return whyNot(document);
  const passed = runPasses(document, PASSES, hints);
  if ('reason' in passed || passed.document.verdict().stage === 'ok') return passed;
  return whyNot(passed.document);
}

const ONE_WAY =
  'holds the messages of a later TENEX, which kept no signatures and no tags: the events that they were cannot be made again';
