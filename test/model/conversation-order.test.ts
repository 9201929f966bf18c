import { expect, test } from 'vitest';
import { newestFirst, shownOf, type View } from '../../src/model/conversation.ts';

const view = (id: string, timestampMs: number) => ({ id, timestampMs }) as View;

test('rows are sorted by time, then by id, and two of one id have no order', () => {
  const [old, late, twin] = [view('b', 1), view('a', 2), view('a', 2)];
  expect(newestFirst(old, late)).toBeGreaterThan(0);
  expect(newestFirst(late, view('c', 2))).toBeLessThan(0);
  expect([newestFirst(late, twin), newestFirst(twin, late)]).toEqual([0, 0]);
});

test('of several files of one id the first active one is shown, wherever it is, else the first', () => {
  const [archived, other, active] = (['archived', 'archived', 'active'] as const).map((state) => ({ state }));
  expect(shownOf([archived, other, active].flatMap((each) => each ?? []))).toBe(active);
  expect(shownOf([archived, other].flatMap((each) => each ?? []))).toBe(archived);
  expect(shownOf([])).toBeUndefined();
});
