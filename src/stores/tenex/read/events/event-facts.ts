import { hash } from 'node:crypto';
import { digitsAt, isComplete, kindAt, nextOf } from '../../../../codecs/json/cursor.ts';
import { type InnerTape, innerTape } from '../../../../codecs/json/kernel.ts';
import { FLAG, KIND, TOKEN } from '../../../../codecs/json/tape.ts';
import { spells } from '../../../../codecs/json/text.ts';
import { isString, textOf, type Value } from '../../../../codecs/json/value.ts';
import { decodeEvent, eventIdOf, type Oddity, oddities, rootOf, type StoredEvent } from './event.ts';

/** What is known of one element of a history without keeping its content. */
export interface EventFacts {
  readonly index: number;
  /** The element. */
  readonly value: Value;
  /** False where TENEX drops it. */
  readonly kept: boolean;
  readonly why: StoredEvent['why'];
  /** As TENEX has them: whatever is there, '' for what is empty. */
  readonly pubkey: unknown;
  readonly createdAt: unknown;
  readonly id: unknown;
  readonly signed: boolean;
  /** The value of its first `E` tag, the event that its thread began with; null when it has none. */
  readonly root: string | null;
  /** The id that its content gives; null for a dropped one, and where it was not to be worked out. */
  readonly computedId: string | null;
  readonly oddities: readonly Oddity[];
}

const NOTHING: readonly Oddity[] = [];

/** The facts of every element of a history; with `hashed` also the ids that their contents give. */
export function* eventFacts(
  history: Value,
  { hashed = false }: { readonly hashed?: boolean } = {},
): Generator<EventFacts> {
  const { tape } = history;
  // What is ill-formed comes out as U+FFFD, so its bytes are not those of the text.
  const isSound = tape.illFormed < 0;
  // Most events of a history have one of a few authors, and one root: these are not made anew for each.
  const met: string[] = [];
  const end = nextOf(history);
  for (let at = history.at + 1, index = 0; at < end; at = nextOf({ tape, at }), index++) {
    const value = { tape, at };
    if (!isComplete(value)) return;
    const inner = isSound && isString(value) ? innerTape(value) : null;
    yield (inner && canonicalFacts(inner, index, value, hashed, met)) ?? parsedFacts(index, value, hashed);
  }
}

/** The most texts that are looked through. */
const MOST_MET = 8;

/** Tokens of `[0,pubkey,created_at,kind,tags,content,sig,id]`, up to the tags. */
const [LIST, VERSION, PUBKEY, CREATED_AT, KIND_OF_EVENT, TAGS] = [0, 1, 2, 3, 4, 5];
/** Bytes of a signature and of an id with their quotes: TENEX knows both by their lengths alone. */
const QUOTED_SIG = 130;
const QUOTED_ID = 66;
const CLOSE_LIST = 0x5d;
/** All numbers of so many are exact. */
const DIGITS = 15;

/** The facts of a signed event as TENEX writes it; null for every other form of it, which is to be parsed. */
function canonicalFacts(
  inner: InnerTape,
  index: number,
  value: Value,
  hashed: boolean,
  met: string[],
): EventFacts | null {
  const { bytes, words, count } = inner;
  if (count <= TAGS || kindAt(inner, LIST) !== KIND.array || digitsAt(inner, VERSION, 1) !== 0) return null;
  const createdAt = digitsAt(inner, CREATED_AT, DIGITS);
  const root = rootAt(inner);
  const content = words[TAGS * TOKEN + 3] ?? 0;
  const [sig, id] = [content + 1, content + 2];
  if (createdAt < 0 || digitsAt(inner, KIND_OF_EVENT, DIGITS) < 0 || root < 0 || count !== id + 1) return null;
  if (!isPlain(inner, PUBKEY) || kindAt(inner, content) !== KIND.string) return null;
  if (!isPlain(inner, sig, QUOTED_SIG) || !isPlain(inner, id, QUOTED_ID)) return null;
  // What comes before the signature is what the id is the hash of.
  const signed = words[content * TOKEN + 2] ?? 0;
  bytes[signed] = CLOSE_LIST;
  return {
    index,
    value,
    kept: true,
    why: null,
    pubkey: metAt(inner, PUBKEY, met),
    createdAt,
    id: stringAt(inner, id),
    signed: true,
    root: root === 0 ? null : metAt(inner, root, met),
    computedId: hashed ? hash('sha256', bytes.subarray(words[1], signed + 1)) : null,
    oddities: NOTHING,
  };
}

/** A string that is as long in bytes as in characters, without escapes; of this many bytes, where they are given. */
function isPlain({ words }: InnerTape, at: number, length?: number): boolean {
  const w = at * TOKEN;
  if (((words[w] ?? 0) & (7 | FLAG.escaped | FLAG.wide)) !== KIND.string) return false;
  return length === undefined || (words[w + 2] ?? 0) - (words[w + 1] ?? 0) === length;
}

/** Such a string. */
function stringAt({ bytes, words }: InnerTape, at: number): string {
  return bytes.toString('latin1', (words[at * TOKEN + 1] ?? 0) + 1, (words[at * TOKEN + 2] ?? 0) - 1);
}

/** A key from the list of those met, or a new one. */
function metAt(inner: InnerTape, at: number, met: string[]): string {
  const start = (inner.words[at * TOKEN + 1] ?? 0) + 1;
  const length = (inner.words[at * TOKEN + 2] ?? 0) - 1 - start;
  for (const text of met) if (length === text.length && spells(inner.bytes, start, text)) return text;
  const text = stringAt(inner, at);
  if (met.length < MOST_MET) met.push(text);
  return text;
}

/** The token with the value of the first `E` tag, 0 when there is none; -1 where the tags are not lists of strings, or it is not plain. */
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
  if (event === null) return { ...DROPPED, index, value, why };
  const { id, pubkey, created_at: createdAt, sig } = event;
  return {
    index,
    value,
    kept: true,
    why,
    pubkey,
    createdAt,
    id,
    signed: sig !== undefined,
    root: rootOf(event),
    computedId: hashed ? eventIdOf(event) : null,
    oddities: why === null ? oddities(event, places) : NOTHING,
  };
}

const NO_TEXT: Pick<StoredEvent, 'event' | 'places' | 'why'> = { event: null, places: [], why: 'no text' };

const DROPPED = {
  kept: false,
  pubkey: '',
  createdAt: null,
  id: '',
  signed: false,
  root: null,
  computedId: null,
  oddities: NOTHING,
};

/** What TENEX's index says of a history: computed from it without working out any id. */
export interface EventCounts {
  /** Events that TENEX keeps, empty ones included. */
  readonly events: number;
  /** Keys that wrote any of them, people's too: what the index calls its agents. */
  readonly agents: readonly string[];
  /** How many different authors TENEX counts: two that are no text are always different. */
  readonly agentCount: number;
  /** `created_at` of the first event kept, whatever it is; undefined when there is no event. */
  readonly first: unknown;
  /** Of the last one whose time is a number; null when there is none. */
  readonly last: number | null;
}

/** Counts the events of a history as TENEX does when it saves (docs/formats/tenex.md, "Layout and behaviour"). */
export function countEvents(history: Value): EventCounts {
  const { count, counts } = eventCounter();
  for (const each of eventFacts(history)) count(each);
  return counts();
}

/** Counts events one by one. */
interface EventCounter {
  count(each: EventFacts): void;
  counts(): EventCounts;
}

/** Counts events whose facts are gone through for something else too; starts at none. */
export function eventCounter(): EventCounter {
  const authors = new Set<unknown>();
  let events = 0;
  let first: unknown;
  let last: number | null = null;
  return {
    count: ({ kept, pubkey, createdAt }) => {
      if (!kept) return;
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
