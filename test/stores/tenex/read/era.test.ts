import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeTenex } from '../../../../src/stores/tenex/read/decoded.ts';

const CASES = new URL('../../../../fixtures/tenex/cases/', import.meta.url);
const eraOf = (document: unknown) => decodeTenex(Buffer.from(JSON.stringify(document))).era();
const SMALL = { id: 'x', title: 't', phase: 'chat', history: ['[]'], metadata: {} };
const moved = (more: object) => ({ ...SMALL, phaseTransitions: [{ from: 'chat', to: 'plan', timestamp: 1, ...more }] });

describe('an era is told by', () => {
  test.each([
    ['tenex-e0', 'history of objects', { ...SMALL, history: [{ id: 'a', kind: 11, content: 'x' }] }],
    ['tenex-e1', 'a phase and no transitions', SMALL],
    ['tenex-e1', 'a transition with a context', moved({ context: 'why' })],
    ['tenex-e2', 'transitions with a message', moved({ message: 'why' })],
    ['tenex-e2', 'the phase review', { ...moved({ message: 'why' }), phase: 'review' }],
    ['tenex-e3', 'agent contexts', { ...SMALL, agentContexts: {} }],
    ['tenex-e4', 'agent states', { ...moved({ message: 'why' }), agentStates: {} }],
    ['tenex-e5', 'turns', { ...SMALL, agentStates: {}, orchestratorTurns: [] }],
    ['tenex-e6', 'phases in upper case', { ...SMALL, phase: 'CHAT', orchestratorTurns: [] }],
    ['tenex-e6', 'what was last seen', { ...SMALL, phase: 'PLAN', agentStates: { a: { lastSeenPhase: 'CHAT' } } }],
    ['tenex-e6', 'a queue', { ...SMALL, phase: 'PLAN', metadata: { queueStatus: {} } }],
    ['tenex-e7', 'upper case and no turns', { ...SMALL, phase: 'PLAN' }],
    ['tenex-e7', 'sessions by phase', { ...SMALL, phase: 'PLAN', agentStates: { a: { claudeSessionsByPhase: {} } } }],
    ['tenex-e8', 'a free phase', { ...SMALL, phase: 'security audit' }],
    ['tenex-e8', 'instructions of a phase', { ...SMALL, phaseInstructions: 'be quick' }],
    ['tenex-e9', 'no phase', { id: 'x', title: 't', history: [], metadata: {} }],
    ['tenex-e11', 'todos', { id: 'x', title: 't', history: [], agentTodos: {} }],
    ['tenex-e11', 'blocked agents', { id: 'x', title: 't', history: [], blockedAgents: [] }],
    ['tenex-e12', 'messages and no history', { activeRal: {}, messages: [], metadata: {} }],
  ])('%s: %s', (era, _, document) => {
    expect(eraOf(document)).toBe(era);
  });

  test('nothing else has one', () => {
    for (const document of [{}, [], null, 'x', 1, { title: 't' }, { messages: {} }]) expect(eraOf(document)).toBeNull();
  });
});

test.each([
  ['full-all-fields', 'tenex-e5'],
  ['history-event-objects', 'tenex-e0'],
  ['legacy-agentcontexts', 'tenex-e3'],
  ['phase-upper', 'tenex-e6'],
  ['later-aug13-uppercase-queue', 'tenex-e6'],
  ['phase-dynamic-later', 'tenex-e8'],
  ['later-dec24-todos-blocked', 'tenex-e11'],
  ['later-conversationstore', 'tenex-e12'],
])('the case %s is of %s', (name, era) => {
  expect(decodeTenex(readFileSync(new URL(`${name}/input.json`, CASES))).era()).toBe(era);
});

test('a document whose telling part was cut off is of none', () => {
  const text = JSON.stringify({ ...SMALL, agentStates: {}, orchestratorTurns: [] });
  expect(decodeTenex(Buffer.from(text.slice(0, text.indexOf('"metadata"')))).era()).toBeNull();
  expect(decodeTenex(Buffer.from(text.slice(0, -1))).era()).toBe('tenex-e5');
});
