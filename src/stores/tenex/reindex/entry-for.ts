import { isArray, isString, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { countEvents } from '../decode/events/event-counts.ts';
import { type EntryFacts, entryOf } from './entry.ts';
import type { Entry } from './entry-change.ts';

/** What an entry says that is not in the conversation file. */
export type Beside = Pick<EntryFacts, 'id' | 'archived' | 'updatedAt' | 'otherwise'>;

/**
 * The index entry that TENEX's save() would write for a conversation; null for a body without a title, a phase or a history. A
 * `created_at` that is no number is passed over: TENEX would write it, and could then read nothing of the index.
 */
export function entryFor(body: Value, beside: Beside): Entry | null {
  const title = member(body, 'title', 'last');
  const phase = member(body, 'phase', 'last');
  const history = member(body, 'history', 'last');
  if (!isString(title) || !isString(phase) || !isArray(history)) return null;
  const { events, agentCount, first } = countEvents(history);
  return entryOf({
    ...beside,
    title: textOf(title),
    phase: textOf(phase).toLowerCase(),
    createdAt: typeof first === 'number' && Number.isFinite(first) && first !== 0 ? first : null,
    events,
    agents: agentCount,
  });
}
