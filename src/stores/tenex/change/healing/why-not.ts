import type { Code } from '../../../../model/findings.ts';
import type { Refusal } from '../../../decided.ts';
import { faultOf } from '../../checks/document/faults.ts';
import { refusals } from '../../checks/document/refusals.ts';
import type { Decoded } from '../../decode/decoded.ts';

/** Why TENEX would not load a document whatever the passes did, and what would help where anything does. */
export function whyNot(document: Decoded): Refusal {
  const fault = faultOf(document);
  if (fault !== null) return { codes: [fault.code], reason: `${fault.detail}, so TENEX cannot read it` };
  const verdict = document.verdict();
  const found = refusals(document, verdict.stage === 'schema' ? verdict.issues : []);
  const [first] = found;
  if (first === undefined) return { codes: ['TX107'], reason: 'would still not load' };
  const codes = [...new Set(found.map(({ code }) => code))];
  const more = found.length === 1 ? '' : ` (and ${found.length - 1} more)`;
  return { codes, reason: `${first.detail}${more}${HELP[first.code] ?? ', so TENEX cannot read it'}` };
}

/** What a heal does not do, and another command does. */
const HELP: Partial<Record<Code, string>> = {
  TX104: '',
  TX105: ': name one with `convo migrate --phase NAME`',
  TX110: ': `convo migrate` writes its events as texts',
  TX111: ': `convo migrate` gives it what later ones have',
};
