import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { readSession } from '../../../src/stores/gemini/read/session.ts';
import { opened } from './opened.ts';

const TIME = '2026-05-04T09:30:00.000Z';
const HEADER = {
  sessionId: '1a2b3c4d-1',
  projectHash: 'ab',
  startTime: TIME,
  lastUpdated: TIME,
  kind: 'subagent',
  summary: 'Pruning',
};
const QUESTION = { id: 'q', type: 'user', content: 'Prune the quince' };

function bytesWith(set: object): Buffer {
  return Buffer.from([HEADER, QUESTION, { $set: set }].map((record) => `${JSON.stringify(record)}\n`).join(''));
}

const metaWith = (set: object) => readSession(bytesSource(bytesWith(set))).meta;

/** As Gemini CLI 0.61.0 took them. */
test('a later value counts, null too', () => {
  expect(metaWith({ kind: null, summary: null })).toMatchObject({ kind: null, summary: null });
  expect(metaWith({ summary: '' }).summary).toBeNull();
  expect(metaWith({ lastUpdated: 5 }).lastUpdated).toBe('1970-01-01T00:00:00.005Z');
  expect(metaWith({ lastUpdated: 1e300 }).lastUpdated).toBeNull();
  expect(metaWith({ sessionId: 7 }).sessionId).toBe('7');
  expect(metaWith({}).summary).toBe('Pruning');
});

test.each([{ sessionId: null }, { sessionId: '' }, { projectHash: null }, { projectHash: '' }])(
  'a session with %j cannot be read',
  (set) => {
    const { codes, readable } = opened(bytesWith({ kind: 'main', ...set }));
    expect({ codes, readable }).toEqual({ codes: ['GM002'], readable: false });
  },
);

test('a session that is of no subagent any more is as any other', () => {
  expect(opened(bytesWith({})).codes).toEqual(['GM007']);
  expect(opened(bytesWith({ kind: null })).codes).toEqual([]);
});
