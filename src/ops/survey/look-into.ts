import type { Finding, PlacedFinding } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import { locateFinding } from './locate.ts';
import type { EventOf, SurveyEvent } from './survey-event.ts';
import { unreadFinding } from './unread-finding.ts';

/** What a verb makes of a unit: of what a thread has answered of it, and of its document here. */
export interface Looks<T> {
  answered(event: EventOf<'answered'>): T;
  document(event: EventOf<'document'>): T;
}

/** Looks at the unit of an event; null where it is about none, and where what it is about is added to what could not be judged. */
export function lookInto<T>(event: SurveyEvent, { answered, document }: Looks<T>, unjudged: PlacedFinding[]): T | null {
  if (event.type === 'finding') addUnread(unjudged, event, event.finding);
  if (event.type === 'answered') return answered(event);
  if (event.type !== 'document') return null;
  try {
    return document(event);
  } catch (error) {
    addUnread(unjudged, event, unreadFinding(event.document.id, event.parts, error));
    return null;
  }
}

/** Adds a finding of a survey to what could not be judged; one that says something else is left out. */
export function addUnread(
  unjudged: PlacedFinding[],
  { site, scope }: Pick<EventOf<'finding' | 'document'>, 'site' | 'scope'>,
  finding: Finding,
): void {
  if (ruleOf(finding.code).unjudged === true) unjudged.push(locateFinding(site, scope, finding, null));
}
