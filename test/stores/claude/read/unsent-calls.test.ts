import { expect, test } from 'vitest';
import { claudeFileFindings } from '../../../../src/stores/claude/checks/file-findings.ts';
import { claudeTranscript } from '../../../../src/stores/claude/read/transcript.ts';
import { fileOf } from '../lines.ts';

const SEARCH = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'apple' } };
const FOUND = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] };
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } };
const TEXT = { type: 'text', text: 'Let me look.' };

const asked = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
const answered = (id: string, ...content: readonly object[]) => ({
  type: 'assistant',
  message: { role: 'assistant', id, model: 'm', content },
});

/** The types of what is sent of a question and these records, and the codes of what is found. */
function sentOf(...records: readonly object[]): [types: string[], codes: string[]] {
  const lines = [asked('Which apple is it?'), ...records].map((each, n) =>
    JSON.stringify({ uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: 's', ...each }),
  );
  const file = fileOf(`${lines.join('\n')}\n`);
  const { messages } = claudeTranscript(file, { agents: [], parts: [], archived: '', typed: [] });
  const found = claudeFileFindings(file, null);
  return [[...messages].filter(({ hidden }) => !hidden).map(({ type }) => type), [...found].map(({ code }) => code)];
}

test('a call that the API carries out is sent where its own answer has the result', () => {
  const sent = ['text', 'text', 'tool_call', 'tool_output'];
  expect(sentOf(answered('a', TEXT, SEARCH, FOUND))).toEqual([sent, []]);
  expect(sentOf(answered('a', TEXT), answered('a', SEARCH), answered('a', FOUND))).toEqual([sent, []]);
  expect(sentOf(answered('a', TEXT, SEARCH), answered('b', FOUND))).toEqual([
    ['text', 'text', 'tool_output'],
    ['CL410'],
  ]);
});

test('of a record with a call of the API that has no result, everything else is sent', () => {
  expect(sentOf(answered('a', TEXT, SEARCH))).toEqual([['text', 'text'], ['CL410']]);
  expect(sentOf(answered('a', TEXT, SEARCH), asked('And now?'))).toEqual([['text', 'text', 'text'], ['CL410']]);
  expect(sentOf(answered('a', TEXT, SEARCH, FOUND, { ...SEARCH, id: 'srv_2' }))[1]).toEqual(['CL410']);
  expect(sentOf(answered('a', TEXT, { type: 'server_tool_use', name: 'web_search', input: {} }))[1]).toEqual(['CL410']);
});

test('a question that is an empty list is behind an answer, though it is not sent', () => {
  const call = [answered('a', TEXT), answered('a', CALL)];
  expect(sentOf(...call)).toEqual([['text', 'text', 'tool_call'], []]);
  expect(sentOf(...call, asked([]))).toEqual([['text', 'text'], ['CL410']]);
  expect(sentOf(...call, asked([null]))[0]).toEqual(['text', 'text', 'tool_call']);
  expect(sentOf(asked([]), ...call)[0]).toEqual(['text', 'text', 'tool_call']);
});

test('of calls with one id at the end, the first alone is sent', () => {
  const again = { ...CALL, input: { command: 'pwd' } };
  const types = ['text', 'text', 'tool_call', 'text'];
  expect(sentOf(...[TEXT, CALL, TEXT, again].map((each) => answered('a', each)))).toEqual([types, ['CL413']]);
  expect(sentOf(answered('a', TEXT, CALL, TEXT, CALL))).toEqual([types, []]);
  const both = ['text', 'text', 'tool_call', 'text', 'tool_call'];
  expect(sentOf(answered('a', TEXT, CALL, TEXT, { ...CALL, id: 'toolu_2' }))).toEqual([both, []]);
});
