import type { Message, Tag } from '../../../model/conversation.ts';
import type { NostrEvent } from '../decode/events/event.ts';
import { finite } from '../read/seconds.ts';
import type { EventAt } from './event-at.ts';
import { isByAgent, type Parties } from './parties.ts';
import { tagsOf, tagValue, textFor } from './tags.ts';

/** A message but for where it is. */
export type Said = Omit<Message, 'index' | 'at'>;

/** What an element of a history says, to be read; `source` is its text, for what is not an event. */
export function saidBy({ event, empty }: EventAt, source: () => string, parties: Parties): Said {
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

function authorOf({ pubkey }: NostrEvent, { agents }: Parties): Pick<Said, 'author' | 'authorName'> & object {
  if (typeof pubkey !== 'string' || pubkey === '') return {};
  const name = agents.get(pubkey) ?? null;
  return { author: pubkey, ...(name === null ? {} : { authorName: name }) };
}

function referencesOf({ id }: NostrEvent, tags: readonly Tag[]): Pick<Said, 'id' | 'relatedTo'> & object {
  const parent = tagValue(tags, 'e');
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(parent === null || parent === '' ? {} : { relatedTo: parent }),
  };
}

function timeOf({ created_at }: NostrEvent): { readonly time?: number } {
  const time = finite(created_at);
  return time === null ? {} : { time: Math.floor(time) };
}

/** The kind of event that a task is. */
const TASK = 1934;

function marksOf({ kind, sig }: NostrEvent, tags: readonly Tag[]): string[] {
  const tool = tagValue(tags, 'tool');
  const error = tagValue(tags, 'error');
  const status = tagValue(tags, 'status');
  return [
    ...(kind === TASK ? ['task'] : []),
    ...(tool === null ? [] : [tool === 'complete' ? 'completed a task' : `tool ${tool}`]),
    ...(error === null ? [] : ['error']),
    ...(status === null ? [] : [`status ${status}`]),
    ...(tagValue(tags, 'mode') === 'voice' ? ['spoken'] : []),
    ...(sig === undefined ? ['not signed'] : []),
  ];
}
