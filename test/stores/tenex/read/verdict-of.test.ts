import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod/v3';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root } from '../../../../src/codecs/json/value.ts';
import { decodeTenex } from '../../../../src/stores/tenex/read/decoded.ts';
import { conversationIssues, indexIssues } from '../../../../src/stores/tenex/read/schema.ts';
import { runs } from '../../../support/sampling.ts';
import { conversationSchema, indexSchema } from './zod-schema.ts';

const TRANSITION = { from: 'Chat', to: 'plan', message: 'm', timestamp: 1, agentPubkey: 'k', agentName: 'n' };
const TURN = {
  turnId: 't',
  timestamp: 1,
  phase: 'PLAN',
  agents: ['a'],
  completions: [{ agent: 'a', message: 'm', timestamp: 2 }],
  reason: 'r',
  isCompleted: true,
};
const WHOLE = {
  id: 'x',
  title: 't',
  phase: 'chat',
  history: ['[]', '{}'],
  agentStates: { a: { lastProcessedMessageIndex: 1, claudeSessionId: 's' } },
  phaseStartedAt: 1.5,
  metadata: { any: [null, { deep: 1 }] },
  phaseTransitions: [{ ...TRANSITION, reason: 'r', artifacts: null }],
  orchestratorTurns: [TURN],
  executionTime: { totalSeconds: 1, currentSessionStart: 2, isActive: false, lastUpdated: 3 },
};
const ENTRY = { id: 'x', title: 't', createdAt: 1, updatedAt: 2.5, phase: '', eventCount: -1, agentCount: 0.5 };

const stageOf = (text: string) => decodeTenex(Buffer.from(text)).verdict().stage;

/** A document with one member, at any depth, replaced or taken away. */
function damaged(whole: object): fc.Arbitrary<string> {
  const paths = pathsOf(whole, []);
  const values = fc.constantFrom<unknown>(
    null,
    'x',
    'PLAN',
    '',
    0,
    -1,
    1.5,
    -1.5,
    1e21,
    true,
    [],
    {},
    ['x'],
    undefined,
  );
  return fc.tuple(fc.constantFrom(...paths), values).map(([path, value]) => {
    const copy = structuredClone(whole);
    let at: Record<string, unknown> = Object(copy);
    for (const name of path.slice(0, -1)) at = Object(at[name]);
    at[path.at(-1) ?? ''] = value;
    return JSON.stringify(copy);
  });
}

function pathsOf(value: unknown, path: readonly string[]): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [[...path, name], ...pathsOf(each, [...path, name])]);
}

/** What the schema says against a text, as zod says it. */
function zodIssues(schema: z.ZodTypeAny, text: string) {
  const issues: readonly z.ZodIssue[] = schema.safeParse(JSON.parse(text)).error?.issues ?? [];
  return issues.map(({ code, path, ...more }) => ({
    code,
    path,
    expected: 'expected' in more ? more.expected : undefined,
  }));
}

describe('says the same of a document as zod 3, in the same order', () => {
  const issuesOf = (judge: typeof conversationIssues, text: string) => {
    const top = root(scan(Buffer.from(text)));
    return top === null ? null : Array.from(judge(top), ({ code, path, expected }) => ({ code, path, expected }));
  };

  test.each([JSON.stringify(WHOLE), '[]', '5', '"x"', 'null', '{}'])('of the conversation %s', (text) => {
    expect(issuesOf(conversationIssues, text)).toEqual(zodIssues(conversationSchema, text));
  });

  test('of conversations', () => {
    fc.assert(
      fc.property(damaged(WHOLE), (text) => {
        expect(issuesOf(conversationIssues, text)).toEqual(zodIssues(conversationSchema, text));
        expect(stageOf(text)).toBe(zodIssues(conversationSchema, text).length === 0 ? 'ok' : 'schema');
      }),
      runs(3000),
    );
  });

  test('of indexes', () => {
    const whole = { conversations: [ENTRY, { ...ENTRY, archived: false }], more: 1 };
    fc.assert(
      fc.property(damaged(whole), (text) => {
        expect(issuesOf(indexIssues, text)).toEqual(zodIssues(indexSchema, text));
      }),
      runs(3000),
    );
  });
});

describe('as JavaScript reads it', () => {
  const withMember = (source: string) => `${JSON.stringify(WHOLE).slice(0, -1)},${source}}`;

  test('the last of equal keys counts', () => {
    expect(stageOf(withMember('"title":5'))).toBe('schema');
    expect(stageOf(withMember('"phase":"nope","phase":"plan"'))).toBe('ok');
    expect(stageOf(withMember('"agentStates":{"a":{},"a":{"lastProcessedMessageIndex":1}}'))).toBe('ok');
  });

  test('a key may be escaped', () => {
    expect(stageOf(withMember('"t\\u0069tle":5'))).toBe('schema');
  });

  test('a number beyond a double is infinite, and a number all the same', () => {
    expect(stageOf(withMember('"phaseStartedAt":1e999'))).toBe('ok');
    expect(stageOf(withMember('"agentStates":{"a":{"lastProcessedMessageIndex":1e21}}'))).toBe('ok');
    expect(stageOf(withMember('"agentStates":{"a":{"lastProcessedMessageIndex":1e999}}'))).toBe('schema');
    expect(stageOf(withMember('"agentStates":{"a":{"lastProcessedMessageIndex":-0}}'))).toBe('ok');
    // Plain digits are infinite too when there are enough of them.
    const digits = (count: number) => `"agentStates":{"a":{"lastProcessedMessageIndex":${'1'.repeat(count)}}}`;
    expect(stageOf(withMember(digits(309)))).toBe('ok');
    expect(stageOf(withMember(digits(310)))).toBe('schema');
  });

  test('a member of `__proto__` is judged like any other', () => {
    expect(stageOf(withMember('"agentStates":{"__proto__":{"lastProcessedMessageIndex":1}}'))).toBe('ok');
    expect(stageOf(withMember('"agentStates":{"__proto__":5}'))).toBe('schema');
  });

  test('a phase in the letters of another alphabet is none', () => {
    expect(stageOf(withMember('"phase":"VER\u0130FICATION"'))).toBe('schema');
  });

  test('depth is no matter', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(stageOf(withMember(`"metadata":{"x":${deep}}`))).toBe('ok');
    expect(stageOf(withMember(`"title":5,"metadata":{"x":${deep}}`))).toBe('schema');
  });
});

test('a refusal names each place, in the order of the schema', () => {
  const verdict = decodeTenex(
    Buffer.from(JSON.stringify({ ...WHOLE, id: 1, history: ['', 2], executionTime: { isActive: 1 } })),
  ).verdict();
  expect(verdict.stage === 'schema' && Array.from(verdict.issues(), ({ path }) => path.join('.'))).toEqual([
    'id',
    'history.1',
    'executionTime.totalSeconds',
    'executionTime.isActive',
    'executionTime.lastUpdated',
  ]);
});

test('a file that is no JSON says where', () => {
  expect(decodeTenex(Buffer.from('{"id":"x",}')).verdict()).toEqual({
    stage: 'json',
    offset: 10,
    expected: 'a key',
  });
  expect(decodeTenex(Buffer.from('\ufeff{}')).verdict()).toMatchObject({ stage: 'json', offset: 0 });
  expect(decodeTenex(new Uint8Array()).verdict()).toMatchObject({ stage: 'json', offset: 0 });
});
