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
  wholeCount,
} from '../../engine/schema.ts';
import { isPhase } from './sections.ts';

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

/** The same of an index. */
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

/** What the schemas name in each kind of object. */
export const KNOWN_FIELDS = {
  ...{ top: conversation.fields, state: state.fields, transition: transition.fields, turn: turn.fields },
  ...{ completion: completion.fields, time: executionTime.fields, index: index.fields, entry: entry.fields },
};
