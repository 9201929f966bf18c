import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isUnseen } from '../../../src/model/conversation.ts';
import { bytesSource } from '../../../src/model/part.ts';
import { readSession } from '../../../src/stores/gemini/read/session.ts';
import { geminiShown, geminiTranscript } from '../../../src/stores/gemini/read/transcript.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/gemini', import.meta.url));
const sessions = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((path) => /chats.*\.jsonl?$/.test(path))
  .sort();

/** A message of each type, with each content that there may be. */
function mixed(): string {
  const response = { functionResponse: { id: 'c', name: 'ls', response: { output: 'a' } } };
  const contents = ['', ' ', 'text', '/help', null, 5, [], [response], [{ text: '' }, response], [{ inlineData: {} }]];
  const toolCalls = [{ id: 'c', name: 'ls', result: [response, response] }, 5, { result: null }];
  const messages = ['user', 'gemini', 'info', 'odd'].flatMap((type) =>
    contents.flatMap((content) => [
      { type, content },
      { type, content, toolCalls },
    ]),
  );
  return messages.map((message, n) => `${JSON.stringify({ id: `m${n}`, ...message })}\n`).join('');
}

function shownIn(bytes: Uint8Array) {
  const source = bytesSource(bytes);
  const read = readSession(source);
  const shown = [...geminiTranscript(source, read).messages].filter((each) => !isUnseen(each));
  const toolCalls = shown.filter(({ type }) => type === 'tool_call').length;
  return { counted: geminiShown(source, read), shown: { messages: shown.length, toolCalls } };
}

test('as many messages are counted as are shown', () => {
  expect(sessions.length).toBeGreaterThan(40);
  const all = [...sessions.map((path) => readFileSync(join(fixtures, path))), Buffer.from(mixed())].map(shownIn);
  expect(all.map(({ counted }) => counted)).toEqual(all.map(({ shown }) => shown));
  expect(all.at(-1)?.shown).toMatchObject({ toolCalls: 30 });
});

test('a picture is told by its bytes, as those of other programs are', () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const pictures = [
    { inlineData: { mimeType: 'image/png', data: gif } },
    { inlineData: { mimeType: 'image/png', data: 'bm9uZQ==' } },
    { fileData: { mimeType: 'application/pdf', fileUri: 'files/1' } },
  ];
  const source = bytesSource(Buffer.from(`${JSON.stringify({ id: 'm', type: 'user', content: pictures })}\n`));
  const [message] = geminiTranscript(source, readSession(source)).messages;
  expect(message?.pictures).toEqual([
    { type: 'image/gif', width: 1, height: 1, bytes: 42, base64: gif },
    { type: 'image/png', width: null, height: null, bytes: 4 },
    { type: 'application/pdf', width: null, height: null, bytes: null },
  ]);
});

test('a call that is a part of an answer and in its list of calls is shown once, with its result', () => {
  const response = { functionResponse: { id: 'c1', name: 'ls', response: { output: 'a' } } };
  const content = [{ text: 'I look' }, { functionCall: { id: 'c1', name: 'ls', args: {} } }];
  const toolCalls = [
    { id: 'c1', name: 'ls', args: {}, result: [response], status: 'success' },
    { id: 'c2', name: 'cat', args: {} },
  ];
  const source = bytesSource(Buffer.from(`${JSON.stringify({ id: 'm', type: 'gemini', content, toolCalls })}\n`));
  const read = readSession(source);
  expect([...geminiTranscript(source, read).messages].map(({ type, name, hidden }) => [type, name, hidden])).toEqual([
    ['text', undefined, false],
    ['tool_call', 'ls', false],
    ['tool_output', 'ls', false],
    ['tool_call', 'cat', true],
  ]);
  expect(geminiShown(source, read)).toEqual({ messages: 3, toolCalls: 1 });
});

test.each([
  [[{ text: '' }, { text: 'So' }], true],
  [[{}, { text: 'So' }], true],
  [['', { text: 'So' }], true],
  [[{ text: '', thought: true }, { text: 'So' }], false],
  [[{ text: ' ' }, { text: 'So' }], false],
  [[{ text: null }, { text: 'So' }], false],
])('a text beside the parts %j is hidden, because the answer is not sent: %j', (content, hidden) => {
  const toolCalls = [{ id: 'c1', name: 'ls', args: {} }];
  const source = bytesSource(Buffer.from(`${JSON.stringify({ id: 'm', type: 'gemini', content, toolCalls })}\n`));
  const read = readSession(source);
  expect([...geminiTranscript(source, read).messages].map((each) => each.hidden)).toEqual([hidden, false]);
  expect(geminiShown(source, read)).toEqual({ messages: hidden ? 1 : 2, toolCalls: 1 });
  expect(read.faults.map(({ type }) => type)).toEqual(hidden ? ['empty-part'] : []);
});
