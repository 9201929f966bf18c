import { expect, test } from 'vitest';
import type { StoreStats } from '../../src/model/stats.ts';
import { paint } from '../../src/report/paint.ts';
import { statsByText } from '../../src/report/stats-by.ts';

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
    'model   answers   input  output  cache read  cache write',
    'one           3  45.2 k     812       1.3 M            0',
    'two           1       7       9           0        2.1 G',
    'in all        4  45.2 k     821       1.3 M        2.1 G',
  ]);
  expect(table('project').map((line) => line.slice(0, 24))).toEqual([
    'project    count  messag',
    '-srv-quay      2        ',
    'fnord          2        ',
    'in all         4        ',
  ]);
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
