import { markEnd } from '../../../codecs/byte-order-mark.ts';
import { lastMembers } from '../../../codecs/json/members.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isArray, isObject, root, type Value } from '../../../codecs/json/value.ts';
import type { Issue } from '../../engine/schema.ts';
import { once } from '../../once.ts';
import { type Era, eraOf } from './era.ts';
import { decodeEvents, type StoredEvent } from './events/event.ts';
import { countEvents, type EventCounts } from './events/event-facts.ts';
import { conversationIssues, isPlainConversation } from './schema.ts';

/** One conversation file as bytes and tape; nothing of it is built until it is asked for, and nothing of it is dropped. */
export interface DecodedTenex {
  readonly bytes: Uint8Array;
  /** The document, behind a byte-order mark if there is one. */
  readonly tape: Tape;
  /** Where the document begins: behind a byte-order mark, which TENEX takes for a fault. */
  readonly lead: number;
  /** The outermost object, whole or cut; null when there is none. */
  readonly body: Value | null;
  /** True when the tape is whole and holds an object. */
  readonly whole: boolean;
  /** The members of the object by key, as TENEX sees them: of equal keys the last. On a torn document one may be cut. */
  readonly members: ReadonlyMap<string, Value>;
  /** The historical shape; null when none is recognised, or the part that would tell was cut off. */
  era(): Era | null;
  /** The array of events, whole or cut; null when there is none. */
  readonly history: Value | null;
  /** TENEX loads it, and keeps all of it as it is but for numbers and nesting: nothing else has to be looked for. */
  plain(): boolean;
  /** What TENEX makes of the file. */
  verdict(): Loading;
  /** One for each whole element of the history, in order. */
  events(): readonly StoredEvent[];
  /** What the index says of the history, without keeping its events; none of a file without one. */
  counts(): EventCounts;
}

/** Decodes a file; never throws on what it reads. Offsets and spans count from the start of the file. */
export function decodeTenex(bytes: Uint8Array): DecodedTenex {
  const lead = markEnd(bytes);
  const tape = scan(bytes, lead);
  const top = root(tape);
  const body = isObject(top) ? top : null;
  const whole = tape.fault === null && body !== null;
  const members = lastMembers(body);
  const found = members.get('history') ?? null;
  const history = isArray(found) ? found : null;
  const plain = once(() => lead === 0 && isPlainConversation(tape));
  return {
    bytes,
    tape,
    lead,
    body,
    whole,
    members,
    era: once(() => eraOf(members, whole)),
    history,
    plain,
    verdict: once(() => (plain() ? OK : verdictOf(tape, lead))),
    events: once(() => (history === null ? [] : decodeEvents(history))),
    counts: once(() => (history === null ? NO_EVENTS : countEvents(history))),
  };
}

const NO_EVENTS: EventCounts = { events: 0, agents: [], agentCount: 0, first: undefined, last: null };

/** What TENEX makes of a file: it loads, is not JSON, or does not fit its schema. */
type Loading =
  | { readonly stage: 'ok' }
  /** Bytes from the start of the file, and what would have been JSON there. */
  | { readonly stage: 'json'; readonly offset: number; readonly expected: string }
  /** `issues`: one by one, because a small file may have millions. */
  | { readonly stage: 'schema'; issues(): Iterable<Issue> };

const OK: Loading = { stage: 'ok' };

/** What TENEX makes of a document that begins at `lead`: it does not skip what is before. */
function verdictOf(tape: Tape, lead: number): Loading {
  if (lead > 0) return { stage: 'json', offset: 0, expected: 'expected a value' };
  if (tape.fault !== null) return { stage: 'json', ...tape.fault };
  const top = root(tape);
  if (top === null) return { stage: 'json', offset: lead, expected: 'expected a value' };
  for (const _ of conversationIssues(top)) return { stage: 'schema', issues: () => conversationIssues(top) };
  return OK;
}
