import type { Value } from '../../../../codecs/json/value.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';

/** What TENEX's index says of a history: computed from it without working out any id. */
export interface EventCounts {
  /** Events that TENEX keeps, empty ones included. */
  readonly events: number;
  /** Keys that wrote any of them, people's too: what the index calls its agents. */
  readonly agents: readonly string[];
  /** How many different authors TENEX counts: two that are no text are always different. */
  readonly agentCount: number;
  /** `created_at` of the first event kept, whatever it is; undefined when there is no event. */
  readonly first: unknown;
  /** Of the last one whose time is a number; null when there is none. */
  readonly last: number | null;
}

/** Counts the events of a history as TENEX does when it saves (docs/formats/tenex.md, "Layout and behaviour"). */
export function countEvents(history: Value): EventCounts {
  return countFacts(eventFacts(history, false));
}

/** The same from facts that are known already. */
export function countFacts(facts: Iterable<EventFacts>): EventCounts {
  const authors = new Set<unknown>();
  let events = 0;
  let first: unknown;
  let last: number | null = null;
  for (const { kept, pubkey, createdAt } of facts) {
    if (!kept) continue;
    if (events++ === 0) first = createdAt;
    if (typeof createdAt === 'number' && Number.isFinite(createdAt)) last = createdAt;
    authors.add(pubkey);
  }
  const agents = [...authors].filter((each) => typeof each === 'string');
  return { events, agents, agentCount: authors.size, first, last };
}
