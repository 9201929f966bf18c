import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { readSession } from '../../../../src/stores/copilot/read/session.ts';
import { copilotAnswers } from '../../../../src/stores/copilot/read/transcript.ts';

const answersOf = (sessionId: string) => {
  const usage = { type: 'session.usage_record', data: { usage: { inputTokens: 9, outputTokens: 1 } } };
  const records = [{ type: 'session.start', data: { sessionId } }, usage, usage];
  const source = bytesSource(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')));
  return [...copilotAnswers(source, readSession(source))];
};

test('answers without an id are one each, in every session', () => {
  const keys = [...answersOf('one'), ...answersOf('two')].map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([4, 4]);
});
