import { hash } from 'node:crypto';
import { elements, isString, textOf, type Value } from '../../../../codecs/json/value.ts';
import { parsedJson } from '../../../../model/parsed-json.ts';

/**
 * An event as TENEX's library parses one text (docs/formats/tenex.md, "Event string"). Unchecked, so fields have any
 * type; empty ones get a default. `sig` is undefined for an unsigned event or an unknown signature.
 */
export interface NostrEvent {
  readonly id: unknown;
  readonly pubkey: unknown;
  readonly created_at: unknown;
  readonly kind: unknown;
  readonly tags: unknown;
  readonly content: unknown;
  readonly sig: unknown;
}

/** Reasons why TENEX drops an element, or reads an empty event. */
type EventWhy = 'no text' | 'no JSON' | 'null' | 'no list';

export interface StoredEvent {
  readonly index: number;
  readonly value: Value;
  /** Null for an element that is no text. */
  readonly text: string | null;
  readonly event: NostrEvent | null;
  /** The list in the text; empty for other values. */
  readonly places: readonly unknown[];
  /** The reason why TENEX drops it or reads it as empty; null for a list. */
  readonly why: EventWhy | null;
}

/** Elements as TENEX deserializes them; a cut history gives its whole texts only. */
export function decodeEvents(history: Value): StoredEvent[] {
  return elements(history).map((value, index) => {
    const text = isString(value) ? textOf(value) : null;
    if (text === null) return { index, value, text, event: null, places: [], why: 'no text' };
    return { index, value, text, ...decodeEvent(text) };
  });
}

/** Decodes the text of an event. `event` is null where TENEX throws. */
export function decodeEvent(text: string): Pick<StoredEvent, 'event' | 'places' | 'why'> {
  const parsed = parsedJson(text);
  if (parsed === undefined) return { event: null, places: [], why: 'no JSON' };
  if (parsed === null) return { event: null, places: [], why: 'null' };
  const places = Array.isArray(parsed) ? parsed : [];
  return { event: eventOf(parsed), places, why: places.length === 0 ? 'no list' : null };
}

const SIG_LENGTH = 128;
const ID_LENGTH = 64;

/** Makes an event of any value, by index: an object has no places, a text has its characters. */
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

/** Signature and id in either order, known by their lengths. If the sixth place is neither, both are lost. */
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

/** The id of an event's content: lower-case hex SHA-256 of its serialisation, for any types. */
export function eventIdOf({ pubkey, created_at, kind, tags, content }: NostrEvent): string {
  return hash('sha256', serialised([0, pubkey, created_at, kind, tags, content]));
}

/** JSON of an event's fields; empty if it is nested too deep for the stack, so that no id equals its hash. */
function serialised(fields: readonly unknown[]): string {
  try {
    return JSON.stringify(fields);
  } catch {
    return '';
  }
}

/** Parts that TENEX does not write: fields of another type, unknown elements, a signature or id of unknown length, too deep nesting. */
export type EventOddity = 'types' | 'elements' | 'seal' | 'depth';

/**
 * Levels that TENEX can surely write again. `JSON.stringify` of Node 20 throws RangeError beyond about 4,100, or fewer
 * in a deep stack. Reading has no limit.
 */
export const MAX_DEPTH = 4000;

export function oddities(event: NostrEvent, places: StoredEvent['places']): EventOddity[] {
  const found: EventOddity[] = [];
  if (!isTyped(places)) found.push('types');
  if (places[0] !== 0 || places.length > WRITTEN_ELEMENTS) found.push('elements');
  if (isSealLost(event, places)) found.push('seal');
  if (isDeep([event.pubkey, event.created_at, event.kind, event.tags, event.content, event.sig])) found.push('depth');
  return found;
}

const WRITTEN_ELEMENTS = 8;

function isTyped([, pubkey, createdAt, kind, tags, content]: StoredEvent['places']): boolean {
  if (typeof pubkey !== 'string' || typeof content !== 'string') return false;
  if (typeof createdAt !== 'number' || typeof kind !== 'number') return false;
  return (
    Array.isArray(tags) && tags.every((tag) => Array.isArray(tag) && tag.every((each) => typeof each === 'string'))
  );
}

/** True if TENEX loses a signature or id. An unsigned draft with null or nothing as its signature does not count, though TENEX drops its id. */
function isSealLost({ id, sig }: NostrEvent, places: StoredEvent['places']): boolean {
  const [, , , , , , sixth, seventh] = places;
  if (sig !== undefined) return id === '';
  return Boolean(sixth) || (Boolean(seventh) && String(seventh).length !== ID_LENGTH);
}

/** True for nesting beyond MAX_DEPTH. Iterative: recursion would fail where TENEX's does. */
function isDeep(list: readonly unknown[]): boolean {
  let level: readonly object[] = [list];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((each) => Object.values(each).filter((value) => typeof value === 'object' && value !== null));
  }
  return false;
}

export function rootOf({ tags }: NostrEvent): string | null {
  if (!Array.isArray(tags)) return null;
  const tag: unknown = tags.find((each) => Array.isArray(each) && each[0] === 'E' && typeof each[1] === 'string');
  return Array.isArray(tag) ? String(tag[1]) : null;
}
