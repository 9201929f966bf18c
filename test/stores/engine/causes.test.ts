import { expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import {
  atSameValue,
  causesFrom,
  foldCauses,
  inFile,
  inSameObject,
  inTiedFile,
} from '../../../src/stores/engine/causes.ts';

const causes = causesFrom([
  { from: ['TX106'], follow: ['TX170'], at: inSameObject },
  { from: ['TX170'], follow: ['TX022'], at: atSameValue },
  { from: ['TX120'], follow: ['TX203'], at: inTiedFile },
  { from: ['TX126'], follow: ['TX123', 'TX126'], at: inFile },
]);

function found(code: Finding['code'], at: string, more: Partial<Finding> = {}): Finding {
  return { code, id: 'a', path: 'a.json', at, offset: 1, detail: 'is odd', ...more };
}

/** Each cause with what follows. */
function folded(...all: Finding[]): string[] {
  const each = foldCauses(causes, all);
  return each.map(({ code, consequences = [] }) => [code, ...consequences.map((one) => one.code)].join(' '));
}

test('a consequence goes to its cause, wherever that is among the findings', () => {
  expect(folded(found('TX170', '/state/odd'), found('TX106', '/state'))).toEqual(['TX106 TX170']);
});

test('a finding at another place follows from nothing', () => {
  expect(folded(found('TX106', '/state'), found('TX170', '/time/odd'))).toEqual(['TX106', 'TX170']);
  expect(folded(found('TX106', '/state', { path: 'b.json' }), found('TX170', '/state/odd'))).toEqual([
    'TX106',
    'TX170',
  ]);
});

test('a consequence of a consequence goes to the first cause', () => {
  const all = [found('TX022', '/state/odd'), found('TX170', '/state/odd'), found('TX106', '/state')];
  expect(folded(...all)).toEqual(['TX106 TX022 TX170']);
});

test('only what its check ties to a file follows from what is there', () => {
  const cause = found('TX120', '/history/1');
  expect(folded(cause, found('TX203', '/agents'))).toEqual(['TX120', 'TX203']);
  expect(folded(cause, found('TX203', '/agents', { tie: '' }))).toEqual(['TX120 TX203']);
  expect(folded(cause, found('TX203', '/agents', { path: 'index.json', tie: 'a.json' }))).toEqual(['TX120 TX203']);
});

test('of several of one code the first is the cause, and nothing follows from itself', () => {
  expect(folded(found('TX126', '/1'), found('TX126', '/2'), found('TX123', '/2'))).toEqual(['TX126 TX126 TX123']);
  expect(folded(found('TX126', '/1'))).toEqual(['TX126']);
});

test('a finding that the scope reports is left to it where no cause is there', () => {
  expect(folded(found('TX203', '/agents', { tie: '', ofScope: true }))).toEqual([]);
});

test('findings without a cause among them are the same list', () => {
  const all = [found('TX312', '/1'), found('TX406', '/2')];
  expect(foldCauses(causes, all)).toBe(all);
});
