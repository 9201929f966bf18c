import { indented, indentedList, indentedObject } from '../../../codecs/json/indented.ts';
import { lastMembers } from '../../../codecs/json/members.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { isArray, isObject, type Value } from '../../../codecs/json/value.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import { eventIdOf, type NostrEvent } from '../read/events/event.ts';

import { finite, textMember } from '../read/members.ts';
import { isByAgent, partiesOf, tagsOf, textFor } from '../read/said.ts';

/** A conversation as it is, and as a migration to August 2025 would leave it. */
export interface Loaded {
  readonly stored: DecodedTenex;
  readonly document: DecodedTenex;
  /** Non-empty events that TENEX keeps, in order. */
  readonly events: readonly NostrEvent[];
}

type Member = readonly [key: string, source: string];

/** A file of December 2025 (docs/formats/tenex.md). Numbers and texts keep their spelling. */
export function laterState(loaded: Loaded): string {
  const { stored, events } = loaded;
  const messages = events.map(messageOf);
  const state: readonly Member[] = [
    ['activeRal', '{}'],
    ['nextRalNumber', '{}'],
    ['injections', '[]'],
    ['messages', indentedList(messages.map((message) => JSON.stringify(message, null, 2)))],
    ['metadata', metadataOf(loaded, messages)],
    ['agentTodos', sourceOr(stored.members.get('agentTodos'), isObject, '{}')],
    ['todoNudgedAgents', '[]'],
    ['blockedAgents', sourceOr(stored.members.get('blockedAgents'), isArray, '[]')],
    ['executionTime', sourceOr(loaded.document.members.get('executionTime'), isObject, idleSince(messages))],
  ];
  return indentedObject(state.map(([key, source]) => [quote(key), source]));
}

function sourceOr(value: Value | undefined, fits: (value: Value) => boolean, otherwise: string): string {
  return value !== undefined && fits(value) ? indented(value) : otherwise;
}

/** The later TENEX's default, in milliseconds. */
function idleSince(messages: readonly LaterMessage[]): string {
  const last = messages.findLast(({ timestamp }) => timestamp !== undefined)?.timestamp ?? 0;
  return JSON.stringify({ totalSeconds: 0, isActive: false, lastUpdated: Math.floor(last * 1000) }, null, 2);
}

/** Members that moved into the metadata, unless it has its own. */
export const MOVED: readonly string[] = ['phase', 'phaseStartedAt'];

function metadataOf(loaded: Loaded, messages: readonly LaterMessage[]): string {
  const { stored, document } = loaded;
  const kept = document.members.get('metadata');
  const all = new Map(Array.from(lastMembers(kept), ([key, value]) => [key, indented(value)]));
  for (const key of MOVED) {
    const value = stored.members.get(key);
    if (value !== undefined && !all.has(key)) all.set(key, indented(value));
  }
  all.set('title', quote(textMember(document, 'title') ?? ''));
  const said = all.get('lastUserMessage') ?? all.get('last_user_message') ?? lastUserMessage(loaded, messages);
  if (said !== null) all.set('lastUserMessage', said);
  return indentedObject(Array.from(all, ([key, source]) => [quote(key), source]));
}

/** The last text not by an agent, if the metadata has none. */
function lastUserMessage({ document, events }: Loaded, messages: readonly LaterMessage[]): string | null {
  const { history, members } = document;
  if (history === null) return null;
  const { agents } = partiesOf(history, members);
  const isByPerson = ({ pubkey }: LaterMessage, n: number) => {
    const event = events[n];
    return event !== undefined && !agents.has(pubkey) && !isByAgent(tagsOf(event));
  };
  const last = messages.findLast(isByPerson);
  return last === undefined ? null : quote(last.content);
}

/** A message of December 2025, members in written order. */
interface LaterMessage {
  readonly id: string;
  readonly pubkey: string;
  readonly content: string;
  readonly messageType: 'text';
  readonly eventId: string;
  /** Unix seconds. */
  readonly timestamp?: number;
  readonly targetedPubkeys?: readonly string[];
}

/**
 * The message for an event (docs/formats/tenex.md, "December 2025"). An event without an id gets that of its content.
 */
function messageOf(event: NostrEvent): LaterMessage {
  const { pubkey, content, created_at } = event;
  const eventId = typeof event.id === 'string' && event.id !== '' ? event.id : eventIdOf(event);
  const timestamp = finite(created_at);
  const targetedPubkeys = targetsOf(event);
  return {
    id: `record:${eventId}`,
    pubkey: typeof pubkey === 'string' ? pubkey : '',
    content: textFor(content),
    messageType: 'text',
    eventId,
    ...(timestamp === null ? {} : { timestamp }),
    ...(targetedPubkeys.length === 0 ? {} : { targetedPubkeys }),
  };
}

/** The keys an event addresses. */
function targetsOf(event: NostrEvent): string[] {
  return tagsOf(event).flatMap(({ values: [name, key = ''] }) => (name === 'p' && key !== '' ? [key] : []));
}
