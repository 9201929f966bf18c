import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { readSession } from '../../../src/stores/gemini/read/session.ts';
import { geminiTranscript } from '../../../src/stores/gemini/read/transcript.ts';
import { opened } from './opened.ts';

const HEADER = {
  sessionId: '1a2b3c4d-1',
  projectHash: 'ab',
  startTime: '2026-05-04T09:30:00Z',
  lastUpdated: '2026-05-04T09:30:00Z',
};
const asked = (id: string, content: string) => ({ id, type: 'user', content });
const answered = (id: string, content: string) => ({ id, type: 'gemini', content });

function lines(...records: readonly object[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function said(bytes: Buffer): string[] {
  const source = bytesSource(bytes);
  const { messages } = geminiTranscript(source, readSession(source));
  return [...messages].filter(({ hidden }) => !hidden).map(({ at, text }) => `${at} ${text}`);
}

/** As Gemini CLI 0.61.0 sent them. */
test('messages in a header join the ones before it', () => {
  const header = { ...HEADER, messages: [asked('q', 'Prune'), answered('a', 'Done')] };
  expect(said(lines(header, asked('q2', 'More')))).toEqual(['/0/messages/0 Prune', '/0/messages/1 Done', '/1 More']);
  expect(said(lines(HEADER, asked('q2', 'More'), header))).toEqual([
    '/1 More',
    '/2/messages/0 Prune',
    '/2/messages/1 Done',
  ]);
  expect(said(lines(header, { ...HEADER, messages: [asked('q', 'Weigh')] }))).toEqual([
    '/1/messages/0 Weigh',
    '/0/messages/1 Done',
  ]);
  expect(said(lines(header, { $rewindTo: 'a' }))).toEqual(['/0/messages/0 Prune']);
});

test('a list that is none, and messages without ids, do not count there', () => {
  expect(said(lines({ ...HEADER, messages: { q: asked('q', 'Prune') } }, asked('q2', 'More')))).toEqual(['/1 More']);
  const { live, faults } = readSession(
    bytesSource(lines({ ...HEADER, messages: [null, { type: 'user', content: 'Prune' }, answered('a', 'Done')] })),
  );
  expect(live.map(({ id }) => id)).toEqual(['a']);
  expect(faults.map(({ type }) => type)).toEqual(['no-id']);
});

test('a session in one document on one line is sound, and no file without a question', () => {
  const { codes, readable } = opened(lines({ ...HEADER, messages: [asked('q', 'Prune'), answered('a', 'Done')] }));
  expect({ codes, readable }).toEqual({ codes: [], readable: true });
});

test('a document on one line needs no line feed at its end, a file of lines does', () => {
  const whole = lines({ ...HEADER, messages: [asked('q', 'Prune'), answered('a', 'Done')] });
  const [ofLines, document] = ['jsonl', 'json'].map((ending) => opened(whole.subarray(0, -1), ending).codes);
  expect([ofLines, document]).toEqual([['GM106'], []]);
});
