import {
  elements,
  isArray,
  isComplete,
  isString,
  isTrue,
  kindOf,
  lexemeOf,
  quote,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import {
  type Message,
  type MessageType,
  NOTHING_BESIDE,
  type Role,
  type Section,
  type Transcript,
} from '../../../model/conversation.ts';
import { MAX_DATE_SECONDS } from '../../../model/time.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { wordTable } from '../../words.ts';
import type { DecodedTenex } from './decoded.ts';
import { numberAt } from './members.ts';
import { eventAt, messageOf, partiesOf, type UnplacedMessage } from './said.ts';

/** The conversation as people and agents had it. A damaged or older one gives its readable parts. */
export function tenexTranscript({ history, members }: Pick<DecodedTenex, 'history' | 'members'>): Transcript {
  const later = members.get('messages');
  const messages = history === null && isArray(later) ? fromMessages(later) : fromHistory(history, members);
  return {
    messages,
    ...NOTHING_BESIDE,
    metadata: { source: metadataSource(members.get('metadata')) },
    sections: sectionsOf(members),
  };
}

function metadataSource(metadata: Value | undefined): string {
  return metadata === undefined ? '{}' : (wholeSource(metadata) ?? 'null');
}

function fromHistory(history: Value | null, members: DecodedTenex['members']): Iterable<Message> {
  if (history === null) return [];
  const parties = partiesOf(history, members);
  return messagesIn(history, 'history', (value) => {
    const source = () => (isString(value) ? textOf(value) : lexemeOf(value));
    return messageOf(eventAt(value), source, parties);
  });
}

function fromMessages(list: Value): Iterable<Message> {
  return messagesIn(list, 'messages', saidLater);
}

function messagesIn(list: Value, key: string, said: (value: Value) => UnplacedMessage): Iterable<Message> {
  return {
    *[Symbol.iterator]() {
      for (const [index, value] of elements(list).entries()) yield { index, at: `/${key}/${index}`, ...said(value) };
    },
  };
}

const SECTIONS: readonly {
  readonly key: string;
  readonly title: string;
  lines?(value: Value): readonly string[] | null;
}[] = [
  { key: 'phaseTransitions', title: 'phase transitions', lines: transitionLines },
  { key: 'orchestratorTurns', title: 'orchestrator turns', lines: turnLines },
  { key: 'agentStates', title: 'agent states' },
  { key: 'agentContexts', title: 'agent contexts' },
  { key: 'agentTodos', title: 'agent todos' },
  { key: 'blockedAgents', title: 'blocked agents' },
  { key: 'executionTime', title: 'execution time' },
  { key: 'phaseStartedAt', title: 'phase started at (milliseconds)' },
];

const SHOWN_ELSEWHERE = ['id', 'title', 'phase', 'history', 'messages', 'metadata'];

const KNOWN_KEYS = new Set([...SHOWN_ELSEWHERE, ...SECTIONS.map(({ key }) => key)]);

/** Known sections, then one with the other keys. Skips cut values. */
function sectionsOf(members: ReadonlyMap<string, Value>): Section[] {
  const known = SECTIONS.flatMap(({ key, title, lines }) => {
    const value = members.get(key);
    const source = wholeSource(value);
    if (value === undefined || source === null) return [];
    const shown = lines?.(value) ?? null;
    return [{ key, title, value: { source }, ...(shown === null ? {} : { lines: shown }) }];
  });
  const others = [...members].flatMap(([key, value]) => {
    const source = KNOWN_KEYS.has(key) ? null : wholeSource(value);
    return source === null ? [] : [`${quote(key)}: ${source}`];
  });
  if (others.length === 0) return known;
  return [...known, { key: 'otherKeys', title: 'other keys', value: { source: `{${others.join(', ')}}` } }];
}

function wholeSource(value: Value | undefined): string | null {
  return value !== undefined && isComplete(value) ? lexemeOf(value) : null;
}

/**
 * One line a transition, `chat to plan · 2025-08-08 08:16:40 UTC · Orchestrator: clear request`, and one for each other
 * handed value.
 */
function transitionLines(transitions: Value): readonly string[] | null {
  return isArray(transitions) ? elements(transitions).flatMap(transitionText) : null;
}

function transitionText(each: Value): string[] {
  const to = `${textAt(each, 'from') ?? '?'} to ${textAt(each, 'to') ?? '?'}`;
  const words = ['reason', 'message', 'context', 'summary'].flatMap((key) => {
    const text = textAt(each, key) ?? '';
    return text === '' ? [] : [{ key, text }];
  });
  const [why, ...more] = words.filter(({ text }, n) => words.findIndex((other) => other.text === text) === n);
  const who = [textAt(each, 'agentName'), why?.text ?? null].filter((text) => text !== null && text !== '').join(': ');
  const line = [to, millisecondsText(each, 'timestamp'), who].filter((text) => text !== '').join(' · ');
  return [line, ...more.map(({ key, text }) => `    ${key}: ${text}`)];
}

function turnLines(turns: Value): readonly string[] | null {
  return isArray(turns) ? elements(turns).flatMap((turn) => [turnLine(turn), ...completionLines(turn)]) : null;
}

function turnLine(turn: Value): string {
  const agents = listAt(turn, 'agents').filter(isString).map(textOf).join(', ');
  const state = isTrue(lastValue(turn, 'isCompleted')) ? 'completed' : 'not completed';
  return [textAt(turn, 'phase'), millisecondsText(turn, 'timestamp'), agents, textAt(turn, 'reason'), state]
    .filter((text) => text !== null && text !== '')
    .join(' · ');
}

function completionLines(turn: Value): string[] {
  return listAt(turn, 'completions').map(
    (each) => `    ${textAt(each, 'agent') ?? 'someone'}: ${textAt(each, 'message') ?? ''}`,
  );
}

function listAt(object: Value, key: string): Value[] {
  const value = lastValue(object, key);
  return elements(value);
}

/** Milliseconds as a date and time; empty for other values. */
function millisecondsText(object: Value, key: string): string {
  const time = numberAt(object, key);
  if (time === null || Math.abs(time) > MAX_DATE_SECONDS * 1000) return '';
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A message from December 2025 on (docs/formats/tenex.md, "December 2025"), without the fields it lacks. */
function saidLater(value: Value): UnplacedMessage {
  // At first the message proper was one level deeper.
  const inner = lastValue(value, 'message') ?? value;
  const type = TYPES[textAt(value, 'messageType') ?? 'text'] ?? 'other';
  const author = textAt(value, 'senderPubkey') ?? textAt(value, 'pubkey');
  const id = textAt(value, 'eventId') ?? textAt(value, 'id');
  const time = numberAt(value, 'timestamp');
  return {
    ...(id === null ? {} : { id }),
    role: roleOf(value, inner, type),
    type,
    text: contentOf(lastValue(inner, 'content')),
    ...toolOf(value, type),
    ...(time === null ? {} : { time: Math.floor(time) }),
    ...(author === null ? {} : { author }),
    hidden: false,
  };
}

const TYPES = wordTable<MessageType>({
  text: 'text',
  'tool-call': 'tool_call',
  'tool-result': 'tool_output',
});

const ROLES: readonly Role[] = ['user', 'assistant', 'system', 'tool'];

/** Only agents run in a loop, which has a number. */
function roleOf(value: Value, inner: Value, type: MessageType): Role | null {
  const named = ROLES.find((role) => role === textAt(inner, 'role'));
  if (named !== undefined) return named;
  if (type === 'tool_output') return 'tool';
  if (type === 'other') return null;
  return type === 'tool_call' || lastValue(value, 'ral') !== null ? 'assistant' : 'user';
}

function contentOf(content: Value | null): string | null {
  if (content === null || kindOf(content) === 'null') return null;
  if (isString(content)) return textOf(content);
  const texts = elements(content).map((part) => textAt(part, 'text'));
  const all = texts.filter((text) => text !== null);
  return isArray(content) && all.length === texts.length ? all.join('\n\n') : lexemeOf(content);
}

function toolOf(value: Value, type: MessageType): Pick<UnplacedMessage, 'name' | 'callId' | 'arguments'> & object {
  const data = lastValue(value, 'toolData');
  const [tool] = elements(data);
  if (tool === undefined) return {};
  const name = textAt(tool, 'toolName');
  const callId = textAt(tool, 'toolCallId');
  const input = type === 'tool_call' ? (lastValue(tool, 'input') ?? lastValue(tool, 'args')) : null;
  return {
    ...(name === null ? {} : { name }),
    ...(callId === null ? {} : { callId }),
    ...(input === null ? {} : { arguments: lexemeOf(input) }),
  };
}
