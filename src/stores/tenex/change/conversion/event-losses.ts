import { elements, isArray, isObject, members as membersOf, type Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { some } from '../../checks/some.ts';
import type { Decoded } from '../../decode/decoded.ts';
import type { NostrEvent, StoredEvent } from '../../decode/events/event.ts';
import { lastMembers } from '../../decode/sections.ts';
import { finite } from '../../read/seconds.ts';
import { tagsOf } from '../../transcript/tags.ts';
import { eventText } from '../eras/event-source.ts';
import { MOVED } from './state.ts';

/** What the events of a conversation lose when they become messages, a sentence each. */
export function* eventLosses(events: readonly NostrEvent[]): Generator<string> {
  if (events.length === 0) return;
  const signed = events.filter(({ sig }) => sig !== undefined).length;
  const tags = events.reduce((sum, event) => sum + tagsOf(event).length, 0);
  yield [
    `${count(events.length, 'event')} ${events.length === 1 ? 'becomes a message' : 'become messages'}: no kind is kept`,
    `(${kindsOf(events)}), no signature (${signed}), and of ${count(tags, 'tag')} only whom they address`,
  ].join(' ');
  for (const { fits, says } of ODD) {
    const odd = events.filter(fits).length;
    if (odd > 0) yield `${count(odd, 'event')} ${says}`;
  }
  const again = repeats(events);
  if (again > 0)
    yield `${count(again, 'event')} ${again === 1 ? 'repeats' : 'repeat'} an earlier one: each stays, under the same id, and the importer of 2026 skips it`;
}

const isNameless = ({ id }: NostrEvent) => typeof id !== 'string' || id === '';

const ODD: readonly { fits(event: NostrEvent): boolean; readonly says: string }[] = [
  { fits: ({ sig }) => sig === undefined, says: 'not signed to begin with' },
  { fits: isNameless, says: 'without an id that TENEX keeps: now with the one that the content gives' },
  { fits: ({ created_at }) => finite(created_at) === null, says: 'without a time that can be used: now without any' },
  { fits: isFractional, says: 'with a fraction of a second in its time, which the importer of 2026 does not take' },
  { fits: ({ content }) => typeof content !== 'string', says: 'with a content that is no text: now with its JSON' },
  { fits: ({ pubkey }) => typeof pubkey !== 'string', says: 'with an author that is no text: now without any' },
];

function isFractional({ created_at }: NostrEvent): boolean {
  return finite(created_at) !== null && !Number.isInteger(created_at);
}

function kindsOf(events: readonly NostrEvent[]): string {
  const kinds = new Map<string, number>();
  for (const { kind } of events) {
    const name = typeof kind === 'number' ? String(kind) : 'none';
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  return Array.from(kinds, ([name, times]) => `${name}: ${times}`).join(', ');
}

function repeats(events: readonly NostrEvent[]): number {
  const ids = events.filter((event) => !isNameless(event)).map(({ id }) => id);
  return ids.length - new Set(ids).size;
}

/** Elements of a history that no message is made of, a sentence each. */
export function* leftOut(all: readonly StoredEvent[]): Generator<string> {
  const dropped = all.filter(({ event }) => event === null);
  if (dropped.length > 0) yield `leaves out ${count(dropped.length, 'event')} that TENEX drops: ${placesOf(dropped)}`;
  const empty = all.filter(isEmpty);
  if (empty.length > 0)
    yield `leaves out ${count(empty.length, 'event')} that TENEX reads as empty: ${placesOf(empty)}`;
}

/** An element that TENEX makes an empty event of. */
export function isEmpty({ event, why }: StoredEvent): boolean {
  return event !== null && why !== null;
}

function placesOf(found: readonly StoredEvent[]): string {
  return some(found.map(({ index }) => `/history/${index}`));
}

/** What else a document loses on its way to December 2025, a sentence each. */
export function* memberLosses({ body, members, history, tape }: Decoded): Generator<string> {
  const metadata = members.get('metadata');
  const taken = isObject(metadata) ? lastMembers(metadata) : new Map<string, Value>();
  const lost = [...members].filter(([key]) => !CARRIED.includes(key) && (!MOVED.includes(key) || taken.has(key)));
  const sizes = lost.flatMap(([key, value]) => sizeOf(key, value));
  if (sizes.length > 0) yield `leaves out what December 2025 has no place for: ${sizes.join(', ')}`;
  if (taken.has('title')) yield 'leaves out the title in its metadata, where that of the conversation lies now';
  const doubled = (body === null ? 0 : membersOf(body).length) - members.size;
  if (doubled > 0) yield `leaves out ${count(doubled, 'member')} with the key of a later one, as TENEX does`;
  const strangers = objectKeys(history);
  if (strangers.length > 0) yield `leaves out ${some(strangers)} of its events`;
  if (tape.illFormed >= 0) yield 'ill-formed UTF-8 comes out as U+FFFD, as TENEX reads it';
}

/** Members that have a place of their own; the id is the name of the file. */
const CARRIED = ['id', 'title', 'history', 'metadata', 'executionTime', 'agentTodos', 'blockedAgents'];

/** A member by its key and, of a container, how much it holds; what is empty is no loss. */
function sizeOf(key: string, value: Value): string[] {
  if (!isArray(value) && !isObject(value)) return [key];
  const size = elements(value).length + membersOf(value).length;
  return size === 0 ? [] : [`${key} (${size})`];
}

/** What event objects of June 2025 have besides what an event has. */
function objectKeys(history: Value | null): string[] {
  const objects = history === null ? [] : elements(history).filter((each) => isObject(each));
  const texts = objects.map(eventText);
  return [...new Set(texts.flatMap((text) => (typeof text === 'string' ? [] : text.strangers)))];
}
