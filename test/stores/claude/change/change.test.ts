import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import type { Part } from '../../../../src/model/part.ts';
import { claude } from '../../../../src/stores/claude/index.ts';
import type { Ask, UnitChange, UnitDecision } from '../../../../src/stores/decision.ts';
import { ask } from '../../ask.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const NOW = 1_795_262_400;
const site = { kind: 'claude', root: '/home/a/.claude', shape: 'home', scope: null, file: null } as const;

/** A session of these bytes, and what is found in it. */
async function opened(bytes: Buffer, age = 99_999) {
  const source = { size: bytes.length, slice: (from: number, length: number) => bytes.subarray(from, from + length) };
  const part: Part = {
    path: `projects/-a/${ID}.jsonl`,
    role: 'session',
    type: 'file',
    bytes: null,
    source,
    size: bytes.length,
    mtime: NOW - age,
    mode: 0o600,
    digest: () => 'a'.repeat(64),
  };
  const session = await claude.begin({ name: '-a', site, shared: [], now: NOW, signatures: false }, true);
  const document = session.open({ id: ID, parts: [part] });
  return { session, document, findings: [...document.findings()] };
}

/** What a verb makes of a session. */
async function decided(bytes: Buffer, options: Ask, age?: number): Promise<UnitDecision['outcome']> {
  const { session, document } = await opened(bytes, age);
  return session.decide(document, options, []).outcome;
}

/** The lines that a verb leaves. */
async function changed(records: readonly string[], options: Ask): Promise<string[]> {
  const bytes = Buffer.from(`${records.join('\n')}\n`);
  const outcome = await decided(bytes, options);
  const [step] = (outcome as UnitChange).steps;
  if (step?.do !== 'put' || step.content.from === 'bytes') throw new Error(JSON.stringify(outcome));
  return Buffer.from(applyEdits(bytes, step.content.edits)).toString().trimEnd().split('\n');
}

/** The records of a fork; answers were confirmed by running the SDK's own. */
async function forked(records: readonly string[], at: string | null = null): Promise<Record<string, unknown>[]> {
  let drawn = 0;
  const newId = () => `f0f0f0f0-0000-4000-8000-${String(++drawn).padStart(12, '0')}`;
  return (await changed(records, ask('fork', { newId, now: NOW, at }))).map((line) => JSON.parse(line));
}

const user = (uuid: string, more: object = {}) =>
  JSON.stringify({
    type: 'user',
    uuid,
    parentUuid: null,
    sessionId: ID,
    message: { role: 'user', content: 'hi' },
    ...more,
  });

test('a fork that sends less than its source says how much', async () => {
  let drawn = 0;
  const newId = () => `f0f0f0f0-0000-4000-8000-${String(++drawn).padStart(12, '0')}`;
  const notes = async (...records: readonly string[]) => {
    const outcome = await decided(Buffer.from(`${records.join('\n')}\n`), ask('fork', { newId, now: NOW }));
    return (outcome as UnitChange).notes;
  };
  const at = (second: number) => ({ timestamp: `2026-05-04T09:30:0${second}.000Z` });
  const [a, b] = [user('a', at(1)), user('b', { parentUuid: 'a', ...at(2) })];
  expect(await notes(a, b, user('c', { parentUuid: 'b', ...at(3) }))).toEqual([]);
  const note =
    "sends 1 of the 3 messages that its source sends: a record goes on from one that is lost or a subagent's; `convo heal` mends what is lost";
  expect(await notes(a, b, user('c', { parentUuid: 'lost', ...at(3) }))).toEqual([note]);
});

test('a record without a time gets that of the fork, and another keeps its own', async () => {
  const [first, second] = await forked([user('a'), user('b', { timestamp: null }), user('c')]);
  expect(first?.['timestamp']).toBe('2026-11-21T12:00:00.000Z');
  expect(second?.['timestamp']).toBeNull();
});

test.each([
  [0, 0],
  ['', ''],
  [[], []],
  [false, false],
  ['nowhere', null],
  ['a', 'f0f0f0f0-0000-4000-8000-000000000001'],
])('a logical parent of %j becomes %j', async (given, made) => {
  const [, second] = await forked([user('a'), user('b', { logicalParentUuid: given })]);
  expect(second?.['logicalParentUuid']).toEqual(made);
});

test('white space around a title stays in it', async () => {
  const lines = await forked([user('a'), '{"type":"custom-title","customTitle":" spaced "}']);
  expect(lines.at(-1)?.['customTitle']).toBe(' spaced  (fork)');
});

test('of two records with one uuid, a fork ends at the first', async () => {
  const lines = await forked([user('a'), user('b'), user('c'), user('b')], 'b');
  expect(lines.length).toBe(3);
});

describe('of a session whose records hold several messages each, a fork ends before', () => {
  const said = (uuid: string, parentUuid: string | null, ...texts: string[]) => {
    const content = texts.map((text) => ({ type: 'text', text }));
    return user(uuid, { parentUuid, message: { role: 'user', content } });
  };
  const records = [said('a', null, '0', '1'), said('b', 'a', '2', '3'), said('c', 'b', '4'), said('d', 'c', '5')];
  const bytes = Buffer.from(`${records.join('\n')}\n`);
  const fork = async (at: string) =>
    (await decided(bytes, ask('fork', { newId: newIds(), now: NOW, at }))) as UnitChange;

  test.each([
    ['2', 1, 4],
    ['4', 2, 2],
    ['5', 3, 1],
  ])('message %s as show numbers it', async (at, kept, left) => {
    expect(await forked(records, at)).toHaveLength(kept + 1);
    expect(await fork(at)).toMatchObject({
      after: { messages: 4 + kept },
      notes: [`leaves out ${left} of 6 texts, calls and results`],
    });
  });

  test('in the middle of a turn, and says which calls are not sent then', async () => {
    const called = (uuid: string, parent: string, call: string) =>
      user(uuid, {
        parentUuid: parent,
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', id: call, name: 'Read', input: {} }] },
      });
    const result = (uuid: string, parent: string, call: string) =>
      user(uuid, {
        parentUuid: parent,
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content: 'x' }] },
      });
    const turn = [
      user('a'),
      called('b', 'a', 'toolu_1'),
      called('c', 'b', 'toolu_2'),
      result('d', 'c', 'toolu_1'),
      result('e', 'd', 'toolu_2'),
      user('f', { parentUuid: 'e' }),
    ];
    const bytesOfTurn = Buffer.from(`${turn.join('\n')}\n`);
    const notesAt = async (at: string) =>
      ((await decided(bytesOfTurn, ask('fork', { newId: newIds(), now: NOW, at }))) as UnitChange).notes.slice(1);
    const INSIDE = 'ends inside the turn that began with message 0';
    const OPEN = 'call in it has no result, and the program does not send such calls';
    expect(await notesAt('1')).toEqual([INSIDE]);
    // Each result is shown behind its call, and stands behind both calls in the file.
    expect(await notesAt('3')).toEqual([
      `${INSIDE}: 1 ${OPEN}`,
      'message 2 is not in it, because of its place in the file',
    ]);
    expect(await notesAt('2')).toEqual([
      `${INSIDE}: 2 calls in it have no result, and the program does not send such calls`,
      'message 3 is in it, because of its place in the file',
    ]);
    expect(await notesAt('4')).toEqual([`${INSIDE}: 1 ${OPEN}`]);
    expect(await notesAt('5')).toEqual([]);
  });

  test('all of the record that holds the message', async () => {
    expect(await forked(records, '3')).toHaveLength(2);
    expect((await fork('3')).notes).toEqual([
      'leaves out 4 of 6 texts, calls and results',
      'it ends before message 2: one record holds that and message 3',
    ]);
  });

  test.each(['0', '1', '6'])('no message %s, and says which there are', async (at) => {
    expect(await fork(at)).toMatchObject({
      state: 'refused',
      reason: 'has 6 texts, calls and results: give a number from 2 to 5',
    });
  });
});

test('a fork counts the messages of its copy, where its source is cut off from them', async () => {
  const cut = [user('a'), user('b', { parentUuid: 'a' }), user('c', { parentUuid: 'gone' })];
  const bytes = Buffer.from(`${cut.join('\n')}\n`);
  expect(await decided(bytes, ask('fork', { newId: newIds(), now: NOW, at: '2' }))).toMatchObject({
    before: { messages: 1 },
    after: { messages: 3 },
  });
});

function newIds(): () => string {
  let made = 10;
  return () => `${ID.slice(0, -2)}${made++}`;
}

test('a fork counts the tool calls that it copies', async () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] };
  const records = [user('a'), user('b', { parentUuid: 'a', type: 'assistant', message: call })];
  const bytes = Buffer.from(`${records.join('\n')}\n`);
  const piece = await decided(bytes, ask('fork', { newId: () => ID, now: NOW, at: '1' }));
  expect(piece).toMatchObject({ before: { toolCalls: 1 }, after: { messages: 3, toolCalls: 1 } });
});

test('a parent that is only beyond the end of the copy is none', async () => {
  const records = [user('a', { parentUuid: 'c' }), user('b', { parentUuid: 'a' }), user('c')];
  const [first, second] = await forked(records, 'b');
  expect(first?.['parentUuid']).toBeNull();
  expect(second?.['parentUuid']).toBe(first?.['uuid']);
});

test('progress records are jumped over, and of a ring of them nothing comes', async () => {
  const progress = (uuid: string, parentUuid: string) => user(uuid, { type: 'progress', parentUuid });
  const records = [user('a'), progress('p', 'a'), progress('q', 'p'), user('b', { parentUuid: 'q' })];
  const ring = [progress('x', 'y'), progress('y', 'x'), user('c', { parentUuid: 'x' })];
  const lines = await forked([...records, ...ring]);
  expect(lines.slice(0, 3).map((line) => line['parentUuid'])).toEqual([null, lines[0]?.['uuid'], null]);
});

test('a warning that needs --lossy is healed with it alone', async () => {
  const bytes = Buffer.from(`${user('a')}\n{"type":"user","uuid":"b","mess`);
  expect(await decided(bytes, ask('heal'))).toMatchObject({ state: 'unchanged' });
  expect(await decided(bytes, ask('heal', { lossy: true }))).toMatchObject({ state: 'changed' });
});

describe('a record that comes back behind a torn one, at the end of a session', () => {
  const talk = [user('a'), user('b', { parentUuid: 'a' })];

  test('follows what is before it in the file, since its own parent is lost', async () => {
    const torn = '{"parentUuid":"b","type":"assist';
    const lines = await changed([...talk, torn + user('d', { parentUuid: 'c' })], ask('heal'));
    expect(lines).toEqual([...talk, torn, user('d', { parentUuid: 'b' })]);
  });
});

/** The lines that a heal leaves, with all it may lose. */
const healed = (records: readonly string[]) => changed(records, ask('heal', { lossy: true }));

const answer = (content: readonly object[]) =>
  user('b', { type: 'assistant', parentUuid: 'a', message: { role: 'assistant', content } });

const contentOf = (line: string | undefined) => JSON.parse(line ?? '').message.content;

const said = { type: 'text', text: 'Yes.' };

test('thinking without its text, as newer programs keep it, is nothing to report and nothing to heal', async () => {
  const bytes = Buffer.from(
    `${[user('a'), answer([{ type: 'thinking', thinking: '', signature: 'x' }, said])].join('\n')}\n`,
  );
  expect((await opened(bytes)).findings).toEqual([]);
  expect(await decided(bytes, ask('heal', { lossy: true }))).toMatchObject({ state: 'unchanged' });
});

describe('faults that are harmless to the program', () => {
  const blank = user('b', { parentUuid: 'a', message: { role: 'user', content: [{ type: 'text', text: ' ' }] } });
  const half = user('b', { parentUuid: 'a', message: { role: 'user', content: 'half \ud83d' } });

  test('is rewritten by no heal that does not name it', async () => {
    for (const line of [blank, half]) {
      const bytes = Buffer.from(`${[user('a'), line].join('\n')}\n`);
      expect(await decided(bytes, ask('heal', { lossy: true }))).toMatchObject({ state: 'unchanged' });
    }
  });

  test('is rewritten by name', async () => {
    const [, empty] = await changed([user('a'), blank], ask('heal', { only: ['CL414'] }));
    expect(contentOf(empty)).toEqual([{ type: 'text', text: '(empty)' }]);
    const [, whole] = await changed([user('a'), half], ask('heal', { only: ['CL420'], lossy: true }));
    expect(contentOf(whole)).toBe('half \ufffd');
  });
});

describe('a message with several blocks that cannot be sent', () => {
  const unsigned = { type: 'thinking', thinking: 'Hm.' };
  const hollow = { type: 'thinking', signature: 'x' };

  test('keeps what can be sent', async () => {
    expect(contentOf((await healed([user('a'), answer([hollow, unsigned, said, hollow])]))[1])).toEqual([said]);
    expect(contentOf((await healed([user('a'), answer([hollow, unsigned])]))[1])).toEqual([]);
  });
});

test('a title that comes back gets a line of its own behind a last line that has no end', async () => {
  const long = answer([{ type: 'text', text: 'y'.repeat(70_000) }]);
  const lines = [
    user('a'),
    long,
    '{"type":"custom-title","customTitle":"Far"}',
    `{"type":"x","text":"${'y'.repeat(70_000)}"}`,
  ];
  const { steps } = (await decided(Buffer.from(lines.join('\n')), ask('heal', { only: ['CL304'] }))) as UnitChange;
  expect(steps).toMatchObject([{ content: { edits: [{ insert: expect.toSatisfy((text) => text[0] === 0x0a) }] } }]);
});

test('a heal after which less would be sent is refused', async () => {
  const talk = [user('a'), answer([{ type: 'text', text: 'Yes.' }])];
  const bytes = Buffer.from(`${[...talk, `\0${user('c')}`].join('\n')}\n`);
  const reason = 'would take 2 messages from what the program sends, with CL203 left in the file';
  expect(await decided(bytes, ask('heal', { lossy: true }))).toMatchObject({ state: 'refused', reason });
});

test('a heal that would leave nothing of what was said is refused', async () => {
  const odd = user('a').replaceAll('":', '":\u00a0');
  const reason = 'would leave nothing of what was said';
  // A line that is not a record stays where it is, and says nothing.
  for (const rest of ['', 'a note\n'])
    expect(await decided(Buffer.from(`${odd}\n${odd}\n${rest}`), ask('heal', { lossy: true }))).toMatchObject({
      state: 'refused',
      reason,
    });
});

test('a session with lines that hide records is not forked before it is healed', async () => {
  const bytes = Buffer.from(`${user('a')}${user('b', { parentUuid: 'a' })}\n`);
  expect(await decided(bytes, ask('fork'))).toMatchObject({
    state: 'refused',
    codes: ['CL006'],
    reason: expect.stringContaining('heal it first'),
  });
});

test('a session that was written to just now is not changed, whether a program says that it has it open or not', async () => {
  const bytes = Buffer.from(`${user('a')}\n`);
  for (const options of [ask('tag', { tag: 'x' }), ask('archive'), ask('delete')])
    expect(await decided(bytes, options, 5)).toMatchObject({
      codes: ['CL403'],
      reason: expect.stringContaining('try again in a minute'),
    });
  expect(await decided(bytes, ask('tag', { tag: 'x' }), 61)).toMatchObject({ state: 'changed' });
});

test('of a file of NUL bytes alone it is said that what was said is lost', async () => {
  const { findings } = await opened(Buffer.alloc(70_000));
  expect(findings).toMatchObject([
    { code: 'CL219', detail: 'holds NUL bytes alone: what was said is lost' },
    { code: 'CL106' },
  ]);
});

test('a heal of a last line that a full disk overwrote says how many of its bytes are NUL', async () => {
  const torn = Buffer.concat([Buffer.from(`${user('u1')}\n${user('u2').slice(0, 60)}`), Buffer.alloc(200)]);
  const outcome = await decided(torn, ask('heal', { lossy: true, now: NOW, newId: () => ID }));
  expect((outcome as UnitChange).notes.join()).toMatch(
    /is removed, 260 bytes, 200 of them NUL: what was there is overwritten/,
  );
});
