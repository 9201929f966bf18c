import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { readSession } from '../../../src/stores/gemini/read/session.ts';
import { geminiTranscript } from '../../../src/stores/gemini/read/transcript.ts';

const HEADER = { sessionId: '1a2b3c4d-1', projectHash: 'ab' };
const SETUP = '<session_context>\nIn a folder\n</session_context>';
const PICTURE = { inlineData: { mimeType: 'image/png', data: 'bm9uZQ==' } };
const asked = (id: string, content: unknown) => ({ id, type: 'user', content });
const answered = (id: string, content: string) => ({ id, type: 'gemini', content });

function read(...records: readonly object[]) {
  const source = bytesSource(Buffer.from([HEADER, ...records].map((each) => `${JSON.stringify(each)}\n`).join('')));
  const session = readSession(source);
  return { ...session, messages: [...geminiTranscript(source, session).messages] };
}

/** As Gemini CLI 0.61.0 sent them. */
test.each([
  [[PICTURE, { text: '/look' }], 'sent'],
  [[{ text: ' ' }, PICTURE, { text: '/look' }], 'sent'],
  [[{ text: '/plan', thought: true }, { text: 'Prune' }], 'sent'],
  [[{ executableCode: { code: '1' } }], 'sent'],
  [[{ text: '/look' }, PICTURE], 'command'],
  [[{}, { text: '' }, { text: '?why' }], 'command'],
  [[{ text: '  ' }, {}], 'empty'],
])('a question of %j is %s', (content, use) => {
  expect(read(asked('q', content)).live.map((each) => each.use)).toEqual([use]);
});

test('the title is the first question, also one whose id a later message took', () => {
  expect(read(asked('q', 'First'), asked('q', 'Second'), answered('a', 'Done')).question).toBe('First');
  expect(read(asked('q', 'First'), answered('q', 'Done'), asked('r', 'Third')).question).toBe('First');
});

test('the question behind set-up text is a title only where no other is', () => {
  const behind = asked('s', [{ text: SETUP }, { text: 'Behind' }]);
  expect(read(behind, answered('a', 'Done')).question).toBe('Behind');
  expect(read(behind, answered('a', 'Done'), asked('q', 'Open')).question).toBe('Open');
});

test('a question whose id an answer took is shown as taken back, and named', () => {
  const { messages, faults } = read(asked('q', 'First'), answered('q', 'Done'));
  expect(messages.map(({ text, marks }) => [text, marks])).toEqual([
    ['First', ['taken back']],
    ['Done', undefined],
  ]);
  expect(faults.map(({ type }) => type)).toEqual(['id-doubled']);
});
