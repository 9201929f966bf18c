import { elements, isString, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Message, Tag } from '../../../model/conversation.ts';
import { textAt } from '../../engine/text-at.ts';
import { decodeEvent, type NostrEvent } from './events/event.ts';
import { usableTime } from './members.ts';

export type UnplacedMessage = Omit<Message, 'index' | 'at'>;

/** `source` is the element's text, for elements that are not events. */
export function messageOf({ event, empty }: EventAt, source: () => string, parties: MessageParties): UnplacedMessage {
  if (event === null)
    return { role: null, type: 'other', text: source(), marks: ['TENEX drops this event'], hidden: false };
  if (empty) return { role: null, type: 'other', text: source(), marks: ['an empty event to TENEX'], hidden: false };
  const tags = tagsOf(event);
  const isAgent = isByAgent(tags) || (typeof event.pubkey === 'string' && parties.agents.has(event.pubkey));
  const marks = marksOf(event, tags);
  return {
    ...referencesOf(event, tags),
    role: isAgent ? 'assistant' : 'user',
    type: 'text',
    text: textFor(event.content ?? ''),
    ...timeOf(event),
    ...authorOf(event, parties),
    ...(marks.length === 0 ? {} : { marks }),
    ...(tags.length === 0 ? {} : { tags }),
    hidden: false,
  };
}

function authorOf(
  { pubkey }: NostrEvent,
  { agents }: MessageParties,
): Pick<UnplacedMessage, 'author' | 'authorName'> & object {
  if (typeof pubkey !== 'string' || pubkey === '') return {};
  const name = agents.get(pubkey) ?? null;
  return { author: pubkey, ...(name === null ? {} : { authorName: name }) };
}

function referencesOf({ id }: NostrEvent, tags: readonly Tag[]): Pick<UnplacedMessage, 'id' | 'relatedTo'> & object {
  const parent = tagValue(tags, 'e');
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(parent === null || parent === '' ? {} : { relatedTo: parent }),
  };
}

function timeOf({ created_at }: NostrEvent): { readonly time?: number } {
  const time = usableTime(created_at);
  return time === null ? {} : { time: Math.floor(time) };
}

const TASK_KIND = 1934;

function marksOf({ kind, sig }: NostrEvent, tags: readonly Tag[]): string[] {
  const tool = tagValue(tags, 'tool');
  const error = tagValue(tags, 'error');
  const status = tagValue(tags, 'status');
  return [
    ...(kind === TASK_KIND ? ['task'] : []),
    ...(tool === null ? [] : [tool === 'complete' ? 'completed a task' : `tool ${tool}`]),
    ...(error === null ? [] : ['error']),
    ...(status === null ? [] : [`status ${status}`]),
    ...(tagValue(tags, 'mode') === 'voice' ? ['spoken'] : []),
    ...(sig === undefined ? ['not signed'] : []),
  ];
}

/** `event` is null for an element that is none; `empty`: TENEX reads an empty event. */
interface EventAt {
  readonly event: NostrEvent | null;
  readonly empty: boolean;
}

/** A text, or an object in June 2025. */
export function eventAt(value: Value): EventAt {
  if (!isString(value)) return { event: objectEvent(lexemeOf(value)), empty: false };
  const { event, why } = decodeEvent(textOf(value));
  return { event, empty: event !== null && why !== null };
}

function objectEvent(source: string): NostrEvent | null {
  const found: unknown = JSON.parse(source);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return null;
  const { id, pubkey, created_at, kind, tags, content, sig }: Partial<Record<keyof NostrEvent, unknown>> = found;
  return { id, pubkey, created_at, kind, tags, content, sig };
}

interface MessageParties {
  /** Public keys with their names, if known. */
  readonly agents: ReadonlyMap<string, string | null>;
}

/** Tags that only the agents' publisher adds (docs/formats/tenex.md, "Tags"). */
const AGENT_TAGS = new Set(['triggering-event-id', 'net-time', 'tool', 'error', 'status']);

export function isByAgent(tags: readonly Tag[]): boolean {
  return tags.some(({ values: [name = ''] }) => AGENT_TAGS.has(name) || name.startsWith('llm-'));
}

/** Agents wrote replies with an agent's tags, or transitions. The thread's author is not one. */
export function partiesOf(history: Value, members: ReadonlyMap<string, Value>): MessageParties {
  const agents = namesIn(members.get('phaseTransitions'));
  let first: unknown = null;
  for (const [index, value] of elements(history).entries()) {
    const { event } = eventAt(value);
    if (event === null || typeof event.pubkey !== 'string') continue;
    const byAgent = isByAgent(tagsOf(event));
    if (byAgent) agents.set(event.pubkey, agents.get(event.pubkey) ?? null);
    else if (index === 0) first = event.pubkey;
  }
  if (typeof first === 'string') agents.delete(first);
  return { agents };
}

function namesIn(transitions: Value | undefined): Map<string, string | null> {
  const named = new Map<string, string | null>();
  for (const each of elements(transitions)) {
    const key = textAt(each, 'agentPubkey');
    if (key !== null) named.set(key, textAt(each, 'agentName') ?? named.get(key) ?? null);
  }
  return named;
}

/** Prompts and answers of a model, which a person may not want to share (docs/formats/tenex.md, "Tags"). */
const SENSITIVE = new Set(['llm-system-prompt', 'llm-user-prompt', 'llm-raw-response']);

/** Tags of any content, sensitive ones hidden. */
export function tagsOf({ tags }: Pick<NostrEvent, 'tags'>): Tag[] {
  if (!Array.isArray(tags)) return [];
  return tags.filter(Array.isArray).map((tag: readonly unknown[]) => {
    const values = tag.map(textFor);
    return { values, hidden: SENSITIVE.has(values[0] ?? '') };
  });
}

function tagValue(tags: readonly Tag[], name: string): string | null {
  const found = tags.find(({ values }) => values[0] === name);
  return found === undefined ? null : (found.values[1] ?? '');
}

export function textFor(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested deeper than the stack holds.
    return '';
  }
}
