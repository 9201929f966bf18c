import type { Message } from '../../model/conversation.ts';
import { printable } from '../printable.ts';
import { type Clock, timeOf } from '../time.ts';

/** What a heading says of other messages. */
export interface Others {
  /** Names of the tools that were called, by call id: an output is recognised by what it answers. */
  readonly callers: ReadonlyMap<string, string>;
  /** The number of each message, by its id: a reply is shown with what it answers. */
  readonly places: ReadonlyMap<string, number>;
}

/** What the headings of these messages need to know of each other. */
export function othersOf(messages: Iterable<Message>): Others {
  const [callers, places] = [new Map<string, string>(), new Map<string, number>()];
  for (const { type, callId, name = '', id, index } of messages) {
    if (type === 'tool_call' && callId !== undefined) callers.set(callId, name);
    if (id !== undefined) places.set(id, index);
  }
  return { callers, places };
}

/** Who speaks, and what: `assistant calls file_contents (call_1)`. */
export function messageHeading(message: Message, { callers, places }: Others, clock: Clock | null = null): string {
  const { type, author, relatedTo = '', time, cancelled, partial, marks = [], hidden } = message;
  const answered = places.get(relatedTo);
  const remarks = [
    author === undefined ? '' : writer(author, message.authorName),
    answered === undefined ? '' : `to [${answered}]`,
    time === undefined ? '' : timeOf(time, clock),
    cancelled === true ? 'cancelled' : '',
    partial === true ? 'not finished' : '',
    ...marks.map(printable),
    hidden && type !== 'reasoning' ? 'hidden' : '',
  ].filter((remark) => remark !== '');
  return [what(message, callers), ...remarks].join(' · ');
}

/** Characters of a public key that are shown. */
const KEY = 8;

function writer(author: string, name: string | undefined): string {
  const key = printable(author.length > 2 * KEY ? `${author.slice(0, KEY)}…` : author);
  return name === undefined || name === '' ? key : `${printable(name)} (${key})`;
}

function what({ role, type, name, callId }: Message, callers: Others['callers']): string {
  const call = callId === undefined || callId === '' ? '' : ` (${printable(callId)})`;
  if (type === 'tool_call') return `${role ?? 'someone'} calls ${tool(name)}${call}`;
  if (type === 'tool_output') return `output of ${tool(name ?? callers.get(callId ?? ''))}${call}`;
  if (type === 'reasoning') return `${role ?? 'someone'} reasons`;
  if (type === 'image') return `image from ${role ?? 'someone'}`;
  return role ?? 'message of an unknown role';
}

function tool(name: string | undefined): string {
  return name === undefined || name === '' ? 'an unnamed tool' : printable(name);
}
