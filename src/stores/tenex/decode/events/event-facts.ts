import { eachElement, isString, textOf, type Value } from '../../../../codecs/json/value.ts';
import { canonicalEvent, canonicalReader } from './canonical-event.ts';
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
export function* eventFacts(history: Value, hashed: boolean): Generator<EventFacts> {
  const { tape } = history;
  // What is ill-formed comes out as U+FFFD, so its bytes are not those of the text.
  const reader = tape.illFormed < 0 ? canonicalReader(tape) : null;
  let index = 0;
  for (const value of eachElement(history)) {
    const read = reader === null || !isString(value) ? null : canonicalEvent(reader, value, hashed);
    if (read === null) yield parsedFacts(index, value, hashed);
    else {
      const { pubkey, createdAt, id, root, computedId } = read;
      yield {
        index,
        value,
        kept: true,
        why: null,
        pubkey,
        createdAt,
        id,
        signed: true,
        root,
        computedId,
        oddities: NOTHING,
      };
    }
    index++;
  }
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
  for (const each of eventFacts(history, false)) count(each);
  return counts();
}

/** Counts events one by one. */
interface EventCounter {
  count(each: EventFacts): void;
  counts(): EventCounts;
}

/** The same for facts that are gone through for something else too; none was counted yet. */
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
