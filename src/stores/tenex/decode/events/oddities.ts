import type { NostrEvent, StoredEvent } from './event.ts';

/**
 * What an event has that the owner does not write: a field of another type, elements that it does not know or does not keep,
 * or a signature or id that it does not recognise by its length.
 */
export type Oddity = 'types' | 'elements' | 'seal';

/** What is odd about an event, told from the list that its text holds. */
export function oddities(event: NostrEvent, places: StoredEvent['places']): Oddity[] {
  const found: Oddity[] = [];
  if (!isTyped(places)) found.push('types');
  if (places[0] !== 0 || places.length > KNOWN) found.push('elements');
  if (isSealLost(event, places)) found.push('seal');
  return found;
}

/** Elements that the owner writes, and characters of an id. */
const KNOWN = 8;
const ID_LENGTH = 64;

function isTyped([, pubkey, createdAt, kind, tags, content]: StoredEvent['places']): boolean {
  if (typeof pubkey !== 'string' || typeof content !== 'string') return false;
  if (typeof createdAt !== 'number' || typeof kind !== 'number') return false;
  return (
    Array.isArray(tags) && tags.every((tag) => Array.isArray(tag) && tag.every((each) => typeof each === 'string'))
  );
}

/** An unsigned draft has null, or nothing, in the place of its signature; the owner lets go of its id too. */
function isSealLost({ id, sig }: NostrEvent, places: StoredEvent['places']): boolean {
  const [, , , , , , sixth, seventh] = places;
  if (sig !== undefined) return id === '';
  return Boolean(sixth) || (Boolean(seventh) && String(seventh).length !== ID_LENGTH);
}

/** The value of an event's first `E` tag that has one: the id of the event that its thread began with; null when there is none. */
export function rootOf({ tags }: NostrEvent): string | null {
  if (!Array.isArray(tags)) return null;
  const tag: unknown = tags.find((each) => Array.isArray(each) && each[0] === 'E' && typeof each[1] === 'string');
  return Array.isArray(tag) ? String(tag[1]) : null;
}
