import { expect, test } from 'vitest';
import type { StoreStats } from '../../src/model/stats.ts';
import { paint } from '../../src/report/paint.ts';
import { statsMarkdown, statsMembers, statsText } from '../../src/report/stats.ts';
import { callsByTool, rowsBy } from '../../src/report/stats-rows.ts';
import { storeTotals } from '../../src/report/store-totals.ts';

const QUAY: StoreStats = {
  kind: 'claude',
  root: '/r',
  project: '-srv-quay',
  cwd: '/srv/quay',
  conversations: 2,
  active: 1,
  archived: 1,
  unreadable: 0,
  bytes: 5000,
  messages: 12,
  roles: [
    ['user', 5],
    ['assistant', 7],
  ],
  types: [['text', 12]],
  tools: [['Read', 2]],
  otherCalls: 9,
  formats: [['claude', 2]],
  months: [['2026-03', 2]],
  oldest: 100,
  newest: 200,
  largest: [{ id: 'a', title: null, bytes: 4000 }],
  contents: [
    { what: 'text', type: null, bytes: 10, count: 1 },
    { what: 'records', type: 'progress', bytes: 500, count: 4 },
  ],
  tokens: [{ model: 'one', month: '2026-03', answers: 1, input: 2, output: 3, cacheRead: 4, cacheWrite: 5 }],
  findings: [['CL201', 1]],
  healing: [['safe', 1]],
};
const PIER: StoreStats = {
  ...QUAY,
  project: '-srv-pier',
  cwd: '/srv/pier',
  bytes: 9000,
  tools: [['Bash', 4]],
  otherCalls: 0,
  months: [
    ['2026-01', 1],
    ['2026-03', 1],
  ],
  oldest: null,
  newest: 300,
  largest: [1, 2, 3, 4, 5].map((n) => ({ id: `p${n}`, title: null, bytes: n * 1000 })),
  contents: [{ what: 'text', type: null, bytes: 700, count: 3 }],
};
const FINDINGS_ALONE: StoreStats = { ...QUAY, project: null, cwd: null, conversations: 0, active: 0, archived: 0 };

test('the projects of a store are added up: counts, times, sizes by content, and the largest of all', () => {
  const [{ total, projects } = { total: QUAY, projects: [] }, ...others] = storeTotals([QUAY, PIER]);
  expect(others).toEqual([]);
  expect(projects).toEqual([QUAY, PIER]);
  expect(total).toMatchObject({
    project: null,
    conversations: 4,
    active: 2,
    archived: 2,
    bytes: 14_000,
    messages: 24,
    roles: [
      ['assistant', 14],
      ['user', 10],
    ],
    months: [
      ['2026-01', 1],
      ['2026-03', 3],
    ],
    oldest: 100,
    newest: 300,
    findings: [['CL201', 2]],
  });
  expect(callsByTool(total)).toEqual([
    ['Bash', 4],
    ['Read', 2],
    ['others', 9],
  ]);
  expect(total.months.map(([month]) => month)).toEqual(['2026-01', '2026-03']);
  expect(total.largest.map(({ id }) => id)).toEqual(['p5', 'a', 'p4', 'p3', 'p2']);
  expect(total.contents).toEqual([
    { what: 'text', type: null, bytes: 710, count: 4 },
    { what: 'records', type: 'progress', bytes: 500, count: 4 },
  ]);
  expect(total.tokens).toHaveLength(2);
});

test('a store with one project stays what it is, and two stores stay two', () => {
  expect(storeTotals([QUAY, FINDINGS_ALONE])).toEqual([
    { total: QUAY, projects: [] },
    { total: FINDINGS_ALONE, projects: [] },
  ]);
  expect(storeTotals([QUAY, { ...PIER, root: '/other' }]).map(({ total }) => total.root)).toEqual(['/r', '/other']);
});

test('a store with fifty projects is one block, which names its largest projects and how all are listed', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({ ...QUAY, project: `p${n}`, cwd: `/home/ann/p${n}`, bytes: n }));
  const lines = [...statsText(many, { paint: paint(false), width: 80, home: '/home/ann' })];
  expect(lines.length).toBeLessThan(60);
  expect(lines).toContainEqual(expect.stringMatching(/^ {4}~\/p49 +49 bytes /));
  expect(lines).toContain('    and 42 more (--by project lists all)');
});

test('two projects of one folder are one row with the sizes of both, and a number as a name keeps its place', () => {
  const projects = [
    { ...QUAY, project: 'copied', bytes: 700 },
    { ...QUAY, project: '2024', cwd: null, bytes: 20 },
    QUAY,
  ];
  const lines = [...statsText(projects, { paint: paint(false), width: 80, home: null })];
  const first = lines.indexOf('  projects') + 1;
  expect(lines.slice(first, first + 2).map((line) => line.replace(/ *█.*/, ''))).toEqual([
    '    /srv/quay    5.7 KB',
    '    2024       20 bytes',
  ]);
  expect([...statsMarkdown(projects, null)]).toContain('| /srv/quay | 5.7 KB |');
});

test('the calls of rarer tools are told apart from a tool with the name `others`', () => {
  const store: StoreStats = {
    ...QUAY,
    tools: [
      ['others', 9],
      ['Read', 2],
    ],
    otherCalls: 50,
  };
  expect(rowsBy([store], 'tool').map(({ name, calls }) => [name, calls])).toEqual([
    ['others', 59],
    ['Read', 2],
  ]);
  const [json] = statsMembers([store]).stores;
  expect(json).toMatchObject({ tools: { others: 59, Read: 2 }, otherCalls: 50 });
  expect(statsMembers([QUAY, PIER]).stores.map(({ otherCalls }) => otherCalls)).toEqual([9, undefined]);
});
