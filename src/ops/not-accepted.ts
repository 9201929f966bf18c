import { fewer, type PlacedFinding, standsFor } from '../model/finding.ts';
import { ruleOf } from '../model/findings.ts';
import type { BaselineMatch } from './baseline.ts';
import { withConsequences } from './survey/locate.ts';

export interface NotAccepted {
  /** Accepted findings among its represented ones and consequences. */
  readonly known: number;
  readonly following: number;
  /** To be reported: the finding for the rest, or its consequences in other files. */
  readonly left: readonly PlacedFinding[];
}

/**
 * Splits a finding into its accepted and remaining part. Consequences in the accepted finding's file are accepted too.
 * Elsewhere they may cause further harm, such as to an index.
 */
export function notAccepted(finding: PlacedFinding, accepts: BaselineMatch['accepts'] | undefined): NotAccepted {
  if (accepts === undefined) return { known: 0, following: 0, left: [finding] };
  // A finding of a file that could not be judged is never accepted.
  const known = ruleOf(finding.code).unjudged === true ? 0 : accepts(finding);
  const { consequences, ...alone } = finding;
  let following = 0;
  const unknown = (consequences ?? []).filter((each) => {
    // The scope's own report is in the baseline.
    const used = each.ofScope === true ? 0 : accepts(each);
    following += used;
    return used === 0;
  });
  const count = standsFor(finding) - known;
  const elsewhere = unknown.filter(({ path, ofScope }) => path !== finding.path && ofScope !== true);
  if (count === 0) return { known, following, left: elsewhere };
  const rest = known === 0 ? alone : fewer(alone, count);
  return { known, following, left: [unknown.length === 0 ? rest : withConsequences(rest, unknown)] };
}
