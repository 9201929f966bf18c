import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An index entry as the adapter lists it: what its schema does not know is gone. */
export interface ListedEntry {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly phase: string;
  readonly eventCount: number;
  readonly agentCount: number;
  readonly archived?: boolean;
}

/** An event as the adapter's library makes it; empty text for what it does not recognise. */
export interface LoadedEvent {
  readonly id: unknown;
  readonly pubkey: unknown;
  readonly createdAt: unknown;
  readonly content: unknown;
}

/** A conversation as the adapter loads it. */
export interface LoadedConversation {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  readonly events: readonly LoadedEvent[];
  readonly dropped: number;
  readonly agentStates: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly transitions: number;
  readonly turns: number;
}

/** The adapter's rules over one project folder, read from docs/formats/tenex.md and not from src. */
export interface Adapter {
  list(): ListedEntry[];
  load(id: string): LoadedConversation | null;
  managerWouldLoad(): string[];
}

/** Reads below `<project>/.tenex/conversations` as TENEX does, and writes nothing. */
export function adapterOf(project: string): Adapter {
  const folder = join(project, '.tenex', 'conversations');
  const list = () => listed(parsed(join(folder, 'metadata.json')));
  const load = (id: string) => loaded(parsed(join(folder, `${id}.json`)));
  return {
    list,
    load,
    managerWouldLoad: () =>
      list()
        .filter(({ id, archived }) => archived !== true && load(id) !== null)
        .map(({ id }) => id),
  };
}

/** The same rules for the bytes of one conversation file. */
export function loadBytes(bytes: Uint8Array): LoadedConversation | null {
  return loaded(parsedBytes(bytes));
}

function parsed(path: string): unknown {
  return existsSync(path) ? parsedBytes(readFileSync(path)) : null;
}

function parsedBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

type Rule = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const text: Rule = (value) => typeof value === 'string';
// zod 3 lets Infinity pass as a number.
const number: Rule = (value) => typeof value === 'number';
const flag: Rule = (value) => typeof value === 'boolean';
const anything: Rule = () => true;
const count: Rule = (value) => Number.isInteger(value) && Number(value) >= 0;
const absentOr =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
const every =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);
const record =
  (rule: Rule): Rule =>
  (value) =>
    isFields(value) && Object.values(value).every(rule);
const fields =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value) =>
    isFields(value) && Object.entries(rules).every(([key, rule]) => rule(value[key]));

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'];
const phase: Rule = (value) => typeof value === 'string' && PHASES.includes(value.toLowerCase());

const entry = fields({
  id: text,
  title: text,
  createdAt: number,
  updatedAt: number,
  phase: text,
  eventCount: number,
  agentCount: number,
  archived: absentOr(flag),
});

const transition = fields({
  from: phase,
  to: phase,
  message: text,
  timestamp: number,
  agentPubkey: text,
  agentName: text,
  reason: absentOr(text),
  summary: absentOr(text),
  requirements: absentOr(text),
  goal: absentOr(text),
  artifacts: anything,
});

const turn = fields({
  turnId: text,
  timestamp: number,
  phase,
  agents: every(text),
  completions: every(fields({ agent: text, message: text, timestamp: absentOr(number) })),
  reason: absentOr(text),
  isCompleted: flag,
});

const conversation = fields({
  id: text,
  title: text,
  phase,
  history: every(text),
  agentStates: absentOr(record(fields({ lastProcessedMessageIndex: count, claudeSessionId: absentOr(text) }))),
  phaseStartedAt: absentOr(number),
  metadata: record(anything),
  phaseTransitions: absentOr(every(transition)),
  orchestratorTurns: absentOr(every(turn)),
  executionTime: absentOr(
    fields({ totalSeconds: number, currentSessionStart: absentOr(number), isActive: flag, lastUpdated: number }),
  ),
});

function listed(index: unknown): ListedEntry[] {
  if (!isFields(index) || !every(entry)(index['conversations'])) return [];
  return listOf(index['conversations']).map((each) => {
    const {
      id,
      title,
      createdAt,
      updatedAt,
      phase: type,
      eventCount,
      agentCount,
      archived,
    } = each as unknown as ListedEntry;
    const known = { id, title, createdAt, updatedAt, phase: type, eventCount, agentCount };
    return archived === undefined ? known : { ...known, archived };
  });
}

function loaded(file: unknown): LoadedConversation | null {
  if (!isFields(file) || !conversation(file)) return null;
  const history = listOf(file['history']).map((each) => eventOf(String(each)));
  const events = history.filter((each) => each !== null);
  return {
    id: String(file['id']),
    title: String(file['title']),
    phase: String(file['phase']).toLowerCase(),
    events,
    dropped: history.length - events.length,
    agentStates: statesOf(file['agentStates']),
    metadata: isFields(file['metadata']) ? file['metadata'] : {},
    transitions: listOf(file['phaseTransitions']).length,
    turns: listOf(file['orchestratorTurns']).length,
  };
}

function statesOf(states: unknown): Fields {
  const known = ['lastProcessedMessageIndex', 'claudeSessionId'];
  const stripped = (state: unknown) =>
    Object.entries(isFields(state) ? state : {}).filter(([key]) => known.includes(key));
  return Object.fromEntries(
    Object.entries(isFields(states) ? states : {}).map(([agent, state]) => [
      agent,
      Object.fromEntries(stripped(state)),
    ]),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Null for what the library throws at. */
function eventOf(source: string): LoadedEvent | null {
  let list: unknown;
  try {
    list = JSON.parse(source);
  } catch {
    return null;
  }
  if (list === null) return null;
  const places = Array.isArray(list) || typeof list === 'string' ? list : [];
  return {
    id: idOf(places),
    pubkey: places[1] || '',
    createdAt: places[2],
    content: places[5] || '',
  };
}

/** Signature and id, in either order, are told by their lengths alone. */
function idOf(places: ArrayLike<unknown>): unknown {
  const [first, second] = [places[6], places[7]];
  if (places.length < 7) return '';
  if (lengthOf(first) === 128) return lengthOf(second) === 64 ? second : '';
  return lengthOf(first) === 64 ? first : '';
}

function lengthOf(value: unknown): unknown {
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
}
