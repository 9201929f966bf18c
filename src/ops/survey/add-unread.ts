import type { Finding, PlacedFinding } from '../../model/finding.ts';
import { row } from '../../model/findings.ts';
import { locateFinding } from './locate.ts';
import type { SurveyEvent } from './survey-event.ts';

/** Adds a finding of a survey to what could not be judged; one that says something else is left out. */
export function addUnread(
  unjudged: PlacedFinding[],
  { site, scope }: Pick<Extract<SurveyEvent, { is: 'finding' | 'document' }>, 'site' | 'scope'>,
  finding: Finding,
): void {
  if (row(finding.code).unjudged === true) unjudged.push(locateFinding(site, scope, finding, null));
}
