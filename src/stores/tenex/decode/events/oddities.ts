import type { NostrEvent, StoredEvent } from './event.ts';

/**
 * What an event has that TENEX does not write: a field of another type, elements that it does not know or does not keep,
 * a signature or id that it does not recognise by its length, or fields nested deeper than it can write again.
 */
export type Oddity = 'types' | 'elements' | 'seal' | 'depth';

/**
 * Levels of lists and objects, the outermost included, that TENEX can surely write again. `JSON.stringify` of Node 20 throws
 * RangeError beyond about 4,100, less when more of the stack is in use; reading has no such limit.
 */
export const DEEPEST = 4000;

/** What is odd about an event, known from the list that its text holds. */
export function oddities(event: NostrEvent, places: StoredEvent['places']): Oddity[] {
  const found: Oddity[] = [];
  if (!isTyped(places)) found.push('types');
  if (places[0] !== 0 || places.length > KNOWN) found.push('elements');
  if (isSealLost(event, places)) found.push('seal');
  if (isDeep([event.pubkey, event.created_at, event.kind, event.tags, event.content, event.sig])) found.push('depth');
  return found;
}

/** Elements that TENEX writes, and characters of an id. */
const KNOWN = 8;
const ID_LENGTH = 64;

function isTyped([, pubkey, createdAt, kind, tags, content]: StoredEvent['places']): boolean {
  if (typeof pubkey !== 'string' || typeof content !== 'string') return false;
  if (typeof createdAt !== 'number' || typeof kind !== 'number') return false;
  return (
    Array.isArray(tags) && tags.every((tag) => Array.isArray(tag) && tag.every((each) => typeof each === 'string'))
  );
}

/** An unsigned draft has null, or nothing, in the place of its signature; TENEX drops its id too. */
function isSealLost({ id, sig }: NostrEvent, places: StoredEvent['places']): boolean {
  const [, , , , , , sixth, seventh] = places;
  if (sig !== undefined) return id === '';
  return Boolean(sixth) || (Boolean(seventh) && String(seventh).length !== ID_LENGTH);
}

/** A recursive walk would end where the one of TENEX does, so levels are walked one by one. */
function isDeep(list: readonly unknown[]): boolean {
  let level: readonly object[] = [list];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((each) => Object.values(each).filter((value) => typeof value === 'object' && value !== null));
  }
  return false;
}

/** The value of an event's first `E` tag that has one: the id of the event that its thread began with; null when there is none. */
export function rootOf({ tags }: NostrEvent): string | null {
  if (!Array.isArray(tags)) return null;
  const tag: unknown = tags.find((each) => Array.isArray(each) && each[0] === 'E' && typeof each[1] === 'string');
  return Array.isArray(tag) ? String(tag[1]) : null;
}
