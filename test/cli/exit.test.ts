import { expect, test } from 'vitest';
import { EXIT, exitOf, exitOfFailure, worst } from '../../src/cli/exit.ts';

test('of several exit codes 130 comes first, then 2, 3, 4, 1', () => {
  const order = [EXIT.interrupted, EXIT.usage, EXIT.unjudged, EXIT.refused, EXIT.findings, EXIT.done];
  expect(order).toEqual([130, 2, 3, 4, 1, 0]);
  for (let i = 0; i < order.length; i++) expect(worst(order.slice(i).toReversed())).toBe(order[i]);
  expect(worst([])).toBe(0);
});

test('every failure has its exit code', () => {
  expect((['usage', 'no-match', 'failed', 'refused', 'interrupted'] as const).map(exitOfFailure)).toEqual([
    2, 2, 3, 4, 130,
  ]);
});

test('the facts of a run decide its exit code', () => {
  expect(exitOf({})).toBe(0);
  expect(exitOf({ hasFindings: true })).toBe(1);
  expect(exitOf({ hasFindings: true, unread: 1 })).toBe(3);
  expect(exitOf({ unread: 1, isEmpty: true })).toBe(2);
  expect(exitOf({ isEmpty: true, isInterrupted: true })).toBe(130);
});
