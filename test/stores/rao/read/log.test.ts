import { describe, expect, test } from 'vitest';
import { isEmpty, type Log, openLog } from '../../../../src/stores/rao/read/log.ts';
import { openJson, scanAsR } from '../../../../src/stores/rao/read/r-json.ts';
import { filePart } from '../../open-site.ts';

function log(source: string | Uint8Array): Log {
  return openLog(filePart('conversation_log.json', Buffer.from(source)));
}

describe('R reads', () => {
  test.each([
    ['a list of objects', '[{"id":1},{"id":2}]', 2],
    ['an empty list', '[]', 0],
    ['null', 'null', 0],
    ['an object of objects', '{"a":{},"b":[]}', 2],
    ['null and lists among the messages', '[null,[],{}]', 3],
    ['a byte-order mark', '\ufeff[]', 0],
    ['an unpaired surrogate escape', '[{"content":"\\ud800"}]', 1],
    ['a number beyond a double', '[{"id":1e999}]', 1],
  ])('%s', (_, source, length) => expect(log(source)).toMatchObject({ error: null, length }));

  test('a log that is not there, as empty', () => {
    expect(openLog(null)).toMatchObject({ error: null, length: 0 });
  });

  test('overlong UTF-8 and encoded surrogates', () => {
    for (const bytes of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
    ])
      expect(log(Buffer.from([0x5b, 0x22, ...bytes, 0x22, 0x5d])).file?.error).toBe(null);
  });
});

describe('R stops at', () => {
  test.each([
    ['a text', '"x"', 'has no list of messages, but a string'],
    ['a number', '1', 'has no list of messages, but a number'],
    ['a text among the messages', '[{"id":1},"x"]', 'has an item that is not a message at /1'],
    ['an object of plain members', '{"id":1,"role":"user"}', 'has an item that is not a message at /0'],
    ['a cut document', '[{"id":1}', 'is not JSON'],
    ['an empty file', '', 'is not JSON'],
    ['NUL bytes at the end', '[]\n\0\0', 'is not JSON'],
    ['two byte-order marks', '\ufeff\ufeff[]', 'is not JSON'],
  ])('%s', (_, source, error) => {
    const opened = log(source);
    expect(opened.error).toContain(error);
    expect(opened.length).toBe(null);
  });

  test('a byte that begins no character, or too few of those that follow', () => {
    for (const bytes of [[0xff], [0xe2, 0x82], [0x80]])
      expect(log(Buffer.from([0x5b, 0x22, ...bytes, 0x22, 0x5d])).error).toContain('ill-formed UTF-8 at byte 2');
  });
});

test('of a torn log the whole messages are there', () => {
  const ids = log('[{"id":1},{"id":2},{"id":3,"content":"cu')
    .messages()
    .map(({ id }) => id);
  expect(ids).toMatchObject([{ number: 1 }, { number: 2 }]);
});

describe('empty, so that a new conversation takes its place', () => {
  test.each([
    ['[]', true],
    ['null', true],
    ['[{"role":"developer"}]', true],
    ['{"messages":[{"role":"user"}]}', true],
    ['[{"role":"user"}]', false],
    ['[{"role":["assistant"]}]', false],
    ['[]\n\0\0', true],
    ['[{"role":"user"}]\0', false],
    ['[', null],
    ['["x"]', null],
  ])('%j: %s', (source, empty) => expect(isEmpty(log(source))).toBe(empty));

  test('bytes that are not UTF-8 do no harm here', () => {
    expect(isEmpty(log(Buffer.from([0x5b, 0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x5d])))).toBe(true);
  });
});

test('fields are found as R finds them', () => {
  const [message] = log(
    '[{"id":"7","related_to":true,"role":["user"],"content_text":"x","original_query":true,"function_call":{"name":"f","call_id":["c"],"msg_id":7}}]',
  ).messages();
  expect(message).toMatchObject({
    isObject: true,
    id: { type: 'text', text: '7' },
    relatedTo: { type: 'boolean', number: 1 },
    role: 'user',
    isQuestion: true,
    isOutput: false,
    call: { name: 'f', callId: 'c', msgId: { number: 7 }, arguments: null },
  });
  expect(message?.content).not.toBe(null);
});

test('a large file has one list of tokens, however often it is opened', () => {
  const bytes = Buffer.alloc(2 ** 26, 'x')
    .fill('["', 0, 2)
    .fill('"]', 2 ** 26 - 2);
  expect(openJson(filePart('conversation_log.json', bytes))?.tape.words).toBe(scanAsR(bytes).tape.words);
});
