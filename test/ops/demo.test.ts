import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { demoTour, shortTour } from '../../src/ops/demo.ts';

test('each stop of the demo is of one kind, and each kind has its stops', () => {
  const stops = KIND_NAMES.map((kind) => demoTour(kind));
  expect(stops.every(({ length }) => length > 3)).toBe(true);
  expect(new Set(stops.flat())).toEqual(new Set(demoTour(null)));
  expect(stops.flat()).toHaveLength(demoTour(null).length);
});

test('the short tour has a few lines of each stop that the whole tour has in full', () => {
  const whole = demoTour(null).map(({ line }) => line);
  const own = shortTour().filter(({ line }) => !whole.includes(line));
  expect(own.filter(({ line }) => line.startsWith('verify')).map(({ line }) => line)).toEqual([
    'verify e5a9',
    'verify --only FN006 --root works/.fnord',
    'verify --only TX303 --root lighthouse',
    'verify --only RA302 --root tides',
  ]);
});

test('the short tour begins with Claude Code and Codex', () => {
  expect(shortTour()[0]?.line).toBe('list');
  const roots = shortTour().flatMap(({ line }) => / --root (\S+)/.exec(line)?.[1] ?? []);
  expect([...new Set(roots)]).toEqual(['dome/.codex', 'works/.fnord', 'lighthouse', 'tides']);
});
