import { bomEnd } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { elements, isArray, isObject, lastMembers, root, type Value } from '../../../codecs/json/value.ts';
import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { NOT_READABLE, type Refusal, refused, throughLink } from '../../decision.ts';
import type { Issue } from '../../engine/schema.ts';
import type { Scope } from '../../kind.ts';
import { DECEMBER_2025, type Era, eraOf } from './era.ts';
import { decodeEvents, type StoredEvent } from './events/event.ts';
import { countEvents, type EventCounts } from './events/event-facts.ts';
import type { IndexFile } from './index-file.ts';
import { conversationIssues, isPlainConversation } from './schema.ts';

export interface DecodedTenex {
  readonly bytes: Uint8Array;
  /** Tokens of the document, after any byte-order mark. */
  readonly tape: Tape;
  /** Offset of the document. TENEX refuses a byte-order mark before it. */
  readonly lead: number;
  readonly body: Value | null;
  readonly isParsed: boolean;
  /** Members as TENEX sees them: the last of equal keys. One may be cut in a torn document. */
  readonly members: ReadonlyMap<string, Value>;
  /** The era; null for an unknown shape, or if its evidence was cut off. */
  era(): Era | null;
  readonly history: Value | null;
  /** True if TENEX loads it and keeps everything, except for numbers and nesting. */
  plain(): boolean;
  verdict(): LoadResult;
  events(): readonly StoredEvent[];
  /** Counts for the index, made without holding events. */
  counts(): EventCounts;
}

/** Decodes a file; never throws on its contents. Offsets count from the start of the file. */
export function decodeTenex(bytes: Uint8Array): DecodedTenex {
  const lead = bomEnd(bytes);
  const tape = scan(bytes, lead);
  const top = root(tape);
  const body = isObject(top) ? top : null;
  const isParsed = tape.fault === null && body !== null;
  const members = lastMembers(body);
  const found = members.get('history') ?? null;
  const history = isArray(found) ? found : null;
  const plain = once(() => lead === 0 && isPlainConversation(tape));
  return {
    bytes,
    tape,
    lead,
    body,
    isParsed,
    members,
    era: once(() => eraOf(members, isParsed)),
    history,
    plain,
    verdict: once(() => (plain() ? OK : verdictOf(tape, lead))),
    events: once(() => (history === null ? [] : decodeEvents(history))),
    counts: once(() => (history === null ? NO_EVENTS : countEvents(history))),
  };
}

const NO_EVENTS: EventCounts = { events: 0, agents: [], agentCount: 0, first: undefined, last: null };

/** The result of TENEX's load: success, no JSON, or a schema violation. */
type LoadResult =
  | { readonly stage: 'ok' }
  /** `offset`: bytes from the start of the file. `expected`: the token that JSON allows there. */
  | { readonly stage: 'json'; readonly offset: number; readonly expected: string }
  /** `issues`: one by one, because a small file may have millions. */
  | { readonly stage: 'schema'; issues(): Iterable<Issue> };

const OK: LoadResult = { stage: 'ok' };

/** The result of TENEX's load; TENEX does not skip bytes before `lead`. */
function verdictOf(tape: Tape, lead: number): LoadResult {
  if (lead > 0) return { stage: 'json', offset: 0, expected: 'expected a value' };
  if (tape.fault !== null) return { stage: 'json', ...tape.fault };
  const top = root(tape);
  if (top === null) return { stage: 'json', offset: lead, expected: 'expected a value' };
  for (const _ of conversationIssues(top)) return { stage: 'schema', issues: () => conversationIssues(top) };
  return OK;
}

/** `state` is given by the folder, whatever the index says. `decoded` is null for a dangling link or an unreadable file. */
export interface TenexFile {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  decoded(): DecodedTenex | null;
}

export interface Copies {
  readonly active: TenexFile;
  readonly archived: TenexFile;
}

/** `part` has the role `conversation` or `archived`. */
export function open(part: Part): TenexFile {
  const decoded = once(() => (part.bytes === null ? null : decodeTenex(part.bytes)));
  return { part, state: part.role === 'archived' ? 'archived' : 'active', decoded };
}

/** A refusal to move or copy a file; null if it can be. */
export function refuseFile({ part }: TenexFile): Refusal | null {
  if (part.type === 'link') return throughLink(['TX408']);
  if (part.type !== 'file') return refused({ codes: ['TX405'], reason: 'is not a file' });
  return part.bytes === null ? NOT_READABLE : null;
}

/** Counts of a file. TENEX stores tool calls as messages, and has no tasks or memories. */
export function tenexCounts(decoded: DecodedTenex | null, bytes: number): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: decoded?.counts().events ?? 0, bytes };
}

export function countsOfAll(files: readonly TenexFile[]): Counts {
  return files.map(({ part, decoded }) => tenexCounts(decoded(), part.size)).reduce(addCounts, NO_COUNTS);
}

/** The messages of December 2025; null for any other shape, or a document that is not whole. */
export function laterMessages({
  isParsed,
  era,
  members,
}: Pick<DecodedTenex, 'isParsed' | 'era' | 'members'>): Value[] | null {
  const messages = members.get('messages');
  return isParsed && era() === DECEMBER_2025 && isArray(messages) ? elements(messages) : null;
}

/**
 * True for a file of December 2025 in a folder without index, outside of a project. Elsewhere TENEX of August 2025 may find it, and it is
 * an unreadable file.
 */
export function isOfLater(opened: TenexFile, { site }: Pick<Scope, 'site'>, index: Pick<IndexFile, 'state'>): boolean {
  if (site.shape !== 'folder' || index.state !== 'missing' || opened.state === 'archived') return false;
  const decoded = opened.decoded();
  return decoded !== null && laterMessages(decoded) !== null;
}
