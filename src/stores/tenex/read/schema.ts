import { nextOf } from '../../../codecs/json/cursor.ts';
import { type Fields, fieldAt, lastMembers } from '../../../codecs/json/members.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isString, textOf, type Value } from '../../../codecs/json/value.ts';
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
import { isPhase, last } from './sections.ts';

/** What TENEX's schema says against a conversation, the outermost value of its document, however much it is; nothing when TENEX loads it. */
export function conversationIssues(body: Value): Iterable<Issue> {
  return issuesAt(conversation, body, []);
}

/**
 * True for a conversation that TENEX loads without a word, and of which it drops no key and writes no phase otherwise: nearly all are,
 * and are known by one look. Only of what is sound in every byte.
 */
export function isPlainConversation(tape: Tape): boolean {
  const { distinct, fault, illFormed, loneSurrogate } = tape;
  return distinct && fault === null && illFormed < 0 && loneSurrogate < 0 && conversation.fits(tape, 0, true);
}

/** Issues of an index. */
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
export const LOST = '__proto__';

const transition = objectOf(
  {
    ...{ from: phase, to: phase, message: anyText, timestamp: anyNumber, agentPubkey: anyText, agentName: anyText },
    ...{ reason: anyText, summary: anyText, requirements: anyText, goal: anyText, artifacts: anything },
  },
  ['reason', 'summary', 'requirements', 'goal', 'artifacts'],
);

const completion = objectOf({ agent: anyText, message: anyText, timestamp: anyNumber }, ['timestamp']);

const turn = objectOf(
  {
    ...{ turnId: anyText, timestamp: anyNumber, phase, agents: arrayOf(anyText), completions: arrayOf(completion) },
    ...{ reason: anyText, isCompleted: anyFlag },
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
      agentStates: recordOf(state, LOST),
      phaseStartedAt: anyNumber,
    },
    ...{
      metadata: recordOf(anything, LOST),
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
    ...{ agentCount: anyNumber, archived: anyFlag },
  },
  ['archived'],
);

const index = objectOf({ conversations: arrayOf(entry) });

/** What the schema names in an entry of the index. */
export const ENTRY_FIELDS = entry.fields;

/** Every text of a document that TENEX reads as a phase: its own, then those of its transitions and turns. */
export function phaseSites(body: Value): Value[] {
  const found: Value[] = [];
  for (const { type, object } of typedObjects(conversation, body))
    for (const [name, each] of type.members) {
      const value = each === phase ? last(object, name) : null;
      if (isString(value)) found.push(value);
    }
  return found;
}

/** The objects of a conversation that TENEX knows, each with the names of what may be missing and not be null. */
export function* nullables(body: Value): Generator<{ readonly object: Value; readonly optional: readonly string[] }> {
  for (const { type, object } of typedObjects(conversation, body))
    yield { object, optional: type.optional.filter((name) => type.members.get(name) !== anything) };
}

/** What the schema takes at a path of a conversation; null for a path that it does not name. */
export function wantedAt(path: Issue['path']): 'phase' | 'count' | 'number' | 'other' | null {
  const type = typeAt(conversation, path)?.type;
  if (type === undefined) return null;
  return type === phase ? 'phase' : type === wholeCount ? 'count' : type === anyNumber ? 'number' : 'other';
}

/** Whether what is at a path of a conversation may be missing. */
export function isOptional(path: Issue['path']): boolean {
  return typeAt(conversation, path)?.optional ?? false;
}

type Named = readonly [name: string, value: Value];

/** The members of a conversation, or of an index, under keys that TENEX drops. */
export function* unknownKeys(value: Value, of: 'conversation' | 'index'): Generator<Named> {
  for (const { type, object } of typedObjects(of === 'index' ? index : conversation, value))
    if (hasOthers(object, type.fields))
      for (const each of lastMembers(object)) if (!type.members.has(each[0])) yield each;
}

function hasOthers({ tape, at }: Value, known: Fields): boolean {
  const end = nextOf({ tape, at });
  for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) if (fieldAt(tape, key, known) < 0) return true;
  return false;
}
