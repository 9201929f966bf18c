import { describe, expect, test } from 'vitest';
import type { Answer, History } from './cases.ts';
import { driftOf, isRetired, withoutThinking } from './drift.ts';
import { unknownIn } from './records.ts';
import { type Judged, report } from './report.ts';

const TALK: History = [
  ['user', [['text', 'Hi']]],
  ['assistant', [['tool_use', 'toolu_01']]],
  ['user', [['tool_result', 'toolu_01']]],
  ['assistant', [['text', 'Bye']]],
];
const SENT: Answer = { exit: 0, said: 'Resumed.', refused: [], sent: TALK, first: null, grew: true, added: ['user'] };
const STUCK: Answer = { ...SENT, exit: 1, said: 'API Error: 400', refused: ['messages.0: no', 'messages.0: no'] };

describe('changes of a version', () => {
  test.each<[string, Answer, Answer, unknown]>([
    ['nothing', SENT, { ...SENT, said: 'Gone on.', added: ['user', 'mode'] }, null],
    ['it is stuck', SENT, STUCK, { type: 'stuck', lines: ['- goes on', '+ refused: messages.0: no'] }],
    ['it goes on', STUCK, SENT, { type: 'freed', lines: ['- refused: messages.0: no', '+ goes on'] }],
    [
      'an answer is gone',
      SENT,
      { ...SENT, sent: TALK.slice(0, 3) },
      { type: 'less', lines: ['- assistant text "Bye"'] },
    ],
    [
      'one answer more',
      SENT,
      { ...SENT, sent: [...TALK, ...TALK.slice(3)] },
      { type: 'more', lines: ['+ assistant text "Bye"'] },
    ],
    [
      'another order',
      SENT,
      { ...SENT, sent: [...TALK].reverse() },
      {
        type: 'otherwise',
        lines: ['- user text "Hi" (in another order)', '+ assistant text "Bye" (in another order)'],
      },
    ],
    ['nothing is sent', SENT, { ...SENT, sent: null, grew: false }, expect.objectContaining({ type: 'rewritten' })],
    [
      'another refusal',
      STUCK,
      { ...STUCK, refused: ['too long'] },
      { type: 'refused', lines: ['- refused: messages.0: no', '+ refused: too long'] },
    ],
    ['another first request', SENT, { ...SENT, first: TALK }, expect.objectContaining({ type: 'first' })],
  ])('%s', (_, then, now, drift) => {
    expect(driftOf(then, now)).toEqual(drift);
  });

  test('thinking that a retired model keeps from the next one is no difference, and an answer beside it is', () => {
    const thought = (text: string): Answer => {
      const blocks = [['thinking', 'Hm'] as const, ['text', text] as const];
      return { ...SENT, sent: [...TALK, ['assistant', blocks]] };
    };
    const bare: Answer = { ...SENT, sent: [...TALK, ['assistant', [['text', 'Bye']]]] };
    expect(driftOf(thought('Bye'), bare)).toMatchObject({ type: 'less' });
    expect(driftOf(withoutThinking(thought('Bye')), withoutThinking(bare))).toBeNull();
    expect(driftOf(withoutThinking(thought('Hi')), withoutThinking(bare))).toMatchObject({ type: 'otherwise' });
    const notice = 'Session model claude-x could not be restored (retired) — using the default model instead.';
    const retired = [notice, 'Session model claude-x is here'].map((text) => ({
      ...bare,
      appended: Buffer.from(text),
    }));
    expect(retired.map(isRetired)).toEqual([true, false]);
  });

  test('ids in its last words are no difference', () => {
    const none = (id: string): Answer => ({ ...SENT, exit: 1, said: `No conversation found with session ID: ${id}` });
    const [one, other] = ['6ab2a604-de53-440d-a9f1-2da1647a54fd', '00000000-0000-4000-8000-000000000001'];
    expect(driftOf(none(one), none(other))).toBeNull();
  });
});

test('a type, a field and a block that no known record has are counted, and the fields of an unknown type are not', () => {
  const lines = (...records: unknown[]) => Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
  const user = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } };
  const known = lines(user, { type: 'system', subtype: 'init' }, 'no record');
  const painted = { ...user, message: { ...user.message, content: [{ type: 'paint', colour: 'red' }] }, mood: 1 };
  const appended = lines(user, painted, painted, { type: 'system', subtype: 'new' }, { type: 'cache', of: 1 });
  expect([...unknownIn([appended], [known])]).toEqual([
    ['block paint', 2],
    ['cache', 1],
    ['system new', 1],
    ['user.mood', 2],
  ]);
});

test('the report of healed sessions says how many send all of the sound one', () => {
  const now = { ...SENT, appended: Buffer.alloc(0) };
  const judged: Judged[] = [{ ...SENT, sent: TALK.slice(1) }, SENT].map((recorded, i) => ({
    name: `damage/${i}`,
    recorded,
    now,
    drift: null,
  }));
  const told = {
    program: 'claude',
    version: '1.0.1',
    recorded: '1.0.0',
    seconds: 3,
    unknown: new Map(),
    alarms: new Map(),
  };
  expect(report({ ...told, judged, healing: 'healed', sound: TALK })).toBe(
    [
      'claude 1.0.1, recorded with 1.0.0, each session healed first: 2 cases in 3 s',
      '2 as recorded',
      '2 of 2 damaged ones send all of the sound session; 1 did before they were healed',
      '',
    ].join('\n'),
  );
});

test('the report says once what several cases have in common', () => {
  const now = { ...SENT, appended: Buffer.alloc(0) };
  const drift = driftOf(SENT, STUCK);
  const judged: Judged[] = ['damage/a', 'damage/b', 'real/001'].map((name, i) => ({
    name,
    recorded: SENT,
    now,
    drift: i < 2 ? drift : null,
  }));
  const told = { program: 'claude', version: '1.0.1', recorded: '1.0.0', seconds: 3 };
  const alarms = new Map([['CL110', ['written/2.1.330/text', 'written/2.1.330/talk']]]);
  expect(report({ ...told, judged, unknown: new Map([['user.mood', 2]]), alarms, healing: 'none', sound: TALK })).toBe(
    [
      'claude 1.0.1, recorded with 1.0.0: 3 cases in 3 s',
      '1 as recorded',
      '',
      'goes on no more (2)',
      '  damage/a, damage/b',
      '    - goes on',
      '    + refused: messages.0: no',
      '',
      'Found by convo verify in what it made of sound sessions:',
      '  CL110 written/2.1.330/text, written/2.1.330/talk',
      '',
      'In the records that it appended, and in no recorded session:',
      '  user.mood 2',
      '',
    ].join('\n'),
  );
});
