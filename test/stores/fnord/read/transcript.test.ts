import { expect, test } from 'vitest';
import { openBytes } from '../open-site.ts';

const shown = (text: string) => {
  const { messages, ...rest } = openBytes(Buffer.from(text)).transcript('one.json');
  return { messages: [...messages], ...rest };
};
const ASK = '{"role":"user","content":"Where?"}';

test('each message says where in the document it comes from', () => {
  const calls = '{"role":"assistant","content":"I look.","tool_calls":[{"id":"a"},{"id":"b"}]}';
  const { messages } = shown(`5:{"messages":[${ASK},${calls},{"role":"tool","tool_call_id":"b","content":"x"}]}`);
  expect(messages.map(({ index, at, type }) => [index, at, type])).toEqual([
    [0, '/messages/0', 'text'],
    [1, '/messages/1', 'text'],
    [2, '/messages/1/tool_calls/0', 'tool_call'],
    [3, '/messages/1/tool_calls/1', 'tool_call'],
    [4, '/messages/2', 'tool_output'],
  ]);
});

test('messages of v1 that are lists or an object are found in their place', () => {
  expect(shown(`{"timestamp":5,"messages":[null,[5,{}]]}`).messages.map(({ at }) => at)).toEqual([
    '/messages/1/0',
    '/messages/1/1',
  ]);
  expect(shown(`{"timestamp":5,"messages":{"b/~":1,"a":2}}`).messages.map(({ at }) => at)).toEqual([
    '/messages/a',
    '/messages/b~1~0',
  ]);
});

test('instructions and reasoning are hidden', () => {
  const reasoning = '{"type":"reasoning","summary":[{"text":"look"},{"text":"at it"}]}';
  const { messages } = shown(
    `5:{"messages":[{"role":"developer","content":"Be brief."},${ASK},${reasoning},{"role":"x"}]}`,
  );
  expect(messages.map(({ role, type, hidden }) => [role, type, hidden])).toEqual([
    ['system', 'text', true],
    ['user', 'text', false],
    ['assistant', 'reasoning', true],
    [null, 'other', false],
  ]);
  expect(messages[2]?.text).toBe('look\n\nat it');
});

test('an output or arguments that are no text come as their source, the first of equal keys only', () => {
  const { messages } = shown(
    '5:{"messages":[{"type":"function_call","call_id":7,"arguments":{ "a": 1.0, "a": 2 }},{"role":"tool","content":[12345678901234567890]}]}',
  );
  expect(messages[0]).toMatchObject({ callId: '7', name: '', arguments: '{ "a": 1.0 }' });
  expect(messages[1]).toMatchObject({ callId: '', text: '[12345678901234567890]' });
});

test('of equal keys at any depth the first is shown', () => {
  const { metadata, tasks } = shown(
    '5:{"metadata":{"a":{"b":1,"b":{"b":2,"b":3}},"a":{"c":1,"c":2}},"tasks":{"l":[],"l":5}}',
  );
  expect(metadata.source).toBe('{"a":{"b":1}}');
  expect(tasks.source).toBe('{"l":{"description":null,"tasks":[]}}');
});

test('of a torn file what is whole is shown', () => {
  const { messages, metadata } = shown(
    `5:{"metadata":{"a":1},"messages":[${ASK},{"role":"assistant","content":"On the`,
  );
  expect(messages.map(({ text }) => text)).toEqual(['Where?']);
  expect(metadata.source).toBe('{"a":1}');
});

test('an element that makes fnord raise is shown in its place', () => {
  const { messages } = shown(`5:{"messages":[${ASK},{"role":"user","content":5},${ASK}]}`);
  expect(messages.map(({ type, at, text }) => [type, at, text])).toEqual([
    ['text', '/messages/0', 'Where?'],
    ['other', '/messages/1/content', '5'],
    ['text', '/messages/2', 'Where?'],
  ]);
});

test('metadata of any depth is passed on as it stands', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(shown(`5:{"metadata":{"a":${deep}}}`).metadata.source).toBe(`{"a":${deep}}`);
});
