import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { readSession } from '../../../src/stores/gemini/read/session.ts';
import { geminiShown, geminiTranscript } from '../../../src/stores/gemini/read/transcript.ts';
import { opened } from './opened.ts';

const HEADER = { sessionId: '1a2b3c4d-1', projectHash: 'ab' };
const CALL = { functionCall: { id: 'c', name: 'ls', args: {} } };
const answer = (content: unknown, more: object = {}) => ({ id: 'a', type: 'gemini', content, ...more });

function bytesOf(...records: readonly object[]): Buffer {
  return Buffer.from([HEADER, ...records].map((each) => `${JSON.stringify(each)}\n`).join(''));
}

function read(...records: readonly object[]) {
  const source = bytesSource(bytesOf(...records));
  const session = readSession(source);
  const messages = [...geminiTranscript(source, session).messages];
  return {
    ...session,
    said: messages.map(({ type, text, hidden }) => `${hidden ? 'hidden ' : ''}${type} ${text}`),
    counted: geminiShown(source, session).messages,
  };
}

/** As Gemini CLI 0.61.0 took them. */
test.each([
  [answer('So'), true],
  [answer('', { toolCalls: [{}] }), true],
  [answer('', { thoughts: [{ subject: 'Plan' }] }), true],
  [answer([{ text: 'Plan', thought: true }]), true],
  [answer([CALL]), true],
  [answer([{ executableCode: { code: '1' } }]), true],
  [answer([{ text: '' }, { text: 'So' }]), true],
  [answer(''), false],
  [answer('  '), false],
  [answer(null), false],
  [answer([]), false],
  [answer([{}, { text: '' }]), false],
  [answer('', { toolCalls: [], thoughts: [] }), false],
])('whether %j alone keeps a session: %s', (record, isContent) => {
  expect(read(record).hasContent).toBe(isContent);
});

test.each([
  [[{ text: '' }, { text: 'So' }], 'void'],
  [[{}, { text: 'So' }], 'void'],
  [[{ text: '', thoughtSignature: 'sig' }, { text: 'So' }], 'sent'],
  [[{ text: '', later: 1 }, { text: 'So' }], 'sent'],
  [[{ ...CALL, text: '' }, { text: 'So' }], 'sent'],
])('an answer of %j is %s', (content, use) => {
  expect(read(answer(content)).live.map((each) => each.use)).toEqual([use]);
});

test('a thought among the parts is thinking, not a part of the answer', () => {
  const { said } = read(answer([{ text: 'Plan', thought: true }, { text: 'So' }]));
  expect(said).toEqual(['hidden reasoning Plan', 'text So']);
});

test('a result that is a text, or of text parts, is shown once, and counted', () => {
  const withResult = (result: unknown) => answer('Look', { toolCalls: [{ id: 'c', name: 'ls', result }] });
  for (const result of ['pears', [{ text: 'pears' }], { text: 'pears' }, ['pe', 'ars']]) {
    const { said, counted } = read(withResult(result));
    expect([said, counted]).toEqual([['text Look', 'tool_call null', 'tool_output pears'], 3]);
  }
  expect(opened(bytesOf({ id: 'q', type: 'user', content: 'Why' }, withResult('pears'))).codes).not.toContain('GM204');
  expect(opened(bytesOf({ id: 'q', type: 'user', content: 'Why' }, withResult([{ text: 'pears' }]))).codes).toContain(
    'GM204',
  );
});
