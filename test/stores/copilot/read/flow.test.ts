import { expect, test } from 'vitest';
import { earlyIn } from '../../../../src/stores/copilot/read/flow.ts';
import type { SessionRecord } from '../../../../src/stores/copilot/read/session.ts';

const record = (uuid: string, parent: string | null, effect: SessionRecord['effect'], time = 0): SessionRecord => ({
  ...{ uuid, parent, effect, time, line: 0, at: 0, length: 1, type: '', isAgents: false },
  ...{ isSaid: true, calls: [], answer: null },
});
const inFile = (...records: readonly SessionRecord[]) => records.map((each, at) => ({ ...each, at }));
const uuids = (records: readonly SessionRecord[]) => records.map(({ uuid }) => uuid);

const question = record('q', null, 'asks', 1);
const begun = record('b', 'q', null, 2);
const answer = record('a', 'b', 'answers', 3);
const ended = record('e', 'a', null, 4);
const second = record('s', 'e', 'asks', 5);

test('records are early where what is sent stands before what it goes on from', () => {
  expect(uuids(earlyIn(inFile(question, begun, answer, ended, second)))).toEqual([]);
  expect(uuids(earlyIn(inFile(begun, answer, question, ended, second)))).toEqual(['b']);
  expect(uuids(earlyIn(inFile(question, begun, second, answer, ended)))).toEqual(['s']);
});

test('records of no effect may stand anywhere', () => {
  expect(uuids(earlyIn(inFile(question, answer, begun, second, ended)))).toEqual([]);
  expect(uuids(earlyIn(inFile(ended, question, answer, begun, second)))).toEqual([]);
});

test('a ring of records of no effect ends', () => {
  const ring = [record('x', 'y', null), record('y', 'x', null)];
  expect(uuids(earlyIn(inFile(question, ...ring, record('z', 'y', 'answers'))))).toEqual([]);
});
