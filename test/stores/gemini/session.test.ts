import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { readSession } from '../../../src/stores/gemini/read/session.ts';

const torn = '{"id":"m1","type":"gemini","content":"","toolCalls":[';
const call = '{"id":"c1","name":"ls","args":{}}';
const question = '{"id":"m2","type":"user","content":[{"text":"Why"}]}';

test.each([
  ['a call of the torn message', `${torn}${call}`, []],
  ['a text of the torn message', `${torn}{"text":"Why"}`, []],
  ['a message', `${torn}${question}`, [question]],
  ['a list of messages', `${torn}{"$set":{"messages":[${question}]}}`, [`{"$set":{"messages":[${question}]}}`]],
  ['a rewind', `${torn}{"$rewindTo":"m0"}`, ['{"$rewindTo":"m0"}']],
  ['a header', `${torn}{"sessionId":"s","projectHash":"p"}`, ['{"sessionId":"s","projectHash":"p"}']],
])('a heal keeps what is whole behind a torn record only where it is a record: %s', (_, line, kept) => {
  const [fault] = readSession(bytesSource(Buffer.from(`${line}\n`))).faults;
  expect(fault?.pieces?.map(({ start, end }) => line.slice(start, end))).toEqual(kept);
});

test('objects that follow each other keep their lines, whatever they are', () => {
  const [fault] = readSession(bytesSource(Buffer.from(`${question}${call}\n`))).faults;
  expect(fault).toMatchObject({ shape: 'glued', pieces: [{}, {}] });
});

const answer = (content: string | null, more: object = {}) =>
  JSON.stringify({ id: 'a1', type: 'gemini', content, ...more });

test.each([
  ['named where it stays', [answer(null)], ['no-content']],
  ['not named where the answer is written again', [answer(null), answer('Because')], []],
  ['not named where the answer is taken back', [answer(null), '{"$rewindTo":"a1"}'], ['rewind']],
  ['not named where calls are sent', [answer(null, { toolCalls: [{ id: 'c1', name: 'ls' }] })], []],
])('an answer without content is %s', (_, lines, types) => {
  const { faults } = readSession(bytesSource(Buffer.from(lines.map((line) => `${line}\n`).join(''))));
  expect(faults.map(({ type }) => type)).toEqual(types);
});
