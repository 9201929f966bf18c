import { elements, isArray, isObject, members as membersOf, type Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { some } from '../../checks/some.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { lastMembers } from '../../decode/last-members.ts';
import { eventText } from '../eras/event-source.ts';
import { MOVED } from './state.ts';

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
