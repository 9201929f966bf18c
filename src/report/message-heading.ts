import type { Message } from '../model/conversation.ts';
import { printable } from './printable.ts';
import { timeText } from './time.ts';

/** Names of the tools that were called, by call id: an output is told apart by what it answers. */
export type Callers = ReadonlyMap<string, string>;

/** The names of all tool calls among the messages. */
export function callersOf(messages: readonly Message[]): Callers {
  const named = messages.filter(({ type, callId }) => type === 'tool_call' && callId !== undefined);
  return new Map(named.map(({ callId = '', name = '' }) => [callId, name]));
}

/** Who speaks, and what: `assistant calls file_contents (call_1)`. */
export function messageHeading(message: Message, callers: Callers): string {
  const { type, author, time, cancelled, partial, hidden } = message;
  const remarks = [
    author === undefined ? '' : printable(author),
    time === undefined ? '' : `${timeText(time)} UTC`,
    cancelled === true ? 'cancelled' : '',
    partial === true ? 'not finished' : '',
    hidden && type !== 'reasoning' ? 'hidden' : '',
  ].filter((remark) => remark !== '');
  return [what(message, callers), ...remarks].join(' · ');
}

function what({ role, type, name, callId }: Message, callers: Callers): string {
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
