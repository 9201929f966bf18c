import type { Tape } from '../../../codecs/json/tape.ts';
import { type Fields, fieldAt, isString, lastMembers, nextOf, textOf, type Value } from '../../../codecs/json/value.ts';
import {
  anyFlag,
  anyNumber,
  anyText,
  anything,
  arrayOf,
  type Issue,
  issuesAt,
  mismatch,
  objectOf,
  recordOf,
  type Type,
  typeAt,
  typedObjects,
  wholeCount,
} from '../../engine/schema.ts';
import { lastValue } from '../../engine/text-at.ts';
import { isPhase } from './members.ts';

export function conversationIssues(body: Value): Iterable<Issue> {
  return issuesAt(conversation, body, []);
}

/** True for a conversation that TENEX loads and saves unchanged, as nearly all are. Needs a tape without byte faults. */
export function isPlainConversation(tape: Tape): boolean {
  const { distinct, fault, illFormed, loneSurrogate } = tape;
  return distinct && fault === null && illFormed < 0 && loneSurrogate < 0 && conversation.fits(tape, 0, true);
}

export function indexIssues(top: Value): readonly Issue[] {
  return [...issuesAt(index, top, [])];
}

/** A phase that the adapter knows, in any case. */
const phase: Type = {
  expected: anyText.expected,
  fits: (tape, at, plainly = false) => {
    if (!anyText.fits(tape, at)) return false;
    const name = textOf({ tape, at });
    return isPhase(name) && (!plainly || name === name.toLowerCase());
  },
  explain: (value, path) => [isString(value) ? { code: 'invalid_enum_value', path } : mismatch('string', path)],
};

/** The only key of a record that TENEX drops. */
export const DROPPED_KEY = '__proto__';

const transition = objectOf(
  {
    from: phase,
    to: phase,
    message: anyText,
    timestamp: anyNumber,
    agentPubkey: anyText,
    agentName: anyText,
    reason: anyText,
    summary: anyText,
    requirements: anyText,
    goal: anyText,
    artifacts: anything,
  },
  ['reason', 'summary', 'requirements', 'goal', 'artifacts'],
);

const completion = objectOf({ agent: anyText, message: anyText, timestamp: anyNumber }, ['timestamp']);

const turn = objectOf(
  {
    turnId: anyText,
    timestamp: anyNumber,
    phase,
    agents: arrayOf(anyText),
    completions: arrayOf(completion),
    reason: anyText,
    isCompleted: anyFlag,
  },
  ['reason'],
);

const state = objectOf({ lastProcessedMessageIndex: wholeCount, claudeSessionId: anyText }, ['claudeSessionId']);

const executionTime = objectOf(
  { totalSeconds: anyNumber, currentSessionStart: anyNumber, isActive: anyFlag, lastUpdated: anyNumber },
  ['currentSessionStart'],
);

/** The adapter's schemas (docs/formats/tenex.md, "Schemas"). */
const conversation = objectOf(
  {
    ...{
      id: anyText,
      title: anyText,
      phase,
      history: arrayOf(anyText),
      agentStates: recordOf(state, DROPPED_KEY),
      phaseStartedAt: anyNumber,
    },
    ...{
      metadata: recordOf(anything, DROPPED_KEY),
      phaseTransitions: arrayOf(transition),
      orchestratorTurns: arrayOf(turn),
      executionTime,
    },
  },
  ['agentStates', 'phaseStartedAt', 'phaseTransitions', 'orchestratorTurns', 'executionTime'],
);

const entry = objectOf(
  {
    ...{
      id: anyText,
      title: anyText,
      createdAt: anyNumber,
      updatedAt: anyNumber,
      phase: anyText,
      eventCount: anyNumber,
    },
    agentCount: anyNumber,
    archived: anyFlag,
  },
  ['archived'],
);

const index = objectOf({ conversations: arrayOf(entry) });

export const ENTRY_FIELDS = entry.fields;

/** All texts that TENEX reads as a phase: the document's, then those of transitions and turns. */
export function phaseSites(body: Value): Value[] {
  const found: Value[] = [];
  for (const { type, object } of typedObjects(conversation, body))
    for (const [name, each] of type.members) {
      const value = each === phase ? lastValue(object, name) : null;
      if (isString(value)) found.push(value);
    }
  return found;
}

/** Known objects, each with its members that may be absent but not null. */
export function* nullables(body: Value): Generator<{ readonly object: Value; readonly optional: readonly string[] }> {
  for (const { type, object } of typedObjects(conversation, body))
    yield { object, optional: type.optional.filter((name) => type.members.get(name) !== anything) };
}

/** The type at a path of a conversation; null for an unknown path. */
export function wantedAt(path: Issue['path']): 'phase' | 'count' | 'number' | 'other' | null {
  const type = typeAt(conversation, path)?.type;
  if (type === undefined) return null;
  return type === phase ? 'phase' : type === wholeCount ? 'count' : type === anyNumber ? 'number' : 'other';
}

export function isOptional(path: Issue['path']): boolean {
  return typeAt(conversation, path)?.optional ?? false;
}

type NamedMember = readonly [name: string, value: Value];

export function* unknownKeys(value: Value, of: 'conversation' | 'index'): Generator<NamedMember> {
  for (const { type, object } of typedObjects(of === 'index' ? index : conversation, value))
    if (hasOthers(object, type.fields))
      for (const each of lastMembers(object)) if (!type.members.has(each[0])) yield each;
}

function hasOthers({ tape, at }: Value, known: Fields): boolean {
  const end = nextOf({ tape, at });
  for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) if (fieldAt(tape, key, known) < 0) return true;
  return false;
}
