import { lexemeOf, member, type Value } from '../../codecs/json/value.ts';
import type { Message, Picture } from '../../model/conversation.ts';
import { pictureFrom } from './image.ts';
import { textAt } from './text-at.ts';

type Said = Pick<Message, 'role' | 'type' | 'text' | 'hidden'> &
  Pick<Partial<Message>, 'name' | 'callId' | 'arguments'>;

/** A `functionCall`, or a call that has its members. */
export function callOf<Common extends object>(call: Value, common: Common): Common & Said {
  const [name, args] = [textAt(call, 'name') ?? 'tool', member(call, 'args', 'last')];
  const given = args === null ? {} : { arguments: lexemeOf(args) };
  return { ...common, ...idOf(call), ...given, role: 'assistant', type: 'tool_call', text: null, name, hidden: false };
}

/** The id and the name that a `functionResponse` has. */
export function namesOf(response: Value): Pick<Message, 'callId' | 'name'> {
  const name = textAt(response, 'name');
  return { ...idOf(response), ...(name === null ? {} : { name }) };
}

function idOf(value: Value): Pick<Message, 'callId'> {
  const id = textAt(value, 'id');
  return id === null ? {} : { callId: id };
}

/** The picture or the file of a part; null for any other part. */
export function pictureAt(part: Value): Value | null {
  return member(part, 'inlineData', 'last') ?? member(part, 'fileData', 'last');
}

export function pictureOf(value: Value): Picture {
  return pictureFrom(textAt(value, 'data'), textAt(value, 'mimeType'));
}
