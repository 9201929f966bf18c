import type { PlacedFinding } from '../../model/finding.ts';
import { type Gap, isYoung, type PlacedGap } from '../../model/unsearched.ts';
import type { Document, Kind } from '../../stores/kind.ts';
import { kindOfSite } from './kind-of.ts';
import { locateFinding } from './locate.ts';
import { addUnread } from './look-into.ts';
import { lookAsHealed } from './readable.ts';
import type { EventOf, SurveyEvent } from './survey-event.ts';
import { unreadFinding } from './unread-finding.ts';

/** How a verb reads the words of a unit: from the answer of a thread, or from its document here. */
export interface WordLooks<T> {
  answered(event: EventOf<'answered'>): T;
  /** True for a unit in which nothing can be: it is not looked at. */
  passes(event: EventOf<'document'>): boolean;
  document(event: EventOf<'document'>, document: Document): T;
}

/** How much was looked into, and what could not be. */
export class Coverage {
  /** Conversations that were looked into whole. */
  conversations = 0;
  /** Files that could not be judged. */
  readonly unjudged: PlacedFinding[] = [];
  /** Conversations that could not be read whole. */
  readonly gaps: PlacedGap[] = [];
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** Adds what is known of a unit. */
  add(
    { site, scope }: Pick<EventOf<'document' | 'answered'>, 'site' | 'scope'>,
    { whole, gaps }: { readonly whole: number; readonly gaps: readonly Gap[] },
  ): void {
    this.conversations += whole;
    for (const { finding, extent, mtime } of gaps)
      this.gaps.push({
        finding: locateFinding(site, scope, finding, null),
        extent,
        isYoung: finding.code === 'CL403' || isYoung(mtime, this.#now),
      });
  }
}

/**
 * Looks at the unit of an event, as its heal would leave it; null where it is about none, and where nothing of it could be read.
 * Adds how much was looked into.
 */
export function readWords<T>(
  event: SurveyEvent,
  kinds: readonly Kind[],
  { answered, passes, document }: WordLooks<T>,
  coverage: Coverage,
): T | null {
  if (event.type === 'finding') addUnread(coverage.unjudged, event, event.finding);
  if (event.type === 'answered') {
    const { conversations, whole = conversations, gaps = [] } = event.answer;
    coverage.add(event, { whole, gaps });
    return answered(event);
  }
  // Of one without files there is only what an index says.
  if (event.type !== 'document' || event.parts.length === 0) return null;
  if (passes(event)) {
    coverage.conversations++;
    return null;
  }
  try {
    const looked = lookAsHealed(kindOfSite(kinds, event.site), event, (each) => document(event, each));
    coverage.add(event, looked);
    return looked.value;
  } catch (error) {
    addUnread(coverage.unjudged, event, unreadFinding(event.document.id, event.parts, error));
    return null;
  }
}
