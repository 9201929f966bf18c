import { fewer, type PlacedFinding, standsFor } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import type { BaselineMatch } from './baseline.ts';

/** How many of those that a finding represents are accepted, and the finding for the others; null where there is none. */
export function notAccepted(
  finding: PlacedFinding,
  accepts: BaselineMatch['accepts'] | undefined,
): { readonly known: number; readonly left: PlacedFinding | null } {
  // A finding of a file that could not be judged is never accepted.
  const known = row(finding.code).unjudged === true ? 0 : (accepts?.(finding) ?? 0);
  const left = standsFor(finding) - known;
  if (left === 0) return { known, left: null };
  return { known, left: known === 0 ? finding : fewer(finding, left) };
}
