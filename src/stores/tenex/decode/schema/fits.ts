import type { Value } from '../../../../codecs/json/value.ts';
import { anything, count, flag, list, number, object, phase, record, text } from './rules.ts';

/**
 * The adapter's schemas once more, read straight off the tape: true only for what they accept, and false where there is any
 * doubt, such as a key that occurs twice. What is sound, as nearly all is, needs no object to be made.
 */
export function fitsConversation(body: Value): boolean {
  return conversation(body.tape, body.at);
}

/** As `fitsConversation`, for an index. */
export function fitsIndex(top: Value): boolean {
  return index(top.tape, top.at);
}

const transition = object(
  {
    from: phase,
    to: phase,
    message: text,
    timestamp: number,
    agentPubkey: text,
    agentName: text,
    reason: text,
    summary: text,
    requirements: text,
    goal: text,
    artifacts: anything,
  },
  ['reason', 'summary', 'requirements', 'goal', 'artifacts'],
);

const turn = object(
  {
    turnId: text,
    timestamp: number,
    phase,
    agents: list(text),
    completions: list(object({ agent: text, message: text, timestamp: number }, ['timestamp'])),
    reason: text,
    isCompleted: flag,
  },
  ['reason'],
);

const state = object({ lastProcessedMessageIndex: count, claudeSessionId: text }, ['claudeSessionId']);

const executionTime = object(
  { totalSeconds: number, currentSessionStart: number, isActive: flag, lastUpdated: number },
  ['currentSessionStart'],
);

const conversation = object(
  {
    id: text,
    title: text,
    phase,
    history: list(text),
    agentStates: record(state),
    phaseStartedAt: number,
    metadata: record(anything),
    phaseTransitions: list(transition),
    orchestratorTurns: list(turn),
    executionTime,
  },
  ['agentStates', 'phaseStartedAt', 'phaseTransitions', 'orchestratorTurns', 'executionTime'],
);

const entry = object(
  {
    id: text,
    title: text,
    createdAt: number,
    updatedAt: number,
    phase: text,
    eventCount: number,
    agentCount: number,
    archived: flag,
  },
  ['archived'],
);

const index = object({ conversations: list(entry) });
