import { elements, isString, textOf, type Value } from '../../../../codecs/json/value.ts';
import { canonicalEvent } from './canonical-event.ts';
import { canonicalReader } from './canonical-reader.ts';
import { decodeEvent, type StoredEvent } from './event.ts';
import { idOf } from './event-id.ts';
import { type Oddity, oddities, rootOf } from './oddities.ts';

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
  for (const value of elements(history)) {
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
    computedId: hashed ? idOf(event) : null,
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
