import { type Finding, type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { type Gap, isYoung, type PlacedGap } from '../../model/gaps.ts';
import { locateFinding } from './locate.ts';
import type { EventOf, SurveyEvent } from './survey-event.ts';

export class Coverage {
  conversations = 0;
  readonly unjudged: PlacedFinding[] = [];
  readonly gaps: PlacedGap[] = [];
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  take(event: SurveyEvent): void {
    addUnread(this.unjudged, event);
    if (event.type !== 'answered' || event.answer.failed !== undefined) return;
    const { conversations, whole = conversations, gaps = [] } = event.answer;
    this.add(event, { whole, gaps });
  }

  add(
    { site, scope }: Pick<EventOf<'document' | 'answered'>, 'site' | 'scope'>,
    { whole, gaps }: { readonly whole: number; readonly gaps: readonly Gap[] },
  ): void {
    this.conversations += whole;
    for (const { finding, extent, mtime } of gaps)
      this.gaps.push({
        finding: locateFinding(site, scope, finding),
        extent,
        isYoung: finding.code === 'CL403' || isYoung(mtime, this.#now),
      });
  }
}

/** Adds an event's finding if it reports something unjudged. */
export function addUnread(unjudged: PlacedFinding[], event: SurveyEvent): void {
  const finding = unreadIn(event);
  if (finding === undefined || ruleOf(finding.code).unjudged !== true || !('scope' in event)) return;
  unjudged.push(locateFinding(event.site, event.scope, finding));
}

function unreadIn(event: SurveyEvent): Finding | undefined {
  if (event.type === 'finding') return event.finding;
  return event.type === 'answered' ? event.answer.failed : undefined;
}
