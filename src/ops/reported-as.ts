import type { PlacedFinding } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import { type Context, NO_CONTEXT } from './survey/judge-unit.ts';
import { withConsequences } from './survey/locate.ts';

/** A finding that is reported, with what is at hand of its file. */
type Reported = readonly [finding: PlacedFinding, context: Context];

/** Which findings are reported, and how severe they are here. */
interface Reporting {
  shows(finding: PlacedFinding): boolean;
  graded(finding: PlacedFinding): PlacedFinding;
}

/**
 * The findings that one is reported as, which is asked for or has consequences: itself with what of them is asked for, or those where
 * it is not, so that no filter of one code hides another. Those that the scope reports are left to it then.
 */
export function reportedAs(placed: PlacedFinding, context: Context, { shows, graded }: Reporting): Reported[] {
  if (placed.consequences === undefined) return [[graded(placed), context]];
  const { consequences, ...rest } = placed;
  // It was as severe as what follows from it.
  const alone = { ...rest, severity: row(rest.code).severity };
  const isShown = shows(alone);
  const following = consequences
    .map((each, n): Reported => [graded(each), context.consequences[n] ?? NO_CONTEXT])
    .filter(([each]) => (isShown || each.ofScope !== true) && shows(each));
  if (!isShown) return following;
  const kept = following.map(([each]) => each);
  return [[kept.length === 0 ? graded(alone) : withConsequences(graded(alone), kept), context]];
}
