import { lexemeOf, member, type Value } from '../../codecs/json/value.ts';
import type { Message, Picture } from '../../model/conversation.ts';
import { textAt, timeAt } from './text-at.ts';

/** A message before it has a place in a transcript. */
export type Said = Omit<Message, 'index' | 'at'>;

export type CommonMembers = Partial<Pick<Message, 'time' | 'model' | 'source'>>;

type MessageExtras = Partial<Pick<Message, 'words' | 'pictures' | 'failed' | 'cancelled' | 'duration'>>;

export interface ShownCounts {
  messages: number;
  toolCalls: number;
}

export function commonOf(record: Value, by: Value | null): CommonMembers {
  const [time, model] = [timeAt(record, 'timestamp'), textAt(by, 'model')];
  const common: { time?: number; model?: string } = {};
  if (time !== null) common.time = Math.floor(time / 1000);
  if (model !== null) common.model = model;
  return common;
}

// Spreads come after the first members: before them they take four times the memory and ten times as long.

export function saidText(role: 'user' | 'assistant', text: string, common: CommonMembers): Said {
  return { role, type: 'text', text, hidden: false, ...common };
}

export function saidThought(text: string, common: CommonMembers): Said {
  return { role: 'assistant', type: 'reasoning', text, hidden: true, isUnsentThought: true, ...common };
}

export function saidQuestion(text: string, pictures: readonly Picture[], common: CommonMembers & MessageExtras): Said {
  return { role: 'user', type: 'text', text, hidden: false, ...common, ...(pictures.length === 0 ? {} : { pictures }) };
}

interface Call {
  readonly id: string | null;
  readonly name: string | null;
  readonly args: Value | null;
}

export function saidCall({ id, name, args }: Call, common: CommonMembers): Said {
  return {
    role: 'assistant',
    type: 'tool_call',
    text: null,
    name: name ?? 'tool',
    hidden: false,
    ...common,
    ...(id === null ? {} : { callId: id }),
    ...(args === null ? {} : { arguments: lexemeOf(args) }),
  };
}

export function saidResult(
  text: string,
  { id, name }: Pick<Call, 'id' | 'name'>,
  common: CommonMembers & MessageExtras,
): Said {
  return {
    role: 'tool',
    type: 'tool_output',
    text,
    hidden: false,
    ...common,
    ...(id === null ? {} : { callId: id }),
    ...(name === null ? {} : { name }),
  };
}

/** A call from a `functionCall`, or from an object with its members. */
export function callOf(call: Value, common: CommonMembers): Said {
  return saidCall({ id: textAt(call, 'id'), name: textAt(call, 'name'), args: member(call, 'args', 'last') }, common);
}

/** A result from a `functionResponse`, with its text for the model. */
export function resultOf(response: Value, text: string, common: Parameters<typeof saidResult>[2]): Said {
  return saidResult(text, { id: textAt(response, 'id'), name: textAt(response, 'name') }, common);
}

export function pictureAt(part: Value): Value | null {
  return member(part, 'inlineData', 'last') ?? member(part, 'fileData', 'last');
}
