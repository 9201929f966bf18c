import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../src/codecs/edit.ts';
import type { Code } from '../../../src/model/finding.ts';
import { bytesSource } from '../../../src/model/part.ts';
import { decideQwen } from '../../../src/stores/qwen/change/decide.ts';
import { judgeQwen } from '../../../src/stores/qwen/checks/judge.ts';
import { beginQwen } from '../../../src/stores/qwen/index.ts';
import { qwenHomes } from '../../../src/stores/qwen/layout/layout.ts';
import { chainOf, foundObjects } from '../../../src/stores/qwen/read/session.ts';
import { ask } from '../ask.ts';
import { filePart } from '../open-site.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const PROJECT = '-srv-ada-orchard';

const asked = (uuid: string, parentUuid: string | null, more: object = {}) => ({
  ...{ uuid, parentUuid, sessionId: ID, timestamp: '2026-05-04T09:30:00.000Z', type: 'user', cwd: '/srv/ada/orchard' },
  ...{ message: { role: 'user', parts: [{ text: `Question ${uuid}` }] }, ...more },
});

/** A session with these bytes, and what a heal makes of them. */
function opened(bytes: Buffer) {
  const site = { kind: 'qwen', root: '/srv/.qwen', shape: 'home', scope: null, file: null } as const;
  const scope = beginQwen({ name: PROJECT, site, shared: [], now: 2_000_000_000, signatures: false });
  const path = `projects/${PROJECT}/chats/${ID}.jsonl`;
  const part = { ...filePart(path, null, { role: 'session', size: bytes.length }), source: bytesSource(bytes) };
  const document = scope.open({ id: ID, parts: [part] });
  const codes = judgeQwen(document)
    .flatMap((found) => [found, ...(found.consequences ?? [])])
    .map(({ code }) => code);
  return {
    document,
    codes,
    heal: (only: readonly Code[] | null = null, lossy = false) =>
      decideQwen(document, ask('heal', { lossy, only })).outcome,
  };
}

function applied(bytes: Buffer, outcome: ReturnType<ReturnType<typeof opened>['heal']>): Buffer {
  const put = outcome.state === 'changed' ? outcome.steps[0] : undefined;
  if (put?.do !== 'put' || put.content.from !== 'edits') throw new Error('no bytes are edited');
  return Buffer.from(applyEdits(bytes, put.content.edits));
}

const linesOf = (...records: readonly object[]) =>
  Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(''));

describe('a ring of records', () => {
  const [a, d] = [asked('a', null), asked('d', 'c')];

  test('is closed by its first record, which goes on from the one before it once it is healed', () => {
    const bytes = linesOf(a, asked('b', 'c'), asked('c', 'b'), d);
    const { codes, heal } = opened(bytes);
    expect(codes).toEqual(['QW201', 'QW210']);
    expect(applied(bytes, heal())).toEqual(linesOf(a, asked('b', 'a'), asked('c', 'b'), d));
  });

  test('may be one record, or begin the session', () => {
    expect(opened(linesOf(a, asked('c', 'c'), d)).codes).toEqual(['QW201', 'QW210']);
    const bytes = linesOf(asked('a', 'c'), asked('c', 'a'), d);
    const { codes, heal } = opened(bytes);
    expect(codes).toEqual(['QW201']);
    expect(applied(bytes, heal())).toEqual(linesOf(a, asked('c', 'a'), d));
  });
});

test('a ring through a torn record is healed in one run', () => {
  const torn = `{"uuid":"d","parentUuid":"c","sessionId":"${ID}","timestamp":"2026-05-04T`;
  const before = linesOf(asked('a', null), asked('b', 'e'), asked('c', 'b'));
  const { heal } = opened(Buffer.concat([before, Buffer.from(`${torn}\n`), linesOf(asked('e', 'd'))]));
  expect(heal()).toMatchObject({ codes: ['QW201', 'QW209'], after: { messages: 4 } });
});

describe('a heal after which a compression takes the place of what is sent', () => {
  const history = [{ role: 'user', parts: [{ text: 'Summary' }] }];
  const summary = { type: 'system', subtype: 'chat_compression', systemPayload: { compressedHistory: history } };
  const [a, b] = [asked('a', null), asked('b', 'a')];
  const compressed = [a, b, asked('c', 'b', summary), asked('d', 'c')];
  const lost = '1 record that is sent as the session is, and not once it is healed';

  test('needs --lossy, where an old record is copied to the end', () => {
    const { codes, heal } = opened(linesOf(...compressed, a));
    expect(codes).toEqual(['QW212', 'QW210']);
    expect(heal()).toMatchObject({ state: 'refused', reason: `has ${lost}: needs --lossy`, needsLossy: true });
    expect(heal(null, true)).toMatchObject({ state: 'changed', notes: ['1 copy taken away', lost] });
  });

  test('needs nothing where all that is sent stays', () => {
    expect(opened(linesOf(...compressed, asked('d', 'c'))).heal()).toMatchObject({ state: 'changed' });
    expect(opened(linesOf(a, b, asked('c', 'b'), a)).heal()).toMatchObject({ state: 'changed' });
  });
});

describe('a first question', () => {
  const first = (parts: unknown) => asked('a', null, { message: { role: 'user', parts } });

  /** As 0.24.4 lists them. */
  test.each([
    [[{ text: null }], [{ text: '' }]],
    [
      [{ text: 7 }, { text: 'Why' }],
      [{ text: '7' }, { text: 'Why' }],
    ],
    [['Why'], [{ text: 'Why' }]],
    [[null], [{ text: '' }]],
    [{ text: 'Why' }, [{ text: 'Why' }]],
    ['Why', [{ text: 'Why' }]],
    [7, [{ text: '7' }]],
  ])('ends the list of its folder where its parts are %j, healed: %j', (parts, healed) => {
    const bytes = linesOf(first(parts), asked('b', 'a'));
    const { codes, heal, document } = opened(bytes);
    expect(codes).toContain('QW220');
    expect(document.conversations.map(({ hidden }) => hidden)).toEqual(['unlistable']);
    expect(applied(bytes, heal(['QW220', 'QW216']))).toEqual(linesOf(first(healed), asked('b', 'a')));
  });

  test.each([[[{ text: '' }]], [[{ text: ['Why'] }]], [[['Why']]], [[{ text: 'Why' }, null]], [null], ['']])(
    'is listed where its parts are %j',
    (parts) => expect(opened(linesOf(first(parts), asked('b', 'a'))).codes).not.toContain('QW220'),
  );

  test('gives the title by its first text, also where the record is not sent; the next question where that is empty', () => {
    const titleOf = (...records: readonly object[]) => opened(linesOf(...records)).document.conversations[0]?.title;
    expect(titleOf(first([{ text: '' }, { text: 'Why' }]), asked('b', 'a'))).toBe('Question b');
    expect(titleOf(asked('a', null, { uuid: undefined }), asked('b', 'a'))).toBe('Question a');
    expect(
      opened(linesOf(asked('a', null, { uuid: 7, message: { role: 'user', parts: [{ text: 7 }] } }))).codes,
    ).toContain('QW220');
  });

  test.each(['notification', '', null])('of the program, with the subtype %j, is passed over', (subtype) => {
    const { codes, document } = opened(linesOf({ ...first([{ text: 7 }]), subtype }, asked('b', 'a')));
    expect([codes.includes('QW220'), document.conversations[0]?.title]).toEqual([false, 'Question b']);
  });

  test('of another folder ends no list', () => {
    const codes = opened(linesOf({ ...first([{ text: 7 }]), cwd: '/srv/eve' }, asked('b', 'a'))).codes;
    expect([codes.includes('QW220'), codes.includes('QW216')]).toEqual([false, true]);
  });
});

describe('objects that are no records', () => {
  const details = (text: string) =>
    judgeQwen(opened(Buffer.from(text)).document).flatMap(({ code, detail }) => (code === 'QW001' ? [detail] : []));

  test('are not called records over several lines where each is on one', () => {
    expect(details('{"a":1}\n{"b":2}\n{"c":3}\n')).toEqual(['begins with a record that names no folder']);
    expect(details('{\n"a":1\n}\n')).toEqual(['has records over several lines, or in a list']);
    expect(details('[{"a":1},\n{"b":2}]\n')).toEqual(['has records over several lines, or in a list']);
  });
});

describe('the parent of a record', () => {
  const link = (uuid: string, parent: string | null) => ({ uuid, parent, at: uuid.charCodeAt(0), length: 1 });
  const uuids = (of: readonly { readonly uuid: string }[]) => of.map(({ uuid }) => uuid);

  test('is followed from the last one up, past a branch', () => {
    const { chain, offChain } = chainOf([link('a', null), link('b', 'a'), link('c', 'a'), link('d', 'c')]);
    expect([uuids(chain), uuids(offChain)]).toEqual([['a', 'c', 'd'], ['b']]);
  });

  test('ends where a parent is nowhere, and in a ring', () => {
    expect(chainOf([link('a', null), link('b', 'x'), link('c', 'b')])).toEqual({
      chain: [link('b', 'x'), link('c', 'b')],
      offChain: [link('a', null)],
      orphans: [link('b', 'x')],
      closing: new Set(),
    });
    expect(uuids(chainOf([link('a', 'c'), link('b', 'a'), link('c', 'b')]).chain)).toEqual(['a', 'b', 'c']);
  });
});

test.each([
  ['{"a":1}{"b":2}', ['{"a":1}', '{"b":2}']],
  ['text {"a":"}"} more', ['{"a":"}"}']],
  ['{"a":"\\"{"}\0{"b":{}}', ['{"a":"\\"{"}', '{"b":{}}']],
  ['{"a":1,{"b":2}', []],
  ['{"a":"torn{"b":2}', []],
])('%j has the objects %j', (text, objects) => {
  const bytes = Buffer.from(text);
  expect(foundObjects(bytes).map(({ start, end }) => bytes.toString('latin1', start, end))).toEqual(objects);
});

test.each([
  [{}, '/home/ada/.qwen'],
  [{ QWEN_HOME: '/data/qwen' }, '/data/qwen'],
  [{ QWEN_HOME: '/data/qwen', QWEN_RUNTIME_DIR: '/run/qwen' }, '/run/qwen'],
])('the home with %j is %s', (env, home) => {
  expect(qwenHomes({ home: '/home/ada', env })).toEqual([[home]]);
});

describe('a file that the program does not take', () => {
  test('gets the folder of later records where the first one has none', () => {
    const { codes, heal } = opened(linesOf(asked('a', null, { cwd: undefined }), asked('b', 'a')));
    expect(codes).toEqual(['QW001']);
    expect(heal()).toMatchObject({
      state: 'changed',
      codes: ['QW001'],
      notes: ['now names its folder: /srv/ada/orchard'],
    });
  });

  test('is refused where no record has a folder', () => {
    const { codes, heal } = opened(linesOf(asked('a', null, { cwd: undefined })));
    expect(codes).toEqual(['QW001']);
    expect(heal()).toMatchObject({ state: 'refused', codes: ['QW001'] });
  });

  test('gets a line for each record', () => {
    const text = [asked('a', null), asked('b', 'a')].map((each) => `${JSON.stringify(each, null, 2)}\n`).join('');
    const { codes, heal } = opened(Buffer.from(text));
    expect(codes).toEqual(['QW001']);
    expect(heal()).toMatchObject({ state: 'changed', after: { messages: 2 } });
  });

  test('stays as it is where it has records of two sessions', () => {
    const { codes, heal, document } = opened(
      linesOf(asked('a', null), asked('b', 'a', { sessionId: `${ID.slice(0, -1)}0` })),
    );
    expect(codes).toEqual(['QW002']);
    expect(heal()).toMatchObject({ state: 'unchanged' });
    expect(document.conversations.map(({ readable }) => readable)).toEqual([false]);
  });
});

describe('a compression', () => {
  const summary = (...compressedHistory: readonly object[]) => ({
    ...{ type: 'system', subtype: 'chat_compression', message: undefined },
    systemPayload: { compressedHistory },
  });
  const call = { role: 'model', parts: [{ functionCall: { id: 'c', name: 'ls', args: {} } }] };
  const result = { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'ls', response: { output: 'x' } } }] };

  test('takes the place of all before it, which stays to be seen', () => {
    const made = summary({ role: 'user', parts: [{ text: 'What was said' }] });
    const { document } = opened(linesOf(asked('a', null), asked('b', 'a', made), asked('c', 'b')));
    const messages = [...document.transcript(`projects/${PROJECT}/chats/${ID}.jsonl`).messages];
    expect(messages.map(({ text, hidden, source }) => [text, hidden, source])).toEqual([
      ['Question a', true, undefined],
      ['What was said', false, 'summary'],
      ['Question c', false, undefined],
    ]);
  });

  test('holds the call of a result behind it', () => {
    const answer = { type: 'tool_result', message: result };
    const { codes, document } = opened(
      linesOf(asked('a', null), asked('b', 'a', summary(call)), asked('c', 'b', answer)),
    );
    expect(codes).toEqual([]);
    expect(document.conversations.map(({ messages }) => messages)).toEqual([2]);
  });

  test('makes nothing of what was wrong before it', () => {
    const roleless = asked('b', 'a', { message: { parts: [{ text: 'Why' }] } });
    const { codes, document } = opened(
      linesOf(asked('a', null), roleless, asked('c', 'b', { message: result }), asked('d', 'c', summary())),
    );
    expect(codes).toEqual([]);
    expect(document.conversations.map(({ readable }) => readable)).toEqual([true]);
  });

  test('ends the program where a message in it has no role, which nothing tells', () => {
    const made = summary({ role: 'user', parts: [{ text: 'What' }] }, { parts: [{ text: 'was said' }] });
    const { codes, heal, document } = opened(linesOf(asked('a', null), asked('b', 'a', made), asked('c', 'b')));
    expect(codes).toEqual(['QW214']);
    expect(document.conversations.map(({ readable }) => readable)).toEqual([false]);
    expect(heal()).toMatchObject({ state: 'refused', codes: ['QW214'] });
  });
});

test('the first question is looked for in ten lines that are not blank, as by the program', () => {
  const question = linesOf(asked('a', null));
  const readAfter = (lines: string) => {
    const [view] = opened(Buffer.concat([Buffer.from(lines), question])).document.conversations;
    return [view?.title, view?.hidden];
  };
  for (const sound of ['\n'.repeat(30), 'note\n'.repeat(9), '\n  \nnote\n'.repeat(9)])
    expect(readAfter(sound)).toEqual(['Question a', null]);
  expect(readAfter('note\n'.repeat(10))).toEqual([null, 'late']);
  expect(opened(Buffer.concat([Buffer.from('note\n'.repeat(10)), question])).document.conversations[0]?.readable).toBe(
    true,
  );
});

test('what a compression left ends the program where it is no list, but for what JavaScript takes for false', () => {
  const readableWith = (compressedHistory: unknown) => {
    const more = { type: 'system', subtype: 'chat_compression', systemPayload: { compressedHistory } };
    return opened(linesOf(asked('a', null), asked('b', 'a', more), asked('c', 'b')));
  };
  for (const left of ['text', 7, true, {}]) {
    const { codes, heal, document } = readableWith(left);
    expect([codes, document.conversations[0]?.readable]).toEqual([['QW216'], false]);
    expect(heal()).toMatchObject({ state: 'changed', codes: ['QW216'] });
  }
  for (const left of ['', 0, false, null, undefined])
    expect(readableWith(left).document.conversations[0]?.readable).toBe(true);
  const zero = linesOf(asked('a', null), asked('b', 'a', { subtype: 'chat_compression', systemPayload: 'left' }));
  for (const left of ['0.0', '-0', '0e1']) {
    const payload = `{"compressedHistory":${left}}`;
    expect(opened(Buffer.from(zero.toString().replace('"left"', payload))).codes).toEqual([]);
  }
});

test.each([
  ['Why', [{ text: 'Why' }]],
  ['', [{ text: '' }]],
  [{ text: 'Why' }, [{ text: 'Why' }]],
  [7, [{ text: '7' }]],
])('parts of a message in a compression that are %j end the program, and are healed', (parts, healed) => {
  const withHistory = (made: unknown) =>
    linesOf(
      asked('a', null),
      asked('b', 'a', {
        ...{ type: 'system', subtype: 'chat_compression' },
        systemPayload: { compressedHistory: [{ role: 'user', parts: made }] },
      }),
      asked('c', 'b'),
    );
  const { codes, heal, document } = opened(withHistory(parts));
  expect([codes, document.conversations[0]?.readable]).toEqual([['QW216'], false]);
  expect(applied(withHistory(parts), heal())).toEqual(withHistory(healed));
  expect(opened(withHistory(null)).document.conversations[0]?.readable).toBe(true);
});

test('a session whose first record does not say its session is left out of the list, and gone on with', () => {
  const { document } = opened(linesOf(asked('a', null, { sessionId: undefined }), asked('b', 'a')));
  expect(document.conversations.map(({ hidden, readable }) => [hidden, readable])).toEqual([['unnamed', true]]);
});

test('a record behind a quote that nothing ends is not found, and is healed as one behind a torn record', () => {
  const [first, second, third] = [linesOf(asked('a', null)), linesOf(asked('b', 'a')), linesOf(asked('c', 'b'))];
  const behind = (stray: string) => opened(Buffer.concat([first, Buffer.from(stray), second, third]));
  const sent = ({ document }: ReturnType<typeof opened>) => document.conversations[0]?.messages;
  for (const stray of ['x', '"a" ', '\\']) expect([sent(behind(stray)), behind(stray).codes]).toEqual([3, ['QW111']]);
  for (const stray of ['"', '"a', '\\"']) {
    const found = behind(stray);
    expect([sent(found), found.codes]).toEqual([1, ['QW104', 'QW201', 'QW210']]);
    expect(found.heal()).toMatchObject({ state: 'changed', codes: ['QW104'] });
  }
});

test('a part that is no object ends the program before a compression too, and another odd one only where it is sent', () => {
  const more = { type: 'system', subtype: 'chat_compression', systemPayload: { compressedHistory: [] } };
  const before = (part: unknown) =>
    opened(
      linesOf(asked('a', null), asked('b', 'a', { message: { role: 'user', parts: [part] } }), asked('c', 'b', more)),
    );
  for (const part of [null, 'text', 7]) {
    const { codes, heal, document } = before(part);
    expect([codes, document.conversations[0]?.readable]).toEqual([['QW216'], false]);
    expect(heal()).toMatchObject({ state: 'changed', codes: ['QW216'] });
  }
  expect(before({ text: 7 }).document.conversations[0]?.readable).toBe(true);
});

test('the list counts the messages that are shown, without making them', () => {
  const answer = (...parts: readonly object[]) => ({ type: 'assistant', message: { role: 'model', parts } });
  const [call, result] = [{ functionCall: { id: 'x', name: 'ls' } }, { functionResponse: { id: 'x', response: {} } }];
  const { document } = opened(
    linesOf(
      asked('a', null, { message: { role: 'user', parts: [{ text: 'One' }, { text: 'message' }] } }),
      asked(
        'b',
        'a',
        answer({ text: 'Thought', thought: true }, { text: 'Two' }, { text: null }, { text: 'texts' }, call),
      ),
      asked('c', 'b', { type: 'tool_result', message: { role: 'user', parts: [result] } }),
      asked('d', 'c', { type: 'tool_result', message: { role: 'user', parts: [result] } }),
      asked('e', 'd', answer(call)),
      asked('f', 'e', { message: { role: 'user', parts: [{ inlineData: { data: 'AA==', mimeType: 'image/png' } }] } }),
      asked('g', 'f', { type: 'system', subtype: 'slash_command', systemPayload: { rawCommand: '/stats' } }),
      asked('h', 'g', { message: { role: 'user', parts: [{ text: '' }, { text: '' }] } }),
    ),
  );
  const shown = [...document.transcript(`projects/${PROJECT}/chats/${ID}.jsonl`).messages].filter(
    ({ hidden }) => !hidden,
  );
  expect(shown.map(({ type, text }) => [type, text])).toEqual([
    ['text', 'One\nmessage'],
    ['text', 'Two'],
    ['text', 'texts'],
    ['tool_call', null],
    ['tool_output', '{}'],
    ['text', ''],
  ]);
  expect(document.conversations.map(({ messages }) => messages)).toEqual([shown.length]);
});

describe('a torn record', () => {
  const torn = JSON.stringify(asked('b', 'a', { message: { role: 'user', parts: [{ text: 'Torn' }] } })).slice(0, -3);

  test('that ends with a whole part of it has no record behind it', () => {
    expect(torn).toMatch(/\{"text":"Torn"\}$/);
    const { codes, heal } = opened(Buffer.concat([linesOf(asked('a', null)), Buffer.from(torn)]));
    expect(codes).toEqual(['QW107', 'QW101']);
    expect(heal(['QW101'])).toMatchObject({ state: 'unchanged' });
    const after = { bytes: linesOf(asked('a', null)).length };
    expect(heal(['QW101'], true)).toMatchObject({ state: 'changed', after });
  });

  test('gives back the whole record behind it, if that lacks something too', () => {
    for (const behind of [asked('c', 'a'), asked('c', 'a', { type: undefined })]) {
      const { codes, heal } = opened(
        Buffer.concat([linesOf(asked('a', null)), Buffer.from(torn.slice(0, -1)), linesOf(behind)]),
      );
      expect(codes).toEqual(['QW104']);
      expect(heal()).toMatchObject({ state: 'changed', after: { messages: 2 } });
    }
  });
});

describe('a part of a message', () => {
  const withParts = (...parts: readonly unknown[]) =>
    asked('b', 'a', { type: 'assistant', message: { role: 'model', parts } });
  const call = (more: object) => ({ functionCall: { id: 'c', name: 'ls', args: {}, ...more } });

  /** What ended Qwen Code 0.24.4, and what a heal makes of it. */
  test.each([
    [null, { text: null }],
    ['bare words', { text: 'bare words' }],
    [3, { text: '3' }],
    [true, { text: 'true' }],
    [{ text: 0 }, { text: '0' }],
    [{ text: { a: ['b'] } }, { text: '{"a":["b"]}' }],
    [call({ name: 7 }), call({ name: '7' })],
    [{ inlineData: { mimeType: 7, data: '' } }, { inlineData: { mimeType: '7', data: '' } }],
  ])('ends the program where it is %j, and becomes %j', (part, healed) => {
    const bytes = linesOf(asked('a', null), withParts({ text: 'Why' }, part));
    const { codes, heal, document } = opened(bytes);
    expect(codes).toContain('QW216');
    expect(document.conversations.map(({ readable }) => readable)).toEqual([false]);
    const outcome = heal();
    expect(outcome).toMatchObject({ state: 'changed', codes: ['QW216'] });
    expect(applied(bytes, outcome)).toEqual(linesOf(asked('a', null), withParts({ text: 'Why' }, healed)));
  });

  test.each([[{}], [[]], [[null]], [{ text: null }], [{ functionCall: 'x' }], [call({ name: null })]])(
    'is sound to the program where it is %j',
    (part) => expect(opened(linesOf(asked('a', null), withParts({ text: 'Why' }, part))).codes).not.toContain('QW216'),
  );

  /** As 0.24.4 goes on with them. */
  test.each([
    [{ text: '' }, { text: null }],
    [{}, { text: null }],
    [{ text: '', thought: true }, null],
    [{ text: null }, null],
    [{ functionCall: null }, null],
  ])('that is empty keeps its answer from being sent: %j, healed: %j', (part, healed) => {
    const records = (one: object) => [
      asked('a', null),
      withParts(one, { text: 'Why' }, call({})),
      asked('c', 'b', {
        type: 'tool_result',
        message: { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'ls', response: { output: 'x' } } }] },
      }),
    ];
    const bytes = linesOf(...records(part));
    const { codes, document, heal } = opened(bytes);
    const messages = [...document.transcript(document.conversations[0]?.path ?? '').messages];
    const isSent = messages.some(({ text, hidden }) => text === 'Why' && !hidden);
    expect([codes, isSent]).toEqual(healed === null ? [[], true] : [['QW218', 'QW208'], false]);
    if (healed !== null) expect(applied(bytes, heal())).toEqual(linesOf(...records(healed)));
  });

  test('that is empty does a question no harm', () => {
    expect(
      opened(linesOf(asked('a', null, { message: { role: 'user', parts: [{}, { text: 'Why' }] } }))).codes,
    ).toEqual([]);
  });

  test('ends the program in a summary, and not beside the conversation', () => {
    const history = { role: 'user', parts: [{ text: 'What' }, null] };
    const made = { type: 'system', subtype: 'chat_compression', systemPayload: { compressedHistory: [history] } };
    const sound = asked('c', 'b', { message: { role: 'user', parts: [{ text: 'Why' }] } });
    expect(opened(linesOf(asked('a', null), asked('b', 'a', made), sound)).codes).toEqual(['QW216']);
    expect(opened(linesOf(asked('a', null), withParts(null), asked('c', 'a'))).codes).not.toContain('QW216');
  });
});

test.each([undefined, null, ''])('a call with the id %j is not sent, nor is its result', (id) => {
  const response = { functionResponse: { id: 'c', name: 'ls', response: { output: 'x' } } };
  const call = { message: { role: 'model', parts: [{ functionCall: { id, name: 'ls', args: {} } }] } };
  const { codes, document } = opened(
    linesOf(
      asked('a', null),
      asked('b', 'a', { type: 'assistant', ...call }),
      asked('c', 'b', { type: 'tool_result', message: { role: 'user', parts: [response] } }),
    ),
  );
  expect(codes).toEqual(['QW217', 'QW208']);
  const messages = [...document.transcript(`projects/${PROJECT}/chats/${ID}.jsonl`).messages];
  expect(messages.map(({ hidden }) => hidden === true)).toEqual([false, true, true]);
  expect(document.conversations[0]?.messages).toBe(1);
});

test('a call of a record that is there twice is not that of another', () => {
  const call = { message: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'ls', args: {} } }] } };
  const response = { functionResponse: { id: 'c', name: 'ls', response: { output: 'x' } } };
  const all = [
    asked('a', null),
    asked('b', 'a', { type: 'assistant', ...call }),
    asked('c', 'b', { type: 'tool_result', message: { role: 'user', parts: [response] } }),
  ];
  expect(opened(linesOf(...all, ...all)).codes).toEqual(['QW212', 'QW212', 'QW212']);
  const another = asked('d', 'c', { type: 'assistant', ...call });
  expect(opened(linesOf(...all, another)).codes).toEqual(['QW206']);
  const { parts } = call.message;
  const within = asked('b', 'a', { type: 'assistant', message: { role: 'model', parts: [...parts, ...parts] } });
  expect(opened(linesOf(asked('a', null), within, ...all.slice(2))).codes).toEqual(['QW206']);
});

describe('the role of a message', () => {
  const call = { functionCall: { id: 'c', name: 'ls', args: {} } };
  const result = { functionResponse: { id: 'c', name: 'ls', response: { output: 'x' } } };
  const said = (role: string | undefined, ...parts: readonly object[]) => ({ message: { role, parts } });

  test.each([
    ['none', asked('b', 'a', said(undefined, { text: 'Why' }))],
    ['none, and no parts', asked('b', 'a', { message: {} })],
    ['one that the program does not know', asked('b', 'a', said('system', { text: 'Why' }))],
  ])('ends the program where it is %s, and comes from the type of the record', (_, record) => {
    const { codes, heal, document } = opened(linesOf(asked('a', null), record));
    expect(codes).toContain('QW214');
    expect(document.conversations.map(({ readable }) => readable)).toEqual([false]);
    expect(heal()).toMatchObject({ state: 'changed', codes: ['QW214'] });
  });

  test('is not looked at beside the conversation, and in records of the program', () => {
    const branch = asked('b', 'a', said(undefined, { text: 'Why' }));
    const { codes } = opened(linesOf(asked('a', null), branch, asked('c', 'a', { type: 'system', message: {} })));
    expect(codes).not.toContain('QW214');
  });

  test('keeps a call and a result from being sent where it is not theirs', () => {
    const called = (role: string) => asked('b', 'a', { type: 'assistant', ...said(role, call) });
    const answered = (role: string) => asked('c', 'b', { type: 'tool_result', ...said(role, result) });
    const sent = (...records: readonly object[]) => {
      const { codes, heal, document } = opened(linesOf(asked('a', null), ...records));
      const messages = [...document.transcript(`projects/${PROJECT}/chats/${ID}.jsonl`).messages];
      const [view] = document.conversations;
      expect(view?.messages).toBe(messages.filter(({ hidden }) => !hidden).length);
      return [codes, messages.map(({ hidden }) => hidden), heal().state];
    };
    expect(sent(called('model'), answered('user'))).toEqual([[], [false, false, false], 'unchanged']);
    expect(sent(called('model'), answered('model'))).toEqual([['QW215'], [false, false, true], 'changed']);
    expect(sent(called('user'), answered('user'))).toEqual([['QW215'], [false, true, true], 'changed']);
  });
});
