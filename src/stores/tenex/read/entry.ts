import { isArray, isString, quote, textOf, type Value } from '../../../codecs/json/value.ts';
import { countEvents } from './events/event-facts.ts';
import { finite, last } from './members.ts';
import type { NewEntry } from './reindex.ts';

/** Sources of an index entry; times in seconds. */
export interface EntryFacts {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  /** `created_at` of the first event that loads, if finite and not 0. */
  readonly createdAt: number | null;
  /** Used if that is null. */
  readonly otherwise: number;
  readonly updatedAt: number;
  /** Events that load. */
  readonly events: number;
  /** Distinct public keys of those events. */
  readonly agents: number;
  readonly archived: boolean;
}

/** Members in the order of TENEX's save() (docs/formats/tenex.md). */
export function newEntry({ createdAt, otherwise, ...facts }: EntryFacts): NewEntry {
  return [
    { key: 'id', json: quote(facts.id) },
    { key: 'title', json: quote(facts.title) },
    { key: 'createdAt', json: JSON.stringify(createdAt ?? otherwise) },
    { key: 'updatedAt', json: JSON.stringify(facts.updatedAt) },
    { key: 'phase', json: quote(facts.phase) },
    { key: 'eventCount', json: String(facts.events) },
    { key: 'agentCount', json: String(facts.agents) },
    { key: 'archived', json: String(facts.archived) },
  ];
}

/** Facts from outside the conversation file. */
type Beside = Pick<EntryFacts, 'id' | 'archived' | 'updatedAt' | 'otherwise'>;

/**
 * The index entry of TENEX's save(); null without a title, a phase or a history. Skips a `created_at` that is not a
 * number: TENEX would write it and then refuse the index.
 */
export function entryFor(body: Value, beside: Beside): NewEntry | null {
  const title = last(body, 'title');
  const phase = last(body, 'phase');
  const history = last(body, 'history');
  if (!isString(title) || !isString(phase) || !isArray(history)) return null;
  const { events, agentCount, first } = countEvents(history);
  return newEntry({
    ...beside,
    title: textOf(title),
    phase: textOf(phase).toLowerCase(),
    createdAt: finite(first),
    events,
    agents: agentCount,
  });
}
