import { elements, isString, isText, lexemeOf, textOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { wordsOfValue } from '../../engine/search/words-of-value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { wordTable } from '../../words.ts';
import { contentLines } from './head.ts';
import {
  attachedIn,
  CALL_ITEMS,
  type MutableMessage,
  partsText,
  type SaidKind,
  textsOf,
  type UnplacedMessage,
} from './item-words.ts';
import { type Entry, fieldWord } from './record.ts';
import type { TurnItem } from './turns.ts';
import { isUserCommand, shellLine, USER_COMMAND, userCommandOf, userCommandSaid } from './user-command.ts';

/** A message for any other line: its type and its words. */
export function otherLine({ shape, type, payloadType, payload }: Entry): UnplacedMessage {
  const name = [type, payloadType].filter((word) => word !== null).join(' ') || 'a line that is not a record';
  const words = wordsOfValue(payload, payloadType === null ? undefined : TYPE);
  const text = words === '' ? name : `${name}: ${words}`;
  return { ...OTHER, text, ...(shape === 'record' ? {} : { marks: ['not read by the program'] }) };
}

/** The key of a word that is in the name. */
const TYPE: ReadonlySet<string> = new Set(['type']);
const OTHER: SaidKind = { role: 'system', type: 'other' };
const TURN_END: SaidKind = { role: 'system', type: 'other' };
const ANSWER_TEXT: SaidKind = { role: 'assistant', type: 'text' };
const COMMAND = { role: 'assistant', type: 'tool_call', name: 'command' } as const;
const REASONING: SaidKind = { role: 'assistant', type: 'reasoning' };
const OUTPUT: SaidKind = { role: 'tool', type: 'tool_output' };

const ITEMS = wordTable<SaidKind>({
  userMessage: { role: 'user', type: 'text' },
  agentMessage: ANSWER_TEXT,
  reasoning: REASONING,
  plan: ANSWER_TEXT,
  commandExecution: COMMAND,
  turnFailed: TURN_END,
  turnInterrupted: TURN_END,
  goal: { role: 'user', type: 'text' },
});

/** Kinds of the messages of a turn's item, without texts: a command and its output are two. */
export function kindsShown({ type, payload }: Pick<TurnItem, 'type' | 'payload'>): readonly SaidKind[] {
  const calls = CALL_ITEMS[type];
  if (calls !== undefined) return calls(lastValue(payload, 'item') ?? payload);
  const kind = ITEMS[type] ?? OTHER;
  if (kind === COMMAND && isUserCommand(lastValue(payload, 'item'))) return USER_COMMAND;
  return kind === COMMAND && hasOutput(lastValue(payload, 'item')) ? [kind, OUTPUT] : [kind];
}

function hasOutput(item: Value | null): boolean {
  return isString(lastValue(item, 'aggregated_output'));
}

export function messagesOfItem({ type, text: textOfItem, payload }: TurnItem): UnplacedMessage[] {
  const item = lastValue(payload, 'item') ?? payload;
  const calls = CALL_ITEMS[type];
  if (calls !== undefined) return calls(item);
  const kind = ITEMS[type] ?? OTHER;
  const text = textOfItem();
  if (kind === TURN_END) return [{ ...kind, text, source: 'interruption' }];
  switch (type) {
    case 'plan':
      return [{ ...kind, text, marks: ['plan'] }];
    case 'commandExecution':
      return isUserCommand(item) ? userCommandSaid(userCommandOf(item)) : commandSaid(item, text);
    case 'goal':
      return [{ ...kind, text, marks: ['goal'] }];
    case 'userMessage':
      return [{ ...kind, text: [text, ...attachedIn(payload)].join('\n') }];
    default:
      if (kind !== OTHER) return [{ ...kind, text }];
      return [{ ...kind, text: text === '' ? spacedWords(type) : `${spacedWords(type)}: ${text}` }];
  }
}

function spacedWords(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Names an output like the command that an item of a turn reports: a command may have two outputs. */
export function asOfCommand(said: UnplacedMessage): UnplacedMessage {
  return { ...said, name: COMMAND.name };
}

function commandSaid(item: Value | null, command: string): UnplacedMessage[] {
  const callId = textAt(item, 'id');
  const output = textAt(item, 'aggregated_output');
  const code = lastValue(item, 'exit_code');
  const call: MutableMessage = { ...COMMAND, text: null, arguments: JSON.stringify(command) };
  if (callId !== null) call.callId = callId;
  if (output === null) return [call];
  const result: MutableMessage = { ...OUTPUT, text: output };
  if (callId !== null) result.callId = callId;
  if (code !== null && typeOf(code) === 'number') {
    result.marks = [`exit ${lexemeOf(code)}`];
    if (lexemeOf(code) !== '0') result.failed = true;
  }
  return [call, result];
}

export function callIn({ payloadType, payload }: Pick<Entry, 'payloadType' | 'payload'>): SaidKind | null {
  switch (payloadType) {
    case 'function_call':
    case 'custom_tool_call':
      return { role: 'assistant', type: 'tool_call', name: toolName(payload) };
    case 'local_shell_call':
      return SHELL;
    case 'function_call_output':
    case 'custom_tool_call_output':
      return outputKind(payload);
    default:
      return null;
  }
}

/** Kind of an output that answers no call: it names its tool. One of the namespace `agent` is context, which other records show. */
function outputKind(payload: Value | null): SaidKind | null {
  if (lastValue(payload, 'call_id') !== null) return OUTPUT;
  if (textAt(payload, 'namespace') === 'agent') return null;
  return { ...OUTPUT, name: textAt(payload, 'name') ?? '' };
}

/** The name of a tool after that of its MCP server, as on the program's screen: `orchard.pick`. */
function toolName(payload: Value | null): string {
  const name = fieldWord(payload, 'name') ?? '';
  const space = textAt(payload, 'namespace');
  return space?.startsWith(MCP) === true ? `${space.slice(MCP.length)}.${name}` : name;
}

const MCP = 'mcp__';

const SHELL: SaidKind = { role: 'assistant', type: 'tool_call', name: 'shell' };

function saidKindOf(item: Pick<Entry, 'payloadType' | 'payload'>): SaidKind {
  if (item.payloadType === 'reasoning') return REASONING;
  if (item.payloadType !== 'message') return callIn(item) ?? OTHER;
  const role = lastValue(item.payload, 'role');
  return ROLES.find((said) => isText(role, said.role ?? '')) ?? SYSTEM;
}

const SYSTEM: SaidKind = { role: 'system', type: 'text' };
const ROLES: readonly SaidKind[] = [ANSWER_TEXT, { role: 'user', type: 'text' }];

/** A message of an item for counting. Only a user's words can be context, so other words are not read. */
export function itemCounted(entry: Pick<Entry, 'payloadType' | 'payload'>): UnplacedMessage {
  const shape = saidKindOf(entry);
  return shape.role === 'user' ? messagesOfResponseItem(entry) : { ...shape, text: null };
}

export function messagesOfResponseItem(entry: Pick<Entry, 'payloadType' | 'payload'>): UnplacedMessage {
  const { payloadType, payload } = entry;
  const shape = saidKindOf(entry);
  switch (shape.type) {
    case 'text':
      return { ...shape, text: contentLines(payload) };
    case 'reasoning':
      return { ...shape, text: textsOf(lastValue(payload, 'summary')).join('\n') };
    case 'tool_call':
      return ofCall({ ...shape, text: null, arguments: argumentsOf(payloadType, payload) }, payload);
    case 'tool_output':
      return ofCall(cameBack({ ...shape, text: partsText(lastValue(payload, 'output')) }), payload);
    default: {
      const words = wordsOfValue(payload);
      return { ...shape, text: words === '' ? payloadType : `${payloadType}: ${words}` };
    }
  }
}

function cameBack(said: MutableMessage): MutableMessage {
  const failure = failureIn(said.text ?? '');
  if (failure === null) return said;
  said.failed = true;
  said.marks = [failure];
  return said;
}

function ofCall(said: MutableMessage, payload: Value | null): UnplacedMessage {
  const callId = textAt(payload, 'call_id');
  if (callId !== null) said.callId = callId;
  return said;
}

function argumentsOf(payloadType: string | null, payload: Value | null): string {
  if (payloadType !== 'local_shell_call')
    return textAt(payload, 'arguments') ?? JSON.stringify(textAt(payload, 'input') ?? '');
  const command = elements(lastValue(lastValue(payload, 'action'), 'command'));
  return JSON.stringify(shellLine(command.map(textOf)));
}

/** Why a tool's call failed, in a few words, from its output for the model; null if it did not fail. */
export function failureIn(output: string): string | null {
  const code = codeIn(output);
  if (code !== null) return code === '0' ? null : `exit ${code}`;
  if (REJECTED.test(output.slice(0, HEAD_CHARACTERS))) return 'rejected by user';
  return FAILED.find((failed) => failed.test(output)) === undefined ? null : 'error';
}

/** Leading characters in which the program states a failure. */
const HEAD_CHARACTERS = 1000;

/** The exit code of a command, above its output; null for a command that has not ended. */
function codeIn(output: string): string | null {
  const lead = /^(?:[A-Z][^\n]*\n){0,8}Output:(?:\n|$)/.exec(output.slice(0, HEAD_CHARACTERS))?.[0];
  const said = lead === undefined ? null : /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(lead);
  if (said !== null) return said[1] ?? null;
  // JSON with the output first was written in 2025.
  return output.startsWith('{"output":')
    ? (/"exit_code":\s*(-?\d+)[^"]*(?:"duration_seconds"[^"]*)?\}\s*$/.exec(output.slice(-HEAD_CHARACTERS))?.[1] ??
        null)
    : null;
}

const REJECTED = /^[^\n]*(?:Rejected\("rejected by user"\)|\brejected by (?:the )?user\b)/;

const FAILED: readonly RegExp[] = [
  /^unsupported (?:custom tool )?call: /,
  /^apply_patch verification failed/,
  /^failed to parse function arguments/,
  /^(?:exec_command|write_stdin|apply_patch) failed/,
  /^(?:Wall time: [^\n]*\n)?aborted\b/,
  /^Command blocked by PreToolUse hook/,
];
