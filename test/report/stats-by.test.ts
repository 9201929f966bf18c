import { expect, test } from 'vitest';
import type { StoreStats } from '../../src/model/stats.ts';
import { paint } from '../../src/report/paint.ts';
import { statsText } from '../../src/report/stats.ts';
import { rowsBy, statsByText } from '../../src/report/stats-by.ts';

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
  roles: {},
  types: {},
  tools: {},
  formats: {},
  months: { '2026-03': 2 },
  oldest: null,
  newest: null,
  largest: [],
  contents: [],
  tokens: [
    { model: 'one', month: '2026-03', answers: 3, input: 45_250, output: 812, cacheRead: 1_340_000, cacheWrite: 0 },
    { model: 'two', month: '2026-04', answers: 1, input: 7, output: 9, cacheRead: 0, cacheWrite: 2_100_000_000 },
  ],
  findings: {},
  healing: {},
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
    [...statsText([{ ...STORE, formats }], { paint: paint(false), width: 80 })].flatMap(
      (line) => /^ {4}(\S+ \d+%)/.exec(line)?.[1] ?? [],
    );
  expect(shares({ one: 2, two: 1 })).toEqual(['one 67%', 'two 33%']);
  expect(shares({ one: 999, two: 1 })).toEqual(['one 99%', 'two 1%']);
  expect(shares({ one: 3 })).toEqual(['one 100%']);
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

const DAY = { model: 'one', answers: 1, input: 10, output: 30, cacheRead: 0, cacheWrite: 0 };

test('days and weeks, which begin on Monday, have what was begun on them and the tokens of their answers', () => {
  const days = { '2026-03-01': 1, '2026-03-02': 2 };
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
  const stores = [
    { ...STORE, tools: { Read: 1, Bash: 2 } },
    { ...STORE, tools: { Bash: 1 } },
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
