import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeTenex } from '../../../../src/stores/tenex/read/decoded.ts';
import { tenexTranscript } from '../../../../src/stores/tenex/read/transcript.ts';

const caseOf = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/tenex/cases/${name}/input.json`, import.meta.url));
const shown = (bytes: Uint8Array) => {
  const { messages, ...rest } = tenexTranscript(decodeTenex(bytes));
  return { messages: [...messages], ...rest };
};
const told = (document: unknown) => shown(Buffer.from(JSON.stringify(document)));

const ANN = 'a'.repeat(64);
const BOT = 'b'.repeat(64);
const SIG = 'c'.repeat(128);
const ID = 'd'.repeat(64);

const event = (
  author: string,
  tags: unknown,
  content: unknown,
  more: { at?: unknown; kind?: number; sig?: unknown } = {},
) => JSON.stringify([0, author, more.at ?? 1754500000, more.kind ?? 1111, tags, content, more.sig ?? SIG, ID]);

describe('who speaks', () => {
  test('agents are told from people by what their publisher adds', () => {
    const { messages } = shown(caseOf('event-kinds-mix'));
    expect(messages.map(({ role }) => role)).toEqual(['user', ...Array(5).fill('assistant')]);
  });

  test('whoever is an agent in one event is so in all, but for the one who began', () => {
    const history = [
      event(ANN, [['title', 'T']], 'asked', { kind: 11 }),
      event(BOT, [['triggering-event-id', ID]], 'answered'),
      event(BOT, [], 'went on'),
      event(ANN, [], 'thanked'),
    ];
    const phaseTransitions = [{ agentPubkey: ANN }];
    expect(told({ history, phaseTransitions }).messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'user',
    ]);
  });

  test('agents of transitions are agents', () => {
    const history = [event(ANN, [], 'asked'), event(BOT, [], 'answered')];
    const { messages } = told({ history, phaseTransitions: [{ agentPubkey: BOT }] });
    expect(messages.map(({ role, author }) => [role, author])).toEqual([
      ['user', ANN],
      ['assistant', BOT],
    ]);
  });
});

test('a message has its id, its time, what it answers, and its tags, the sensitive ones hidden', () => {
  const tags = [
    ['e', 'parent', ''],
    ['llm-model', 'm'],
    ['llm-system-prompt', 'secret'],
    ['llm-user-prompt', 'x'],
    ['llm-raw-response', 'y'],
    ['n', 5],
  ];
  const [message] = told({ history: [event(BOT, tags, 'hi', { at: 1754500000.9 })] }).messages;
  expect(message).toMatchObject({
    index: 0,
    at: '/history/0',
    id: ID,
    relatedTo: 'parent',
    time: 1754500000,
    type: 'text',
    text: 'hi',
    hidden: false,
  });
  expect(message?.tags?.map(({ values: [name], hidden }) => [name, hidden])).toEqual([
    ['e', false],
    ['llm-model', false],
    ['llm-system-prompt', true],
    ['llm-user-prompt', true],
    ['llm-raw-response', true],
    ['n', false],
  ]);
  expect(message?.tags?.at(-1)?.values).toEqual(['n', '5']);
});

describe('marks of a message', () => {
  test.each([
    ['completed a task', [['tool', 'complete']], {}],
    ['tool search', [['tool', 'search']], {}],
    ['error', [['error', 'system']], {}],
    ['status progress', [['status', 'progress']], {}],
    ['spoken', [['mode', 'voice']], {}],
    ['task', [], { kind: 1934 }],
    ['not signed', [], { sig: 'short' }],
  ])('%s', (mark, tags, more) => {
    expect(told({ history: [event(BOT, tags, 'x', more)] }).messages[0]?.marks).toEqual([mark]);
  });

  test('an event that the owner drops, or empties, is shown as it stands', () => {
    const { messages } = told({ history: ['[0,"torn', 'null', '{"content":"lost"}', '[]'] });
    expect(messages.map(({ role, text, marks }) => [role, text, marks])).toEqual([
      [null, '[0,"torn', ['TENEX drops this event']],
      [null, 'null', ['TENEX drops this event']],
      [null, '{"content":"lost"}', ['an empty event to TENEX']],
      [null, '[]', ['an empty event to TENEX']],
    ]);
  });
});

describe('sections', () => {
  test('are told in an order of their own, with the lexemes of the file', () => {
    const { metadata, sections } = shown(caseOf('full-all-fields'));
    expect(JSON.parse(metadata.source)).toHaveProperty('branch', 'feat/login-fix');
    expect(sections?.map(({ key }) => key)).toEqual([
      'phaseTransitions',
      'orchestratorTurns',
      'agentStates',
      'executionTime',
      'phaseStartedAt',
    ]);
    expect(sections?.[0]?.lines?.[0]).toBe('chat to plan · 2025-08-08 08:16:40 UTC · Orchestrator: clear request');
    expect(sections?.[1]?.lines?.slice(0, 2)).toEqual([
      'plan · 2025-08-08 08:16:40 UTC · planner · needs a plan · completed',
      '    planner: Plan ready',
    ]);
    expect(sections?.at(-1)?.value.source).toBe('1754640000000');
  });

  test('keys that have no section of their own come last, none of them as a key of the document', () => {
    const text = '{"history":[],"path":"/etc","big":9007199254740993,"agentTodos":{}}';
    const { sections } = shown(Buffer.from(text));
    expect(sections?.map(({ key, value }) => [key, value.source])).toEqual([
      ['agentTodos', '{}'],
      ['otherKeys', '{"path": "/etc", "big": 9007199254740993}'],
    ]);
  });

  test('have what was handed over, and its summary, beside the reason', () => {
    const transition = {
      from: 'chat',
      to: 'plan',
      reason: 'a plan',
      message: 'The lamp flickers.',
      summary: 'flicker',
    };
    const { sections } = told({ phaseTransitions: [transition, { ...transition, message: 'a plan', summary: '' }] });
    expect(sections?.[0]?.lines).toEqual([
      'chat to plan · a plan',
      '    message: The lamp flickers.',
      '    summary: flicker',
      'chat to plan · a plan',
    ]);
  });

  test('odd ones have no lines, and times beyond all dates no time', () => {
    const [transitions, turns] =
      told({ phaseTransitions: [{ from: 1, timestamp: 1e18 }, 5], orchestratorTurns: 'x' }).sections ?? [];
    expect(transitions?.lines).toEqual(['? to ?', '? to ?']);
    expect(turns?.lines).toBeUndefined();
  });
});

describe('older, later and damaged ones', () => {
  test('a history of objects', () => {
    const { messages } = shown(caseOf('history-event-objects'));
    expect(messages).toHaveLength(3);
    expect(messages[0]).toMatchObject({
      role: 'user',
      type: 'text',
      author: expect.any(String),
      time: expect.any(Number),
    });
    expect(messages[1]?.role).toBe('assistant');
  });

  test('messages of December 2025', () => {
    const messages = [
      { pubkey: ANN, content: 'hi', messageType: 'text', eventId: ID, timestamp: 5 },
      {
        pubkey: BOT,
        ral: 1,
        content: '',
        messageType: 'tool-call',
        toolData: [{ toolName: 'read', toolCallId: 'c1', input: { n: 1.0 } }],
      },
      {
        pubkey: BOT,
        ral: 1,
        content: '',
        messageType: 'tool-result',
        toolData: [{ toolName: 'read', toolCallId: 'c1' }],
      },
      {
        pubkey: BOT,
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
      { pubkey: BOT, content: 'x', messageType: 'delegation-marker' },
      { pubkey: BOT, content: 'y', messageType: 'constructor' },
    ];
    expect(told({ messages }).messages).toMatchObject([
      { at: '/messages/0', role: 'user', type: 'text', text: 'hi', id: ID, time: 5, author: ANN },
      { role: 'assistant', type: 'tool_call', name: 'read', callId: 'c1', arguments: '{"n":1}' },
      { role: 'tool', type: 'tool_output', name: 'read', callId: 'c1' },
      { role: 'assistant', type: 'text', text: 'a\n\nb' },
      { role: null, type: 'other', text: 'x' },
      { role: null, type: 'other', text: 'y' },
    ]);
  });

  test('of a torn file what is whole', () => {
    const { messages, metadata, sections } = shown(caseOf('truncated-in-history-string'));
    expect([messages.length, metadata.source, sections]).toEqual([2, '{}', []]);
    expect(shown(new Uint8Array()).messages).toEqual([]);
  });

  test('behind a byte-order mark all of it', () => {
    expect(shown(caseOf('bom')).messages).toHaveLength(3);
    expect(shown(Buffer.concat([Buffer.from('\ufeff'), caseOf('bom')])).messages).toHaveLength(3);
  });
});
