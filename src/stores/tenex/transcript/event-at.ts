import { isString, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { decodeEvent, type NostrEvent } from '../decode/events/event.ts';

/** What an element of a history says. */
export interface EventAt {
  /** Null for what is not an event to anyone. */
  readonly event: NostrEvent | null;
  /** True where TENEX makes an empty event of it. */
  readonly empty: boolean;
}

/** An event as it is in a history: as a text, or as an object in June 2025. */
export function eventAt(value: Value): EventAt {
  if (!isString(value)) return { event: objectEvent(lexemeOf(value)), empty: false };
  const { event, why } = decodeEvent(textOf(value));
  return { event, empty: event !== null && why !== null };
}

function objectEvent(source: string): NostrEvent | null {
  const found: unknown = JSON.parse(source);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return null;
  const { id, pubkey, created_at, kind, tags, content, sig }: Partial<Record<keyof NostrEvent, unknown>> = found;
  return { id, pubkey, created_at, kind, tags, content, sig };
}
