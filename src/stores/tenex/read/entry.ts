import { quote } from '../../../codecs/json/quote.ts';
import { isArray, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { countEvents } from './events/event-facts.ts';
import { finite } from './members.ts';
import type { NewEntry } from './reindex.ts';
import { last } from './sections.ts';

/** What an index entry is made of; times in seconds. */
export interface EntryFacts {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  /** `created_at` of the first event that loads, when it is a finite number other than 0. */
  readonly createdAt: number | null;
  /** In its stead, where there is none. */
  readonly otherwise: number;
  readonly updatedAt: number;
  /** Events that load. */
  readonly events: number;
  /** Distinct public keys of those events. */
  readonly agents: number;
  readonly archived: boolean;
}

/** An entry with the members, and in the order, that TENEX's save() writes (docs/formats/tenex.md). */
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

/** What an entry says that is not in the conversation file. */
type Beside = Pick<EntryFacts, 'id' | 'archived' | 'updatedAt' | 'otherwise'>;

/**
 * The index entry that TENEX's save() would write for a conversation; null for a body without a title, a phase or a history. A
 * `created_at` that is not a number is passed over: TENEX would write it, and could then read nothing of the index.
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
