import type { Covered } from '../../model/unsearched.ts';
import { redactedFinding } from './redacted.ts';
import type { Redactor } from './redactor.ts';

/** How much was read, with all that is said of the rest redacted. */
export function redactedCoverage(covered: Covered, redact: Redactor | null): Covered {
  if (redact === null) return covered;
  const { conversations, unjudged, gaps } = covered;
  return {
    conversations,
    unjudged: unjudged.map((finding) => redactedFinding(finding, redact)),
    gaps: gaps.map((gap) => ({ ...gap, finding: redactedFinding(gap.finding, redact) })),
  };
}
