import { hash } from 'node:crypto';
import { type InnerTape, innerTape } from '../../../../codecs/json/kernel.ts';
import { FLAG, KIND, TOKEN } from '../../../../codecs/json/tape.ts';
import {
  bytesEqual,
  digitsAt,
  EXACT_DIGITS,
  isComplete,
  isString,
  kindAt,
  nextOf,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { decodeEvent, type EventOddity, eventIdOf, oddities, rootOf, type StoredEvent } from './event.ts';

export interface EventFacts {
  readonly index: number;
  readonly value: Value;
  /** False if TENEX drops the element. */
  readonly loads: boolean;
  readonly why: StoredEvent['why'];
  /** Values as TENEX has them: of any type, '' if empty. */
  readonly pubkey: unknown;
  readonly createdAt: unknown;
  readonly id: unknown;
  readonly signed: boolean;
  /** The value of its first `E` tag, the first event of its thread; null for none. */
  readonly root: string | null;
  /** The id of its content; null for a dropped element, or if not requested. */
  readonly computedId: string | null;
  readonly oddities: readonly EventOddity[];
}

const NO_ODDITIES: readonly EventOddity[] = [];

/** Facts of every element; `hashed` adds the ids of their contents. */
export function* eventFacts(
  history: Value,
  { hashed = false }: { readonly hashed?: boolean } = {},
): Generator<EventFacts> {
  const { tape } = history;
  // Ill-formed bytes decode to U+FFFD, so that text and bytes would differ.
  const isSound = tape.illFormed < 0;
  // Strings for reuse: most events share a few authors and one root.
  const met: string[] = [];
  const end = nextOf(history);
  for (let at = history.at + 1, index = 0; at < end; at = nextOf({ tape, at }), index++) {
    const value = { tape, at };
    if (!isComplete(value)) return;
    const inner = isSound && isString(value) ? innerTape(value) : null;
    yield (inner && canonicalFacts(inner, index, value, hashed, met)) ?? parsedFacts(index, value, hashed);
  }
}

const MAX_TYPES_NAMED = 8;

/** Tokens of `[0,pubkey,created_at,kind,tags,content,sig,id]`, up to the tags. */
const LIST = 0;
const VERSION = 1;
const PUBKEY = 2;
const CREATED_AT = 3;
const KIND_OF_EVENT = 4;
const TAGS = 5;
/** Bytes of a quoted signature and of a quoted id: TENEX knows both by their lengths alone. */
const QUOTED_SIG = 130;
const QUOTED_ID = 66;
const CLOSE_LIST = 0x5d;

/** Facts of a signed event as TENEX writes it; null for forms that need parsing. */
function canonicalFacts(
  inner: InnerTape,
  index: number,
  value: Value,
  hashed: boolean,
  met: string[],
): EventFacts | null {
  const { bytes, words, count } = inner;
  if (count <= TAGS || kindAt(inner, LIST) !== KIND.array || digitsAt(inner, VERSION, 1) !== 0) return null;
  const createdAt = digitsAt(inner, CREATED_AT, EXACT_DIGITS);
  const root = rootAt(inner);
  const content = words[TAGS * TOKEN + 3] ?? 0;
  const sig = content + 1;
  const id = content + 2;
  if (createdAt < 0 || digitsAt(inner, KIND_OF_EVENT, EXACT_DIGITS) < 0 || root < 0 || count !== id + 1) return null;
  if (!isPlain(inner, PUBKEY) || kindAt(inner, content) !== KIND.string) return null;
  if (!isPlain(inner, sig, QUOTED_SIG) || !isPlain(inner, id, QUOTED_ID)) return null;
  // An id is the hash of everything before the signature.
  const signed = words[content * TOKEN + 2] ?? 0;
  bytes[signed] = CLOSE_LIST;
  return {
    index,
    value,
    loads: true,
    why: null,
    pubkey: metAt(inner, PUBKEY, met),
    createdAt,
    id: stringAt(inner, id),
    signed: true,
    root: root === 0 ? null : metAt(inner, root, met),
    computedId: hashed ? hash('sha256', bytes.subarray(words[1], signed + 1)) : null,
    oddities: NO_ODDITIES,
  };
}

/** True for a string without escapes whose bytes equal its characters; of `length` bytes if given. */
function isPlain({ words }: InnerTape, at: number, length?: number): boolean {
  const w = at * TOKEN;
  if (((words[w] ?? 0) & (7 | FLAG.escaped | FLAG.wide)) !== KIND.string) return false;
  return length === undefined || (words[w + 2] ?? 0) - (words[w + 1] ?? 0) === length;
}

function stringAt({ bytes, words }: InnerTape, at: number): string {
  return bytes.toString('latin1', (words[at * TOKEN + 1] ?? 0) + 1, (words[at * TOKEN + 2] ?? 0) - 1);
}

function metAt(inner: InnerTape, at: number, met: string[]): string {
  const start = (inner.words[at * TOKEN + 1] ?? 0) + 1;
  const length = (inner.words[at * TOKEN + 2] ?? 0) - 1 - start;
  for (const text of met) if (length === text.length && bytesEqual(inner.bytes, start, text)) return text;
  const text = stringAt(inner, at);
  if (met.length < MAX_TYPES_NAMED) met.push(text);
  return text;
}

/** The token of the first `E` tag's value; 0 for none. -1 if tags are not lists of strings, or the value is not plain. */
function rootAt(inner: InnerTape): number {
  const { words } = inner;
  if (kindAt(inner, TAGS) !== KIND.array) return -1;
  const end = words[TAGS * TOKEN + 3] ?? 0;
  let root = 0;
  for (let tag = TAGS + 1, next = 0; tag < end; tag = next) {
    next = words[tag * TOKEN + 3] ?? 0;
    if (!isTag(inner, tag, next)) return -1;
    if (root === 0 && next > tag + 2 && isE(inner, tag + 1)) root = tag + 2;
  }
  return root === 0 || isPlain(inner, root) ? root : -1;
}

function isTag(inner: InnerTape, tag: number, next: number): boolean {
  if (kindAt(inner, tag) !== KIND.array) return false;
  for (let at = tag + 1; at < next; at++) if (kindAt(inner, at) !== KIND.string) return false;
  return true;
}

function isE({ bytes, words }: InnerTape, at: number): boolean {
  const start = words[at * TOKEN + 1] ?? 0;
  return (words[at * TOKEN + 2] ?? 0) === start + 3 && bytes[start + 1] === 0x45;
}

function parsedFacts(index: number, value: Value, hashed: boolean): EventFacts {
  const { event, places, why } = isString(value) ? decodeEvent(textOf(value)) : NO_TEXT;
  if (event === null) return { ...DROPPED_MEMBERS, index, value, why };
  const { id, pubkey, created_at: createdAt, sig } = event;
  return {
    index,
    value,
    loads: true,
    why,
    pubkey,
    createdAt,
    id,
    signed: sig !== undefined,
    root: rootOf(event),
    computedId: hashed ? eventIdOf(event) : null,
    oddities: why === null ? oddities(event, places) : NO_ODDITIES,
  };
}

const NO_TEXT: Pick<StoredEvent, 'event' | 'places' | 'why'> = { event: null, places: [], why: 'no text' };

const DROPPED_MEMBERS = {
  loads: false,
  pubkey: '',
  createdAt: null,
  id: '',
  signed: false,
  root: null,
  computedId: null,
  oddities: NO_ODDITIES,
};

export interface EventCounts {
  /** Number of events that TENEX keeps, including empty ones. */
  readonly events: number;
  /** Authors, including people: the index calls all of them agents. */
  readonly agents: readonly string[];
  /** Number of distinct authors as TENEX counts them: two that are not texts always differ. */
  readonly agentCount: number;
  /** `created_at` of the first event kept, of any type; undefined without events. */
  readonly first: unknown;
  /** `created_at` of the last kept event with a finite number there; null for none. */
  readonly last: number | null;
}

/** Counts events as TENEX does when it saves (docs/formats/tenex.md, "Layout and behaviour"). */
export function countEvents(history: Value): EventCounts {
  const { count, counts } = eventCounter();
  for (const each of eventFacts(history)) count(each);
  return counts();
}

interface EventCounter {
  count(each: EventFacts): void;
  counts(): EventCounts;
}

export function eventCounter(): EventCounter {
  const authors = new Set<unknown>();
  let events = 0;
  let first: unknown;
  let last: number | null = null;
  return {
    count: ({ loads, pubkey, createdAt }) => {
      if (!loads) return;
      if (events++ === 0) first = createdAt;
      if (typeof createdAt === 'number' && Number.isFinite(createdAt)) last = createdAt;
      authors.add(pubkey);
    },
    counts: () => {
      const agents = [...authors].filter((each) => typeof each === 'string');
      return { events, agents, agentCount: authors.size, first, last };
    },
  };
}
