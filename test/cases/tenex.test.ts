import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TenexView } from '../../src/stores/tenex/list/views.ts';
import { decodeTenex, open } from '../../src/stores/tenex/read/decoded.ts';
import { tenexTranscript } from '../../src/stores/tenex/read/transcript.ts';
import { plainOf } from '../codecs/json/plain.ts';
import { filePart } from '../stores/open-site.ts';

const CASES = new URL('../../fixtures/tenex/cases/', import.meta.url);
const names = readdirSync(CASES).sort();

// biome-ignore lint/suspicious/noExplicitAny: what the adapter makes of any JSON
type Any = any;

/** What the real adapter made of a case: `fixtures/tenex/cases/<name>/expected.json`. */
interface Expected {
  readonly fileId: string;
  readonly load: 'ok' | 'null';
  readonly error?: { readonly stage: 'json' | 'schema'; readonly issues?: readonly object[] };
  /** Without its history; what is undefined is left out. */
  readonly conversation?: Any;
  /** One for each element of the history, null for one that was dropped. */
  readonly events?: readonly Any[];
  readonly resave?: { readonly indexEntryWritten: Any };
}

const cases = names.map((name) => {
  const expected: Expected = JSON.parse(readFileSync(new URL(`${name}/expected.json`, CASES), 'utf8'));
  return { name, expected, bytes: readFileSync(new URL(`${name}/input.json`, CASES)) };
});
const loaded = cases.filter(({ expected }) => expected.load === 'ok');

test('there are 82 cases, 44 of which load', () => {
  expect([cases.length, loaded.length]).toEqual([82, 44]);
});

describe.each(cases)('$name', ({ bytes, expected }) => {
  const opened = open(filePart(`conversations/${expected.fileId}.json`, bytes));
  const view = new TenexView({ root: '/p/.tenex' }, expected.fileId, opened, null);

  test('is refused where and as the real schema refuses it', () => {
    const verdict = decodeTenex(bytes).verdict();
    expect(verdict.stage).toBe(expected.error?.stage ?? 'ok');
    const issues =
      verdict.stage === 'schema' ? Array.from(verdict.issues(), ({ path, code }) => ({ path, code })) : undefined;
    expect(issues).toEqual(expected.error?.issues);
    expect(view.readable).toBe(expected.load === 'ok');
  });

  test('is shown as far as it goes', () => {
    const { messages: all, metadata } = tenexTranscript(decodeTenex(bytes));
    const messages = [...all];
    expect(messages.every(({ at, index }, n) => index === n && /^\/(?:history|messages)\/\d+$/.test(at))).toBe(true);
    expect(JSON.parse(metadata.source)).toBeTypeOf('object');
    const { events } = expected;
    if (events !== undefined) expect(messages.map(({ role }) => role === null)).toEqual(events.map(isNoEvent));
  });
});

describe.each(loaded)('$name, which loads,', ({ bytes, expected }) => {
  const decoded = decodeTenex(bytes);

  test('has the events that the real library makes of it', () => {
    const events = decoded.events().map(({ event }) => event);
    expect(JSON.parse(JSON.stringify(events))).toEqual(expected.events);
  });

  test('has the members that the real schema passes on', () => {
    const { executionTime, ...conversation } = expected.conversation;
    const members = [...decoded.members].map(([key, value]) => [key, plainOf(value, { wins: 'last' })]);
    const { history, ...mine } = inLowerCase(Object.fromEntries(members));
    expect({ phaseTransitions: [], orchestratorTurns: [], agentStates: {}, ...mine }).toMatchObject(conversation);
    // What is missing gets the time of the load, and what no JSON can say is told in words.
    const { lastUpdated, totalSeconds } = mine.executionTime ?? executionTime;
    expect(executionTime).toMatchObject({
      lastUpdated,
      totalSeconds: Number.isFinite(totalSeconds) ? totalSeconds : { $number: String(totalSeconds) },
    });
  });

  test('is listed as the entry has it that the real save writes', () => {
    const opened = open(filePart(`conversations/${expected.fileId}.json`, bytes));
    const { title, phase, messages, agents, createdAt } = new TenexView(
      { root: '/p/.tenex' },
      expected.fileId,
      opened,
      null,
    );
    const entry = expected.resave?.indexEntryWritten;
    expect({ title, phase, eventCount: messages, agentCount: agents.length }).toEqual({
      title: entry.title,
      phase: entry.phase,
      eventCount: entry.eventCount,
      agentCount: entry.agentCount,
    });
    // Where no event tells, the adapter writes the time of the save; a text it writes as it is, and its index is lost.
    if (Number.isInteger(entry.createdAt)) expect(createdAt).toBe(entry.createdAt);
    else expect(createdAt).toBeNull();
  });
});

/** What the owner drops, and what comes out empty. */
function isNoEvent(event: Any): boolean {
  return event === null || (event.pubkey === '' && event.content === '' && event.kind === undefined);
}

function inLowerCase(conversation: Any): Any {
  const { phase, phaseTransitions, orchestratorTurns } = conversation;
  return {
    ...conversation,
    phase: phase.toLowerCase(),
    ...(phaseTransitions && {
      phaseTransitions: phaseTransitions.map((each: Any) => ({
        ...each,
        from: each.from.toLowerCase(),
        to: each.to.toLowerCase(),
      })),
    }),
    ...(orchestratorTurns && {
      orchestratorTurns: orchestratorTurns.map((each: Any) => ({ ...each, phase: each.phase.toLowerCase() })),
    }),
  };
}
