import { indented, indentedList, indentedObject } from '../../../codecs/json/indented.ts';
import {
  elements,
  isArray,
  isObject,
  lastMembers,
  members as membersOf,
  quote,
  type Value,
} from '../../../codecs/json/value.ts';
import { countEach } from '../../../model/collections.ts';
import type { Counts } from '../../../model/conversation.ts';
import {
  type AskFor,
  isRefusal,
  NOT_READABLE,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { countOf, firstNames } from '../../words.ts';
import { compareCopies } from '../checks/copies.ts';
import type { TenexDocument } from '../document.ts';
import {
  type DecodedTenex,
  decodeTenex,
  laterMessages,
  refuseFile,
  type TenexFile,
  tenexCounts,
} from '../read/decoded.ts';
import { DECEMBER_2025 } from '../read/era.ts';
import { eventIdOf, type NostrEvent, type StoredEvent } from '../read/events/event.ts';
import { textMember, usableTime } from '../read/members.ts';
import { isByAgent, partiesOf, tagsOf, textFor } from '../read/transcript.ts';
import { withObjects } from './edit-files.ts';
import { eventText, migrateFile } from './migrate.ts';
import { tenexOptions } from './run-passes.ts';

/**
 * Writes a conversation as a file of December 2025, with every loss in its notes. The source must be one that a
 * migration could bring to August 2025. The later shape is copied.
 */
export function convert(document: TenexDocument, ask: AskFor<'migrate'>): UnitChange | NotChanged {
  const { id, entries } = document;
  const chosen = chooseFile(document);
  if (chosen === null && entries.length === 0) return unchanged();
  if (chosen === null) return refused({ codes: ['TX305'], reason: 'has no conversation file, only an index entry' });
  if (isRefusal(chosen)) return chosen;
  const { part } = chosen.opened;
  const stored = chosen.opened.decoded();
  if (stored === null) return refuseFile(chosen.opened) ?? NOT_READABLE;
  if (sizeAfter(stored) > MAX_FILE_BYTES)
    return refused({ reason: 'would be larger than 256 MiB, which is too much to write' });
  const made = laterMessages(stored) === null ? makeConversation(stored, document, ask) : copyEvents(stored);
  if (isRefusal(made)) return made;
  const { bytes, before, messages, notes } = made;
  if (laterMessages(decodeTenex(bytes))?.length !== messages)
    return refused({ reason: 'would not come out with all of its messages: a fault of convo' });
  const path = `${id}.json`;
  return unitChange({
    path,
    into: 'output',
    steps: [{ do: 'put', path, was: 'absent', content: { from: 'bytes', bytes } }],
    before: { ...before, bytes: part.size },
    after: { ...before, messages, bytes: bytes.length },
    notes: [...chosen.notes, ...notes],
  });
}

/** Most bytes of a new file: a plan holds it as one text. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

const MESSAGE_FRAME_LENGTH = 400;

function sizeAfter({ bytes, history }: DecodedTenex): number {
  return bytes.length + (history === null ? 0 : elements(history).length * MESSAGE_FRAME_LENGTH);
}

interface ConvertedFile {
  readonly bytes: Uint8Array;
  readonly before: Counts;
  readonly messages: number;
  readonly notes: readonly string[];
}

function copyEvents(stored: DecodedTenex): ConvertedFile {
  const { bytes } = stored;
  const messages = laterMessages(stored)?.length ?? 0;
  const before = { ...tenexCounts(stored, bytes.length), messages };
  return { bytes, before, messages, notes: [`has the shape of ${DECEMBER_2025} already: copied as it is`] };
}

/** The database of 2026 takes an event id once in a project. */
const FORK =
  'shares events with the conversation that it is a fork of: the importer of 2026 takes an event id once in a project, and skips those events in one of the two';

/** True for a fork: TENEX names a conversation for its first event, and that of a fork names another one here. */
function isFork([first]: LoadedConversation['events'], { id, index, scope }: TenexDocument): boolean {
  const origin = first?.id;
  if (typeof origin !== 'string' || origin === '' || origin === id) return false;
  return index.entriesOf(origin).length > 0 || (scope.units?.has(origin) ?? false);
}

function makeConversation(
  stored: DecodedTenex,
  document: TenexDocument,
  ask: AskFor<'migrate'>,
): ConvertedFile | Refusal {
  const options = tenexOptions(document, ask);
  // Only the passes use this phase: the file gets the phase it had.
  const loose = { ...options, givenPhase: options.givenPhase ?? 'chat', lossy: true };
  // The result and the stored form are both held, to be compared.
  const passed = migrateFile(stored, loose, { at: ({ doc }) => ({ made: doc }), holds: true });
  if (isRefusal(passed)) return passed;
  const all = passed.made.events();
  const events = all.flatMap((each) => (each.event === null || isEmpty(each) ? [] : [each.event]));
  const loaded: LoadedConversation = { stored, document: passed.made, events };
  const inner = textMember(stored, 'id');
  const notes = [
    ...eventLosses(events),
    ...(isFork(events, document) ? [FORK] : []),
    ...leftOut(all),
    ...memberLosses(stored),
    ...(inner === null || inner === document.id ? [] : [`calls itself ${inner}: the name of the file counts now`]),
  ];
  const before = withObjects(tenexCounts(stored, stored.bytes.length), stored);
  return { bytes: Buffer.from(laterState(loaded)), before, messages: events.length, notes };
}

interface ChosenFile {
  readonly opened: TenexFile;
  readonly notes: readonly string[];
}

/** The copy that holds all events of the other; null if there is no file. */
function chooseFile({ active, archived }: Pick<TenexDocument, 'active' | 'archived'>): ChosenFile | Refusal | null {
  if (active === null) return archived === null ? null : { opened: archived, notes: [ARCHIVED] };
  if (archived === null) return { opened: active, notes: [] };
  const { holds, newer, differs } = compareCopies(active, archived);
  if (holds === 'unreadable')
    return refused({
      codes: ['TX309'],
      reason: `${IN_BOTH_PLACES}, and one of them is not a whole document: heal it first`,
    });
  if (holds === 'neither')
    return refused({
      codes: ['TX309'],
      reason: `${IN_BOTH_PLACES}, and each holds events that the other lacks: move one out of the store first`,
    });
  const side = holds === 'same' ? (newer ?? 'active') : holds;
  const apart = differs.length === 0 ? '' : `; the other one differs in ${differs.join(', ')}`;
  const note = `${IN_BOTH_PLACES}: taken from the ${side} copy, which holds all events${apart}`;
  return { opened: side === 'active' ? active : archived, notes: [note] };
}

const IN_BOTH_PLACES = 'is both active and archived';

const ARCHIVED = 'was archived: December 2025 has no archive, so it is written among the active ones';

function* eventLosses(events: readonly NostrEvent[]): Generator<string> {
  if (events.length === 0) return;
  const signed = events.filter(({ sig }) => sig !== undefined).length;
  const tags = events.reduce((sum, event) => sum + tagsOf(event).length, 0);
  yield [
    `${countOf(events.length, 'event')} ${events.length === 1 ? 'becomes a message' : 'become messages'}: no kind is kept`,
    `(${kindsOf(events)}), no signature (${signed}), and of ${countOf(tags, 'tag')} only whom they address`,
  ].join(' ');
  for (const { fits, says } of ODD_EVENTS) {
    const odd = events.filter(fits).length;
    if (odd > 0) yield `${countOf(odd, 'event')} ${says}`;
  }
  const again = countRepeats(events);
  if (again > 0)
    yield `${countOf(again, 'event')} ${again === 1 ? 'repeats' : 'repeat'} an earlier one: each stays, under the same id, and the importer of 2026 skips it`;
}

const isNameless = ({ id }: NostrEvent) => typeof id !== 'string' || id === '';

const ODD_EVENTS: readonly { fits(event: NostrEvent): boolean; readonly says: string }[] = [
  { fits: ({ sig }) => sig === undefined, says: 'not signed to begin with' },
  { fits: isNameless, says: 'without an id that TENEX keeps: now with the one that the content gives' },
  {
    fits: ({ created_at }) => usableTime(created_at) === null,
    says: 'without a time that can be used: now without any',
  },
  { fits: isFractional, says: 'with a fraction of a second in its time, which the importer of 2026 does not take' },
  { fits: ({ content }) => typeof content !== 'string', says: 'with a content that is not text: now with its JSON' },
  { fits: ({ pubkey }) => typeof pubkey !== 'string', says: 'with an author that is not text: now without any' },
];

function isFractional({ created_at }: NostrEvent): boolean {
  return usableTime(created_at) !== null && !Number.isInteger(created_at);
}

function kindsOf(events: readonly NostrEvent[]): string {
  const kinds = countEach(events.map(({ kind }) => (typeof kind === 'number' ? String(kind) : 'none')));
  return Array.from(kinds, ([name, times]) => `${name}: ${times}`).join(', ');
}

function countRepeats(events: readonly NostrEvent[]): number {
  const ids = events.filter((event) => !isNameless(event)).map(({ id }) => id);
  return ids.length - new Set(ids).size;
}

function* leftOut(all: readonly StoredEvent[]): Generator<string> {
  const dropped = all.filter(({ event }) => event === null);
  if (dropped.length > 0) yield `leaves out ${countOf(dropped.length, 'event')} that TENEX drops: ${placesOf(dropped)}`;
  const empty = all.filter(isEmpty);
  if (empty.length > 0)
    yield `leaves out ${countOf(empty.length, 'event')} that TENEX reads as empty: ${placesOf(empty)}`;
}

/** True for an element that TENEX reads as an empty event. */
function isEmpty({ event, why }: StoredEvent): boolean {
  return event !== null && why !== null;
}

function placesOf(found: readonly StoredEvent[]): string {
  return firstNames(found.map(({ index }) => `/history/${index}`));
}

/** Other losses on the way to December 2025, a sentence each. */
function* memberLosses({ body, members, history, tape }: DecodedTenex): Generator<string> {
  const metadata = members.get('metadata');
  const ofMetadata = lastMembers(metadata);
  const lost = [...members].filter(
    ([key]) => !CARRIED_KEYS.includes(key) && (!MOVED.includes(key) || ofMetadata.has(key)),
  );
  const sizes = lost.flatMap(([key, value]) => memberSize(key, value));
  if (sizes.length > 0) yield `leaves out what December 2025 has no place for: ${sizes.join(', ')}`;
  if (ofMetadata.has('title')) yield 'leaves out the title in its metadata, where that of the conversation is now';
  const doubled = (body === null ? 0 : membersOf(body).length) - members.size;
  if (doubled > 0) yield `leaves out ${countOf(doubled, 'member')} with the key of a later one, as TENEX does`;
  const unknownKeys = objectKeys(history);
  if (unknownKeys.length > 0) yield `leaves out ${firstNames(unknownKeys)} of its events`;
  if (tape.illFormed >= 0) yield 'ill-formed UTF-8 comes out as U+FFFD, as TENEX reads it';
}

/** Members that have a place of their own in the later file; the id becomes its name. */
const CARRIED_KEYS = ['id', 'title', 'history', 'metadata', 'executionTime', 'agentTodos', 'blockedAgents'];

/** The key of a lost member, with the size of a container; none for an empty one. */
function memberSize(key: string, value: Value): string[] {
  if (!isArray(value) && !isObject(value)) return [key];
  const size = elements(value).length + membersOf(value).length;
  return size === 0 ? [] : [`${key} (${size})`];
}

/** Unknown keys of the event objects of June 2025. */
function objectKeys(history: Value | null): string[] {
  const objects = elements(history).filter((each) => isObject(each));
  const texts = objects.map(eventText);
  return [...new Set(texts.flatMap((text) => (typeof text === 'string' ? [] : text.unknownKeys)))];
}

interface LoadedConversation {
  readonly stored: DecodedTenex;
  readonly document: DecodedTenex;
  /** Non-empty events that TENEX keeps, in order. */
  readonly events: readonly NostrEvent[];
}

type Member = readonly [key: string, source: string];

/** The text of a file of December 2025 (docs/formats/tenex.md). Numbers and texts keep their spelling. */
function laterState(loaded: LoadedConversation): string {
  const { stored, events } = loaded;
  const messages = events.map(messageOf);
  const state: readonly Member[] = [
    ['activeRal', '{}'],
    ['nextRalNumber', '{}'],
    ['injections', '[]'],
    ['messages', indentedList(messages.map((message) => JSON.stringify(message, null, 2)))],
    ['metadata', metadataOf(loaded, messages)],
    ['agentTodos', sourceOr(stored.members.get('agentTodos'), isObject, '{}')],
    ['todoNudgedAgents', '[]'],
    ['blockedAgents', sourceOr(stored.members.get('blockedAgents'), isArray, '[]')],
    ['executionTime', sourceOr(loaded.document.members.get('executionTime'), isObject, idleSince(messages))],
  ];
  return indentedObject(state.map(([key, source]) => [quote(key), source]));
}

function sourceOr(value: Value | undefined, fits: (value: Value) => boolean, otherwise: string): string {
  return value !== undefined && fits(value) ? indented(value) : otherwise;
}

/** The execution time of a conversation at rest, by the later TENEX's default; in milliseconds. */
function idleSince(messages: readonly LaterMessage[]): string {
  const last = messages.findLast(({ timestamp }) => timestamp !== undefined)?.timestamp ?? 0;
  return JSON.stringify({ totalSeconds: 0, isActive: false, lastUpdated: Math.floor(last * 1000) }, null, 2);
}

/** Members that move into the metadata, unless it has its own. */
const MOVED: readonly string[] = ['phase', 'phaseStartedAt'];

function metadataOf(loaded: LoadedConversation, messages: readonly LaterMessage[]): string {
  const { stored, document } = loaded;
  const metadata = document.members.get('metadata');
  const all = new Map(Array.from(lastMembers(metadata), ([key, value]) => [key, indented(value)]));
  for (const key of MOVED) {
    const value = stored.members.get(key);
    if (value !== undefined && !all.has(key)) all.set(key, indented(value));
  }
  all.set('title', quote(textMember(document, 'title') ?? ''));
  const said = all.get('lastUserMessage') ?? all.get('last_user_message') ?? lastUserMessage(loaded, messages);
  if (said !== null) all.set('lastUserMessage', said);
  return indentedObject(Array.from(all, ([key, source]) => [quote(key), source]));
}

/** The last text not by an agent, as JSON; null for none. */
function lastUserMessage({ document, events }: LoadedConversation, messages: readonly LaterMessage[]): string | null {
  const { history, members } = document;
  if (history === null) return null;
  const { agents } = partiesOf(history, members);
  const isByPerson = ({ pubkey }: LaterMessage, n: number) => {
    const event = events[n];
    return event !== undefined && !agents.has(pubkey) && !isByAgent(tagsOf(event));
  };
  const last = messages.findLast(isByPerson);
  return last === undefined ? null : quote(last.content);
}

/** A message of December 2025, members in written order. `timestamp` is in Unix seconds. */
interface LaterMessage {
  readonly id: string;
  readonly pubkey: string;
  readonly content: string;
  readonly messageType: 'text';
  readonly eventId: string;
  readonly timestamp?: number;
  readonly targetedPubkeys?: readonly string[];
}

/** The message for an event (docs/formats/tenex.md, "December 2025"). An event without an id gets that of its content. */
function messageOf(event: NostrEvent): LaterMessage {
  const { pubkey, content, created_at } = event;
  const eventId = typeof event.id === 'string' && event.id !== '' ? event.id : eventIdOf(event);
  const timestamp = usableTime(created_at);
  const targetedPubkeys = targetsOf(event);
  return {
    id: `record:${eventId}`,
    pubkey: typeof pubkey === 'string' ? pubkey : '',
    content: textFor(content),
    messageType: 'text',
    eventId,
    ...(timestamp === null ? {} : { timestamp }),
    ...(targetedPubkeys.length === 0 ? {} : { targetedPubkeys }),
  };
}

function targetsOf(event: NostrEvent): string[] {
  return tagsOf(event).flatMap(({ values: [name, key = ''] }) => (name === 'p' && key !== '' ? [key] : []));
}
