import { expect, test } from 'vitest';
import { fileOf } from '../lines.ts';

const record = (n: number) => ({
  uuid: `u${n}`,
  parentUuid: n === 0 ? null : `u${n - 1}`,
  sessionId: 's',
  timestamp: `2026-06-06T03:28:0${n}.000Z`,
  type: n % 2 === 0 ? 'user' : 'assistant',
  message: { role: n % 2 === 0 ? 'user' : 'assistant', content: `words ${n}` },
});

const line = (n: number) => `${JSON.stringify(record(n))}\n`;

/** How many messages are sent of a question, an answer, what is given, and a question. */
const sentAround = (torn: string, behind = '') =>
  fileOf(line(0) + line(1) + torn + line(2) + behind).history().sent.length;

test.each([
  '{"type":\n',
  '{"a":[\n',
  '{"a":[1,\n',
  '{"a": \r\n',
  '{\n"a":1,\n"b":\n',
  '{"a":\n{"b":\n',
  '[\n',
  '[1,\n\n',
])('the last record is a part of a torn one that a value would go on with: %j', (torn) => {
  expect(sentAround(torn)).toBe(2);
  expect(sentAround(torn, '\n  \n')).toBe(2);
});

test.each(['{"a":1,\n', '{"a"\n', '{"a":"b\n', '{\n', 'x {"a":\n', '"a":\n', '{"a":}\n', '{}\n'])(
  'the last record is one of its own behind another line: %j',
  (torn) => {
    expect(sentAround(torn)).toBe(3);
  },
);

test('a line behind the last record, whatever it is, leaves it one of its own', () => {
  for (const behind of ['{}\n', '7\n', 'x\n', '\0\0\n', line(3)])
    expect(sentAround('{"type":\n', behind)).toBe(behind === line(3) ? 4 : 3);
});
