import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type HomeAnswer, homesText, recordedHomes, type ThreadAnswer } from '../homes.ts';
import { homeDrift } from './home-drift.ts';
import { homesReport, idOnceHealed } from './judge.ts';

const TURNS: ThreadAnswer['turns'] = [
  ['t1', 'completed', [['userMessage', 'How deep?'], ['agentMessage']]],
  [null, 'interrupted', [['userMessage', 'When?']]],
];
const READ: HomeAnswer = {
  list: ['a', 'b'],
  shown: { a: ['How deep?', null], b: ['When?', 'Carrots'] },
  threads: { a: { mode: 'legacy', turns: TURNS } },
};
const thread = (answer: ThreadAnswer): HomeAnswer => ({ ...READ, threads: { a: answer } });
const UNREAD = thread({ mode: null, error: 'rollout at <home>/x is empty', read: false, stuck: 'rollout at' });
const STUCK = thread({ mode: 'legacy', turns: TURNS, stuck: 'failed to parse' });
const DRAWN_ANEW: ThreadAnswer['turns'] = [
  [
    't1',
    'completed',
    [
      ['userMessage', 'How deep?'],
      ['agentMessage', 'A long text'],
    ],
  ],
  ['another', 'interrupted', [['userMessage', 'When?']]],
];

describe('changes of a version with a home', () => {
  test.each<[string, HomeAnswer, HomeAnswer, string[]]>([
    ['nothing', READ, READ, []],
    ['nothing but what was not recorded', READ, thread({ mode: 'legacy', turns: DRAWN_ANEW }), []],
    ['a thread is no longer listed', READ, { ...READ, list: ['b'] }, ['unlisted']],
    ['another one is listed', READ, { ...READ, list: ['a', 'b', 'c'] }, ['listed']],
    ['another order', READ, { ...READ, list: ['b', 'a'] }, ['otherwise']],
    ['another name', READ, { ...READ, shown: { ...READ.shown, b: ['When?', 'Leeks'] } }, ['otherwise']],
    ['it is not read', READ, UNREAD, ['unread', 'stuck']],
    ['it is read', UNREAD, READ, ['read', 'freed']],
    ['a turn is gone', READ, thread({ mode: 'legacy', turns: TURNS.slice(0, 1) }), ['fewer']],
    ['it is not gone on with', READ, STUCK, ['stuck']],
    ['it refuses in other words', STUCK, thread({ mode: 'legacy', turns: TURNS, stuck: 'no' }), ['refused']],
    ['its words go on', STUCK, thread({ mode: 'legacy', turns: TURNS, stuck: 'failed to parse line 3' }), []],
  ])('%s', (_, then, now, classes) => {
    expect(homeDrift(then, now).map(({ type }) => type)).toEqual(classes);
  });
});

test('recorded homes are written as they would be recorded anew', () => {
  const homes = recordedHomes();
  for (const from of new Set(homes.map((home) => home.from)))
    expect(homesText(homes.filter((home) => home.from === from))).toBe(
      readFileSync(new URL(`../../../fixtures/codex/recorded/${from}.json`, import.meta.url), 'utf8'),
    );
});

test('the report has the worst first', () => {
  const told = { version: '0.170.0', recorded: '0.169.0', seconds: 3, healing: 'healed' } as const;
  const judged = [
    { name: 'torn/tail', drifts: homeDrift(UNREAD, READ) },
    { name: 'torn/first', drifts: homeDrift(READ, UNREAD) },
    { name: 'torn/glued', drifts: [] },
  ];
  expect(homesReport({ ...told, judged })).toBe(
    [
      'codex 0.170.0, recorded with 0.169.0, each healed first: 3 homes in 3 s',
      '1 as recorded',
      '2 things that it took before, lost',
      '',
      'a thread is read no more (1)',
      '  torn/first: a: rollout at <home>/x is empty',
      '',
      'a thread is gone on with no more (1)',
      '  torn/first: a: rollout at',
      '',
      'a thread is read now (1)',
      '  torn/tail: a: said: rollout at <home>/x is empty',
      '',
      'a thread is gone on with now (1)',
      '  torn/tail: a: said: rollout at',
      '',
    ].join('\n'),
  );
});

test.each([
  ['the id of its record', 'sessions/rollout-2026-01-01T00-00-00-019a4e33-0000-7000-8000-000000000001.jsonl', 'own'],
  [
    'its id where no record says another',
    'sessions/rollout-2026-01-01T00-00-00-019a4e33-0000-7000-8000-00000000000a.jsonl',
    'name',
  ],
])('a rollout is asked for, once it was healed, by %s', (_, path, which) => {
  const [named = '', own] = [path.slice(-42, -6), '019a4e33-0000-7000-8000-000000000002'];
  const record = `{"timestamp":"t","type":"session_meta","payload":{"id":"${own}","cwd":"/"}}\n`;
  expect(idOnceHealed({ [path]: which === 'own' ? record : 'torn' }, named)).toBe(which === 'own' ? own : named);
});
