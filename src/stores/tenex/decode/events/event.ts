import { elements, isString, textOf, type Value } from '../../../../codecs/json/value.ts';

/**
 * An event as TENEX's library makes it of one text (docs/formats/tenex.md, "Event string"). Nothing is checked on the way,
 * so every field may hold anything; only what is empty gets a default.
 */
export interface NostrEvent {
  readonly id: unknown;
  readonly pubkey: unknown;
  readonly created_at: unknown;
  readonly kind: unknown;
  readonly tags: unknown;
  readonly content: unknown;
  /** Undefined for an unsigned one, and for one whose signature is not recognised. */
  readonly sig: unknown;
}

/** Why an element of the history is not an event to TENEX, or an empty one. */
export type EventWhy = 'no text' | 'no JSON' | 'null' | 'no list';

/** One element of a history. */
export interface StoredEvent {
  readonly index: number;
  /** The element. */
  readonly value: Value;
  /** Null for an element that is not a text. */
  readonly text: string | null;
  /** Null where TENEX drops it. */
  readonly event: NostrEvent | null;
  /** The list that the text holds; empty for anything else. */
  readonly places: readonly unknown[];
  /** Why it is dropped, or comes out empty; null for a list. */
  readonly why: EventWhy | null;
}

/** Every element of a history, as TENEX deserializes it; whole texts only of one that was cut. */
export function decodeEvents(history: Value): StoredEvent[] {
  return elements(history).map((value, index) => {
    const text = isString(value) ? textOf(value) : null;
    if (text === null) return { index, value, text, event: null, places: [], why: 'no text' };
    return { index, value, text, ...decodeEvent(text) };
  });
}

/** One text as TENEX deserializes it: `event` null where it throws. */
export function decodeEvent(text: string): Pick<StoredEvent, 'event' | 'places' | 'why'> {
  const parsed = parse(text);
  if (parsed === undefined) return { event: null, places: [], why: 'no JSON' };
  if (parsed === null) return { event: null, places: [], why: 'null' };
  const places = Array.isArray(parsed) ? parsed : [];
  return { event: eventOf(parsed), places, why: places.length === 0 ? 'no list' : null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const SIG_LENGTH = 128;
const ID_LENGTH = 64;

/** Takes the places of a list whatever it is handed: of an object there are none, of a text they are its characters. */
function eventOf(parsed: unknown): NostrEvent {
  const [, pubkey, created_at, kind, tags, content, sixth, seventh] = placesOf(parsed);
  const sealed = Number(lengthOf(parsed)) >= 7 ? sealOf(sixth, seventh) : {};
  return {
    id: sealed.id || '',
    pubkey: pubkey || '',
    created_at,
    kind,
    tags: tags || [],
    content: content || '',
    sig: sealed.sig,
  };
}

/** Signature and id in either order, known from their lengths; with neither in the first place both are lost. */
function sealOf(sixth: unknown, seventh: unknown): { id?: unknown; sig?: unknown } {
  if (lengthOf(sixth) === SIG_LENGTH)
    return lengthOf(seventh) === ID_LENGTH ? { sig: sixth, id: seventh } : { sig: sixth };
  if (lengthOf(sixth) !== ID_LENGTH) return {};
  return lengthOf(seventh) === SIG_LENGTH ? { id: sixth, sig: seventh } : { id: sixth };
}

function placesOf(parsed: unknown): unknown[] {
  return Array.from({ length: 8 }, (_, place) => memberOf(parsed, String(place)));
}

function lengthOf(value: unknown): unknown {
  return value ? memberOf(value, 'length') : undefined;
}

function memberOf(value: unknown, key: string): unknown {
  return Object(value)[key];
}
