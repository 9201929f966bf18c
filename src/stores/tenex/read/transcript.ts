import {
  elements,
  isArray,
  isComplete,
  isString,
  isTrue,
  lexemeOf,
  quote,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import {
  type Message,
  type MessageType,
  NOTHING_BESIDE,
  type Role,
  type Section,
  type Tag,
  type Transcript,
} from '../../../model/conversation.ts';
import { MAX_DATE_SECONDS } from '../../../model/time.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { wordTable } from '../../words.ts';
import type { DecodedTenex } from './decoded.ts';
import { decodeEvent, type NostrEvent } from './events/event.ts';
import { numberAt, usableTime } from './members.ts';

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
    const ownLines = lines?.(value) ?? null;
    return [{ key, title, value: { source }, ...(ownLines === null ? {} : { lines: ownLines }) }];
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

/** One line a transition, `chat to plan · 2025-08-08 08:16:40 UTC · Orchestrator: clear request`, and one for each other handed value. */
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
  const line = [to, timestampText(each), who].filter((text) => text !== '').join(' · ');
  return [line, ...more.map(({ key, text }) => `    ${key}: ${text}`)];
}

function turnLines(turns: Value): readonly string[] | null {
  return isArray(turns) ? elements(turns).flatMap((turn) => [turnLine(turn), ...completionLines(turn)]) : null;
}

function turnLine(turn: Value): string {
  const agents = listAt(turn, 'agents').filter(isString).map(textOf).join(', ');
  const state = isTrue(lastValue(turn, 'isCompleted')) ? 'completed' : 'not completed';
  return [textAt(turn, 'phase'), timestampText(turn), agents, textAt(turn, 'reason'), state]
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

/** The `timestamp` of an object, in milliseconds, as a date and time; empty for other values. */
function timestampText(object: Value): string {
  const time = numberAt(object, 'timestamp');
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

/** The role of a later message. Only agents run in a loop, whose number is `ral`. */
function roleOf(value: Value, inner: Value, type: MessageType): Role | null {
  const named = ROLES.find((role) => role === textAt(inner, 'role'));
  if (named !== undefined) return named;
  if (type === 'tool_output') return 'tool';
  if (type === 'other') return null;
  return type === 'tool_call' || lastValue(value, 'ral') !== null ? 'assistant' : 'user';
}

function contentOf(content: Value | null): string | null {
  if (content === null || typeOf(content) === 'null') return null;
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

export type UnplacedMessage = Omit<Message, 'index' | 'at'>;

/** The message of an event. `source` returns the element's text, shown for an element that is no event. */
function messageOf({ event, empty }: EventAt, source: () => string, parties: MessageParties): UnplacedMessage {
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

/** `event` is null for an element that is none. `empty`: TENEX reads it as an empty event. */
interface EventAt {
  readonly event: NostrEvent | null;
  readonly empty: boolean;
}

/** The event of a text, or of an object as in June 2025. */
function eventAt(value: Value): EventAt {
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
  /** Public keys of agents, with their names if known. */
  readonly agents: ReadonlyMap<string, string | null>;
}

/** Tags that only the agents' publisher adds (docs/formats/tenex.md, "Tags"). */
const AGENT_TAGS = new Set(['triggering-event-id', 'net-time', 'tool', 'error', 'status']);

export function isByAgent(tags: readonly Tag[]): boolean {
  return tags.some(({ values: [name = ''] }) => AGENT_TAGS.has(name) || name.startsWith('llm-'));
}

/** The people and agents of a history. Agents wrote replies with an agent's tags, or are named in transitions; the thread's author is none. */
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

/** Tags with prompts and answers of a model, which a person may not want to share (docs/formats/tenex.md, "Tags"). */
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
