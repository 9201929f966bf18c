import type { NostrEvent } from '../../decode/events/event.ts';
import { idOf } from '../../decode/events/event-id.ts';
import { finite } from '../../read/seconds.ts';
import { tagsOf, textFor } from '../../transcript/tags.ts';

/** A message of December 2025, its members in the order in which they are written. */
export interface LaterMessage {
  readonly id: string;
  readonly pubkey: string;
  readonly content: string;
  readonly messageType: 'text';
  readonly eventId: string;
  /** Unix seconds. */
  readonly timestamp?: number;
  readonly targetedPubkeys?: readonly string[];
}

/** The message that an event becomes (docs/formats/tenex.md, "December 2025"); an event without an id has the one of its content. */
export function messageOf(event: NostrEvent): LaterMessage {
  const { pubkey, content, created_at } = event;
  const eventId = typeof event.id === 'string' && event.id !== '' ? event.id : idOf(event);
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

/** Whom an event addresses. */
function targetsOf(event: NostrEvent): string[] {
  return tagsOf(event).flatMap(({ values: [name, key = ''] }) => (name === 'p' && key !== '' ? [key] : []));
}
