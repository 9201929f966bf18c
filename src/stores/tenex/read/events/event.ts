import { hash } from 'node:crypto';
import { elements, isString, textOf, type Value } from '../../../../codecs/json/value.ts';

/**
 * An event as TENEX's library parses one text (docs/formats/tenex.md, "Event string"). Unchecked, so fields have any
 * type; empty ones get a default.
 */
export interface NostrEvent {
  readonly id: unknown;
  readonly pubkey: unknown;
  readonly created_at: unknown;
  readonly kind: unknown;
  readonly tags: unknown;
  readonly content: unknown;
  /** Undefined for an unsigned event or an unknown signature. */
  readonly sig: unknown;
}

/** Reasons why TENEX drops an element, or reads an empty event. */
type EventWhy = 'no text' | 'no JSON' | 'null' | 'no list';

export interface StoredEvent {
  readonly index: number;
  readonly value: Value;
  /** Null for an element that is not a text. */
  readonly text: string | null;
  /** Null if TENEX drops it. */
  readonly event: NostrEvent | null;
  /** The list in the text; empty for other values. */
  readonly places: readonly unknown[];
  /** The reason why it is dropped or empty; null for a list. */
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

/** `event` is null where TENEX throws. */
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

/** Indexes any value: an object has no places, a text has its characters. */
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

/** Signature and id in either order, known by length. Without one first, both are lost. */
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

/** Nesting beyond the stack cannot be serialised, so no id equals it. */
function serialised(fields: readonly unknown[]): string {
  try {
    return JSON.stringify(fields);
  } catch {
    return '';
  }
}

/**
 * Parts that TENEX does not write: fields of another type, unknown elements, a signature or id of unknown length, too
 * deep nesting.
 */
export type Oddity = 'types' | 'elements' | 'seal' | 'depth';

/**
 * Levels that TENEX can surely write again. `JSON.stringify` of Node 20 throws RangeError beyond about 4,100, or fewer
 * in a deep stack. Reading has no limit.
 */
export const DEEPEST = 4000;

export function oddities(event: NostrEvent, places: StoredEvent['places']): Oddity[] {
  const found: Oddity[] = [];
  if (!isTyped(places)) found.push('types');
  if (places[0] !== 0 || places.length > KNOWN) found.push('elements');
  if (isSealLost(event, places)) found.push('seal');
  if (isDeep([event.pubkey, event.created_at, event.kind, event.tags, event.content, event.sig])) found.push('depth');
  return found;
}

/** Elements that TENEX writes. */
const KNOWN = 8;

function isTyped([, pubkey, createdAt, kind, tags, content]: StoredEvent['places']): boolean {
  if (typeof pubkey !== 'string' || typeof content !== 'string') return false;
  if (typeof createdAt !== 'number' || typeof kind !== 'number') return false;
  return (
    Array.isArray(tags) && tags.every((tag) => Array.isArray(tag) && tag.every((each) => typeof each === 'string'))
  );
}

/** An unsigned draft has null or nothing as its signature. TENEX drops its id too. */
function isSealLost({ id, sig }: NostrEvent, places: StoredEvent['places']): boolean {
  const [, , , , , , sixth, seventh] = places;
  if (sig !== undefined) return id === '';
  return Boolean(sixth) || (Boolean(seventh) && String(seventh).length !== ID_LENGTH);
}

/** Iterative: recursion would fail where TENEX's does. */
function isDeep(list: readonly unknown[]): boolean {
  let level: readonly object[] = [list];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((each) => Object.values(each).filter((value) => typeof value === 'object' && value !== null));
  }
  return false;
}

/** The value of the first `E` tag that has one: the thread's first event. */
export function rootOf({ tags }: NostrEvent): string | null {
  if (!Array.isArray(tags)) return null;
  const tag: unknown = tags.find((each) => Array.isArray(each) && each[0] === 'E' && typeof each[1] === 'string');
  return Array.isArray(tag) ? String(tag[1]) : null;
}

type Schnorr = typeof import('@noble/curves/secp256k1.js')['schnorr'];
type Point = ReturnType<Schnorr['utils']['lift_x']>;

let loaded: Schnorr | null = null;

/** Loads the library for `isSigned`, which start-up does without. */
export async function loadSignatures(): Promise<void> {
  ({ schnorr: loaded } = await import('@noble/curves/secp256k1.js'));
}

/** Cache of verdicts: forks and copies repeat events. Emptied when full. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 10_000;

/**
 * BIP-340 over the 32 bytes of the computed id. The event's own id is ignored. Throws before `loadSignatures` was
 * awaited.
 */
export function isSigned({ sig, pubkey }: Pick<NostrEvent, 'sig' | 'pubkey'>, computedId: string): boolean {
  if (loaded === null) throw new Error('loadSignatures has not been awaited');
  if (!isHex(sig, 64) || !isHex(computedId, 32) || !isHex(pubkey, 32)) return false;
  const signed = `${sig}${pubkey}${computedId}`;
  const known = judged.get(signed);
  if (known !== undefined) return known;
  const point = frequent(loaded, pubkey);
  const isSigned =
    point === undefined
      ? loaded.verify(bytesOf(sig), bytesOf(computedId), bytesOf(pubkey))
      : point !== null && fits(loaded, { sig, pubkey, id: computedId }, point);
  if (judged.size >= MOST_JUDGED) judged.clear();
  judged.set(signed, isSigned);
  return isSigned;
}

function isHex(text: unknown, length: number): text is string {
  return typeof text === 'string' && text.length === length * 2 && /^[0-9a-f]+$/i.test(text);
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** Uses of each key; from the `FREQUENT`th on, its point. Null for an invalid key. */
const keys = new Map<string, number | Point | null>();
/** A key's table costs about ten verifications, saves two thirds of each, and takes 300 KB. */
const FREQUENT = 12;
const MOST_KEYS = 64;
/** Bits of a scalar per table entry. */
const WINDOW = 6;

/** The point of a frequent key, with a table of multiples: a store has few authors. Undefined for others. */
function frequent({ utils }: Schnorr, pubkey: string): Point | null | undefined {
  const met = keys.get(pubkey) ?? 0;
  if (typeof met !== 'number') return met;
  if (met + 1 < FREQUENT) {
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(pubkey, met + 1);
    return undefined;
  }
  const point = pointOf(utils, pubkey);
  point?.precompute(WINDOW, false);
  keys.set(pubkey, point);
  return point;
}

function pointOf({ lift_x }: Schnorr['utils'], pubkey: string): Point | null {
  try {
    return lift_x(numberOf(pubkey));
  } catch {
    return null;
  }
}

function numberOf(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

const TAG = hash('sha256', 'BIP0340/challenge');

/** The library's `verify` with `multiplyUnsafe`, because `mulAddUnsafe` uses no tables. */
function fits(
  { Point }: Schnorr,
  { sig, pubkey, id }: { sig: string; pubkey: string; id: string },
  key: Point,
): boolean {
  const { BASE, Fp, Fn } = Point;
  const r = numberOf(sig.slice(0, 64));
  const s = numberOf(sig.slice(64));
  if (!Fp.isValidNot0(r) || !Fn.isValidNot0(s)) return false;
  const challenge = Fn.create(numberOf(hash('sha256', Buffer.from(TAG + TAG + sig.slice(0, 64) + pubkey + id, 'hex'))));
  const nonce = BASE.multiplyUnsafe(s).add(key.multiplyUnsafe(Fn.neg(challenge)));
  if (nonce.is0()) return false;
  const { x, y } = nonce.toAffine();
  return x === r && y % 2n === 0n;
}
