import { describe, expect, test } from 'vitest';
import type { StoreStats } from '../../src/model/stats.ts';
import { paint } from '../../src/report/paint.ts';
import { statsText } from '../../src/report/stats.ts';
import { manyText, statsByText, statsTogetherText, tokensMarkdown } from '../../src/report/stats-by.ts';
import { rowsBy, rowsTogether } from '../../src/report/stats-rows.ts';

const STORE: StoreStats = {
  kind: 'claude',
  root: '/r',
  project: '-srv-quay',
  conversations: 2,
  active: 2,
  archived: 0,
  unreadable: 0,
  bytes: 5000,
  messages: 12,
  roles: [],
  types: [],
  tools: [],
  otherCalls: 0,
  formats: [],
  months: [['2026-03', 2]],
  oldest: null,
  newest: null,
  largest: [],
  contents: [],
  tokens: [
    { model: 'one', month: '2026-03', answers: 3, input: 45_250, output: 812, cacheRead: 1_340_000, cacheWrite: 0 },
    { model: 'two', month: '2026-04', answers: 1, input: 7, output: 9, cacheRead: 0, cacheWrite: 2_100_000_000 },
  ],
  findings: [],
  healing: [],
};

function table(by: Parameters<typeof statsByText>[1], width = 80): string[] {
  return [
    ...statsByText([STORE, { ...STORE, project: null, kind: 'fnord', tokens: [] }], by, { paint: paint(false), width }),
  ];
}

test('each table has one row for all at its end', () => {
  expect(table('model')).toEqual([
    'model   answers   input  output  cache read  cache write            share',
    'one           3  45.2 k     812       1.3 M            0   <1%           ',
    'two           1       7       9           0        2.1 G  100% ██████████',
    'in all        4  45.2 k     821       1.3 M        2.1 G  100% ██████████',
  ]);
  expect(table('project').map((line) => line.slice(0, 24))).toEqual([
    'project    count  texts ',
    '-srv-quay      2        ',
    'fnord          2        ',
    'in all         4        ',
  ]);
});

test('a cost of less than a cent is no 0.00', () => {
  const costs = [0, 0.003, 0.000_001, 0.005, 2].map((cost, n) => ({
    ...{ model: `m${n}`, month: '2026-03', answers: 1, input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
    ...{ cost, unpriced: 0 },
  }));
  const stores = [{ ...STORE, tokens: costs }];
  const lines = [...statsByText(stores, 'model', { paint: paint(false), width: 120 })].slice(1, -1);
  const words = lines.map((line) => line.split(/ {2,}/)).map(([model, ...cells]) => [model, cells[5]?.trim()]);
  expect(Object.fromEntries(words)).toEqual({ m0: '0.00', m1: '0.0030', m2: '0.0001', m3: '0.01', m4: '2.00' });
});

test('the shares of formats are rounded, and only all of them is 100%', () => {
  const shares = (formats: StoreStats['formats']) =>
    [...statsText([{ ...STORE, formats }], { paint: paint(false), width: 80, home: null })].flatMap(
      (line) => /^ {4}(\S+ \d+%)/.exec(line)?.[1] ?? [],
    );
  expect(
    shares([
      ['one', 2],
      ['two', 1],
    ]),
  ).toEqual(['one 67%', 'two 33%']);
  expect(
    shares([
      ['one', 999],
      ['two', 1],
    ]),
  ).toEqual(['one 99%', 'two 1%']);
  expect(shares([['one', 3]])).toEqual(['one 100%']);
});

test('a month has what was begun in it, and the tokens of its answers', () => {
  expect(table('month').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['month', 'begun', 'input'],
    ['2026-03', '4', '45.2 k'],
    ['2026-04', '7', '9'],
    ['in all', '4', '45.2 k'],
  ]);
});

test('a narrow terminal gets lines instead of columns, none wider than it', () => {
  expect(table('project', 20).every((line) => line.length <= 20)).toBe(true);
});

test('conversations of one id stay columns by the end of their names, and a pipe has no column as wide as a long title', () => {
  const id = '57a95041-5da0-48a5-953b-277a635d92c0';
  const title = 'How deep do leeks go? '.repeat(8);
  const stores = [id, `${id} (1).jsonl`, `${id}.sync-conflict-20261120-101010-ABCDEFG.jsonl`].map((session) => ({
    ...{ ...STORE, session, largest: [{ id: session, title, bytes: 5 }] },
  }));
  const at = (width: number) => [...statsByText(stores, 'session', { paint: paint(false), width })];
  const narrow = at(80);
  expect(narrow).toHaveLength(5);
  expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(narrow.slice(1, 4).map((line) => line.split(/ {3,}/)[0])).toEqual([
    '57a95041  How dee…',
    '57a950…0 (1).jsonl',
    '57a950…CDEFG.jsonl',
  ]);
  const cells = at(Number.POSITIVE_INFINITY).map((line) => line.split(/ {3,}/)[0] ?? '');
  expect(cells[1]).toMatch(/^57a95041 {2}How deep do .*…$/);
  expect(cells.slice(1, -1).map((cell) => cell.length)).toEqual([82, 82, stores[2]?.session.length]);
});

const DAY = { model: 'one', answers: 1, input: 10, output: 30, cacheRead: 0, cacheWrite: 0 };

test('days and weeks, which begin on Monday, have what was begun on them and the tokens of their answers', () => {
  const days = [
    ['2026-03-01', 1],
    ['2026-03-02', 2],
  ] as const;
  const daily = [
    { ...DAY, day: '2026-03-01' },
    { ...DAY, day: '2026-03-08', output: 110 },
    { ...DAY, day: null },
  ];
  const rows = (by: 'day' | 'week') =>
    rowsBy([{ ...STORE, days, daily }], by).map(({ name, conversations, tokens }) => [
      name,
      conversations,
      tokens?.output,
    ]);
  expect(rows('day')).toEqual([
    ['2026-03-01', 1, 30],
    ['2026-03-02', 2, undefined],
    ['2026-03-08', undefined, 110],
    ['unknown', undefined, 30],
  ]);
  expect(rows('week')).toEqual([
    ['2026-02-23', 1, 30],
    ['2026-03-02', 2, 110],
    ['unknown', undefined, 30],
  ]);
});

test('tools have their calls, the most first, and a share of them in words', () => {
  const stores: StoreStats[] = [
    {
      ...STORE,
      tools: [
        ['Read', 1],
        ['Bash', 2],
      ],
    },
    { ...STORE, tools: [['Bash', 1]] },
  ];
  expect([...statsByText(stores, 'tool', { paint: paint(false), width: 80 })]).toEqual([
    'tool    calls            share',
    'Bash        3   75% ████████  ',
    'Read        1   25% ███       ',
    'in all      4  100% ██████████',
  ]);
});

test('a pipe and a table that would not fit have no shares', () => {
  for (const width of [Number.POSITIVE_INFINITY, 60]) expect(table('model', width).join()).not.toContain('share');
});

describe('a table by several things', () => {
  const used = { answers: 1, input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };
  const daily = [
    { day: '2026-03-02', model: 'opus', ...used },
    { day: '2026-03-01', model: 'opus', ...used },
    { day: '2026-03-01', model: 'haiku', ...used },
    { day: null, model: 'opus', ...used },
  ];
  const stores: StoreStats[] = [
    {
      ...STORE,
      days: [['2026-03-01', 2]],
      daily,
      tools: [
        ['Bash', 3],
        ['Read', 4],
      ],
    },
    { ...STORE, project: '/srv/other', days: [['2026-03-02', 1]], daily: daily.slice(0, 1), tools: [['Read', 1]] },
  ];
  const rows = (by: Parameters<typeof rowsTogether>[1]) =>
    rowsTogether(stores, by)?.map(({ names, conversations, calls, tokens }) => [
      ...names,
      conversations ?? calls ?? null,
      tokens?.answers ?? null,
    ]);

  test('has a row for each model of a day, in the order of days, and of its models', () => {
    expect(rows(['day', 'model'])).toEqual([
      ['2026-03-01', 'haiku', null, 1],
      ['2026-03-01', 'opus', null, 1],
      ['2026-03-02', 'opus', null, 2],
      ['unknown', 'opus', null, 1],
    ]);
    expect(rows(['model', 'month'])).toEqual([
      ['haiku', '2026-03', null, 1],
      ['opus', '2026-03', null, 3],
      ['opus', 'unknown', null, 1],
    ]);
  });

  test('counts the conversations that were begun in a time, beside tokens', () => {
    expect(rows(['kind', 'day'])).toEqual([
      [STORE.kind, '2026-03-01', 2, 2],
      [STORE.kind, '2026-03-02', 1, 2],
      [STORE.kind, 'unknown', null, 1],
    ]);
  });

  test('has tools of a project, the most called first, and is none of tools with a time or a model', () => {
    expect(rows(['kind', 'tool'])).toEqual([
      [STORE.kind, 'Read', 5, null],
      [STORE.kind, 'Bash', 3, null],
    ]);
    for (const other of ['day', 'week', 'month', 'model'] as const)
      expect(rowsTogether(stores, ['tool', other])).toBe(null);
    expect(rowsTogether(stores, ['day'])).toBe(null);
  });

  test('has a column for each, and the sum of all rows; where there is no room a row takes several lines', () => {
    const together = rowsTogether(stores, ['day', 'model']) ?? [];
    const text = (width: number) => [
      ...statsTogetherText(stores, ['day', 'model'], together, { paint: paint(false), width }),
    ];
    expect(text(72)).toEqual([
      'day         model  answers  input  output  cache read  cache write',
      '2026-03-01  haiku        1     10       5           0            0',
      '2026-03-01  opus         1     10       5           0            0',
      '2026-03-02  opus         2     20      10           0            0',
      'unknown     opus         1     10       5           0            0',
      'in all                   5     50      25           0            0',
    ]);
    expect(text(40).slice(0, 3)).toEqual(['2026-03-01  haiku', '  answers 1', '  input 10']);
  });
});

test('two models stay two in few columns', () => {
  const models = ['claude-opus-4-5-20251101', 'claude-opus-4-1-20250805'];
  const daily = models.map((model) => ({
    ...{ model, day: '2026-03-01', answers: 1, input: 10, output: 5, cacheRead: 0, cacheWrite: 0 },
  }));
  const tokens = daily.map(({ day: _, ...each }) => ({ ...each, month: '2026-03' }));
  const stores = [{ ...STORE, daily, tokens }];
  const screen = { paint: paint(false), width: 40 };
  for (const line of models) expect([...statsByText(stores, 'model', screen)]).toContain(line);
  const together = rowsTogether(stores, ['day', 'model']) ?? [];
  const lines = [...statsTogetherText(stores, ['day', 'model'], together, screen)];
  for (const model of models) expect(lines).toContain(`2026-03-01  ${model}`);
});

test.each([
  [9_999, '9,999'],
  [12_345, '12.3 k'],
  [999_949, '999.9 k'],
  [999_950, '999.9 k'],
  [999_999, '999.9 k'],
  [1_000_000, '1.0 M'],
  [999_950_000, '999.9 M'],
  [1_000_000_000, '1.0 G'],
])('%i tokens are %s', (count, text) => {
  expect(manyText(count)).toBe(text);
});

test('the name of a model cannot become a link or a heading in Markdown', () => {
  const count = {
    model: '[m](http://x) ~~y~~',
    month: null,
    answers: 1,
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    reasoning: 0,
  };
  expect([...tokensMarkdown([count])].at(-1)).toContain('\\[m\\](http://x) \\~\\~y\\~\\~ |');
});
