import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { demoTour, shortTour } from '../../src/ops/demo.ts';
import { call } from '../cli/call.ts';
import { emptyHome } from '../cli/demo-home.ts';

test('each stop of the demo is of one kind, and each kind has its stops', () => {
  const stops = KIND_NAMES.map((kind) => demoTour([kind]));
  expect(stops.every(({ length }) => length > 3)).toBe(true);
  expect(new Set(stops.flat())).toEqual(new Set(demoTour([])));
  expect(stops.flat()).toHaveLength(demoTour([]).length);
});

test('the short tour has a few lines of each stop that the whole tour has in full', () => {
  const whole = demoTour([]).map(({ line }) => line);
  const own = shortTour().filter(({ line }) => !whole.includes(line));
  expect(own.filter(({ line }) => line.startsWith('verify')).map(({ line }) => line)).toEqual([
    'verify e5a9',
    'verify --only FN112 --root works/.fnord',
  ]);
});

test('the short tour fits in 150 rows of 80 columns', async () => {
  const { exit, stdout, stderr } = await call('demo', { home: emptyHome(), terminal: 80, vars: { NO_COLOR: '1' } });
  expect(exit).toBe(0);
  const rows = `${stdout}${stderr}`
    .trimEnd()
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(line.length / 80)));
  expect(rows.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(150);
  expect(stdout).toMatch(/# These stores are kept in \S+ until you remove them\n/);
  for (const [, folder = ''] of stdout.matchAll(/kept in (\S+)/g)) rmSync(folder, { recursive: true });
});

test('the short tour begins with Claude Code and Codex', () => {
  expect(shortTour()[0]?.line).toBe('list');
  const roots = shortTour().flatMap(({ line }) => Array.from(line.matchAll(/ --root (\S+)/g), ([, root]) => root));
  expect([...new Set(roots)]).toEqual(['dome/.codex', 'works/.fnord', 'lighthouse', 'tides']);
});
