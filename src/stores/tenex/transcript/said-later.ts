import {
  elements,
  isArray,
  isString,
  kindOf,
  lexemeOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { MessageType, Role } from '../../../model/conversation.ts';
import { numberAt, textAt } from '../read/members.ts';
import type { Said } from './said.ts';

/** A message of the time from December 2025 on (docs/formats/tenex.md, "December 2025"); what it lacks is left out. */
export function saidLater(value: Value): Said {
  // At first the message proper was one level deeper.
  const inner = member(value, 'message', 'last') ?? value;
  const type = TYPES[textAt(value, 'messageType') ?? 'text'] ?? 'other';
  const author = textAt(value, 'senderPubkey') ?? textAt(value, 'pubkey');
  const id = textAt(value, 'eventId') ?? textAt(value, 'id');
  const time = numberAt(value, 'timestamp');
  return {
    ...(id === null ? {} : { id }),
    role: roleOf(value, inner, type),
    type,
    text: contentOf(member(inner, 'content', 'last')),
    ...toolOf(value, type),
    ...(time === null ? {} : { time: Math.floor(time) }),
    ...(author === null ? {} : { author }),
    hidden: false,
  };
}

const TYPES: Readonly<Record<string, MessageType>> = {
  text: 'text',
  'tool-call': 'tool_call',
  'tool-result': 'tool_output',
};

const ROLES: readonly Role[] = ['user', 'assistant', 'system', 'tool'];

/** Only agents run in a loop, which has a number. */
function roleOf(value: Value, inner: Value, type: MessageType): Role | null {
  const named = ROLES.find((role) => role === textAt(inner, 'role'));
  if (named !== undefined) return named;
  if (type === 'tool_output') return 'tool';
  if (type === 'other') return null;
  return type === 'tool_call' || member(value, 'ral', 'last') !== null ? 'assistant' : 'user';
}

/** Parts of a content give their texts; what is not a text stays JSON. */
function contentOf(content: Value | null): string | null {
  if (content === null || kindOf(content) === 'null') return null;
  if (isString(content)) return textOf(content);
  const texts = elements(content).map((part) => textAt(part, 'text'));
  const all = texts.filter((text) => text !== null);
  return isArray(content) && all.length === texts.length ? all.join('\n\n') : lexemeOf(content);
}

function toolOf(value: Value, type: MessageType): Pick<Said, 'name' | 'callId' | 'arguments'> & object {
  const data = member(value, 'toolData', 'last');
  const [tool] = data === null ? [] : elements(data);
  if (tool === undefined) return {};
  const name = textAt(tool, 'toolName');
  const callId = textAt(tool, 'toolCallId');
  const input = type === 'tool_call' ? (member(tool, 'input', 'last') ?? member(tool, 'args', 'last')) : null;
  return {
    ...(name === null ? {} : { name }),
    ...(callId === null ? {} : { callId }),
    ...(input === null ? {} : { arguments: lexemeOf(input) }),
  };
}
