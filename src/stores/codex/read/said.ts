import { elements, kindOf, lexemeOf, member, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import { fieldText } from '../decode/meta.ts';
import type { Entry } from '../decode/record.ts';
import { contentText } from './head.ts';
import type { TurnItem } from './turn.ts';

/** A message before it is known where it is, and whether it is hidden. */
export type Unplaced = Omit<Message, 'index' | 'hidden' | 'at'>;

/** Any other line, in words of the file. */
export function otherLine({ is, type, kind }: Entry): Unplaced {
  const words = [type, kind].filter((word) => word !== null).join(' ');
  const text = words === '' ? 'a line that is no record' : words;
  const marks = is === 'record' ? [] : ['not read by the program'];
  return { role: 'system', type: 'other', text, marks };
}

/** What an item of a turn shows. */
export function shownBy({ type, text, payload }: TurnItem): Unplaced[] {
  const item = member(payload, 'item') ?? payload;
  switch (type) {
    case 'userMessage':
      return [{ role: 'user', type: 'text', text }];
    case 'agentMessage':
      return [{ role: 'assistant', type: 'text', text }];
    case 'reasoning':
      return [{ role: 'assistant', type: 'reasoning', text }];
    case 'plan':
      return [{ role: 'assistant', type: 'text', text, marks: ['plan'] }];
    case 'commandExecution':
      return commandSaid(item, text);
    case 'fileChange':
      return [{ role: 'tool', type: 'tool_output', name: 'apply_patch', text: diffOf(member(item, 'changes')) }];
    case 'mcpToolCall':
    case 'webSearch':
      return [{ role: 'assistant', type: 'tool_call', name: type, text: null, arguments: JSON.stringify(text) }];
    default:
      return [{ role: 'system', type: 'other', text: text === '' ? words(type) : `${words(type)}: ${text}` }];
  }
}

/** `contextCompaction` as people write it. */
function words(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function commandSaid(item: Value | null, command: string): Unplaced[] {
  const [callId, output, code] = [
    fieldText(item, 'id'),
    fieldText(item, 'aggregated_output'),
    member(item, 'exit_code'),
  ];
  const call = callId === null ? {} : { callId };
  const marks = code === null || kindOf(code) !== 'number' ? [] : [`exit ${lexemeOf(code)}`];
  const said: Unplaced[] = [
    { role: 'assistant', type: 'tool_call', name: 'command', text: null, arguments: JSON.stringify(command), ...call },
  ];
  if (output !== null) said.push({ role: 'tool', type: 'tool_output', text: output, ...call, marks });
  return said;
}

/** Changed files as a diff. */
function diffOf(changes: Value | null): string {
  return members(changes)
    .map(({ key, value }) => {
      const [type, name] = [fieldText(value, 'type') ?? 'change', textOf(key)];
      const content = fieldText(value, 'content');
      const sign = type === 'delete' ? '-' : '+';
      const lines = (content ?? '').replace(/\n$/, '').split('\n');
      return `${type} ${name}\n${fieldText(value, 'unified_diff') ?? (content === null ? '' : lines.map((line) => `${sign}${line}`).join('\n'))}`;
    })
    .join('\n')
    .trimEnd();
}

/** What an item says that is sent to the model. */
export function itemSaid({ kind, payload }: Pick<Entry, 'kind' | 'payload'>): Unplaced {
  const callId = fieldText(payload, 'call_id');
  const call = callId === null ? {} : { callId };
  switch (kind) {
    case 'message': {
      const role = fieldText(payload, 'role');
      return {
        role: role === 'user' || role === 'assistant' ? role : 'system',
        type: 'text',
        text: contentText(payload),
      };
    }
    case 'reasoning':
      return { role: 'assistant', type: 'reasoning', text: summaryOf(payload) };
    case 'function_call':
    case 'custom_tool_call': {
      const given = fieldText(payload, 'arguments') ?? JSON.stringify(fieldText(payload, 'input') ?? '');
      const name = fieldText(payload, 'name') ?? '';
      return { role: 'assistant', type: 'tool_call', name, text: null, arguments: given, ...call };
    }
    case 'local_shell_call': {
      const command = elements(member(member(payload, 'action'), 'command'))
        .map(textOf)
        .join(' ');
      return {
        role: 'assistant',
        type: 'tool_call',
        name: 'shell',
        text: null,
        arguments: JSON.stringify(command),
        ...call,
      };
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'tool', type: 'tool_output', text: outputText(member(payload, 'output')), ...call };
    default:
      return { role: 'system', type: 'other', text: kind };
  }
}

function summaryOf(payload: Value | null): string {
  return elements(member(payload, 'summary'))
    .map((part) => fieldText(part, 'text') ?? '')
    .join('\n');
}

function outputText(output: Value | null): string {
  if (output === null) return '';
  return kindOf(output) === 'string'
    ? textOf(output)
    : elements(output)
        .map((part) => fieldText(part, 'text') ?? '[image]')
        .join('\n');
}
