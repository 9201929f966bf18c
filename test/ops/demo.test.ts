import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { demoTour, shortTour } from '../../src/ops/demo.ts';

test('each stop of the demo is of one kind, and each kind has its stops', () => {
  const stops = KIND_NAMES.map((kind) => demoTour(kind));
  expect(stops.every(({ length }) => length > 3)).toBe(true);
  expect(new Set(stops.flat())).toEqual(new Set(demoTour(null)));
  expect(stops.flat()).toHaveLength(demoTour(null).length);
});

test('the short tour begins with Claude Code and Codex', () => {
  expect(shortTour()[0]?.line).toBe('list');
  const roots = shortTour().flatMap(({ line }) => / --root (\S+)/.exec(line)?.[1] ?? []);
  expect([...new Set(roots)]).toEqual(['dome/.codex', 'works/.fnord', 'lighthouse', 'tides']);
});
