import { expect, test } from 'vitest';
import { EXIT, exitOf, exitOfFailure, worstExit } from '../../src/cli/exit.ts';
import type { ChangeReport } from '../../src/model/change-report.ts';
import type { PlacedFinding } from '../../src/model/finding.ts';

test('of several exit codes 130 comes first, then 2, 3, 4, 1', () => {
  const order = [EXIT.interrupted, EXIT.usage, EXIT.incomplete, EXIT.refused, EXIT.findings, EXIT.done];
  expect(order).toEqual([130, 2, 3, 4, 1, 0]);
  for (let i = 0; i < order.length; i++) expect(worstExit(order.slice(i).toReversed())).toBe(order[i]);
  expect(worstExit([])).toBe(0);
});

test('every failure has its exit code', () => {
  expect((['usage', 'no-match', 'failed', 'refused', 'interrupted'] as const).map(exitOfFailure)).toEqual([
    2, 2, 3, 4, 130,
  ]);
});

test('the facts of a run decide its exit code', () => {
  expect(exitOf({})).toBe(0);
  expect(exitOf({ hasFindings: true })).toBe(1);
  expect(exitOf({ hasFindings: true, unreadableCount: 1 })).toBe(3);
  expect(exitOf({ unreadableCount: 1, isEmpty: true })).toBe(2);
  expect(exitOf({ isEmpty: true, isInterrupted: true })).toBe(130);
});

test.each([
  ['all', false, 3],
  ['part', false, 3],
  ['record', false, 0],
  ['part', true, 0],
] as const)('a gap of the extent %s in a file that is young: %s, exits %d', (extent, isYoung, exit) => {
  expect(exitOf({ gaps: [{ extent, isYoung, finding: {} as PlacedFinding }] })).toBe(exit);
});

test.each<readonly [number, string, Partial<ChangeReport>]>([
  [0, 'nothing went wrong', {}],
  [1, 'an item was refused for its content', { refused: 1 }],
  [1, 'an error stays that no item has', { stays: [] }],
  [3, 'a step failed', { failed: 1, refused: 1 }],
  [4, 'an item was refused for safety', { unsafe: true, refused: 1 }],
  [0, 'a plan leaves out what was refused', { unsafe: true, refused: 1, stays: [], plan: 'p.plan' }],
  [3, 'a step failed as a plan was made', { failed: 1, plan: 'p.plan' }],
  [2, 'the question was declined', { stopped: { by: 'declined', reason: 'declined', cut: false } }],
  [
    130,
    'it was interrupted after a failure',
    { failed: 1, stopped: { by: 'interrupted', reason: 'interrupted', cut: false } },
  ],
])('a change exits %d where %s', (exit, _, facts) => {
  const clean = { plan: null, refused: 0, failed: 0, unsafe: false, stopped: null, items: [] };
  expect(exitOf({ change: { ...clean, ...facts } as ChangeReport })).toBe(exit);
});
