import { expect, test } from 'vitest';
import type { Source } from '../../../../src/codecs/lines/source.ts';
import { putBackGrown } from '../../../../src/stores/engine/change/put-back.ts';

function source(text: string): Source {
  const bytes = Buffer.from(text);
  return { size: bytes.length, slice: (at, length) => bytes.subarray(at, at + length) };
}

function putBack(before: string, after: string, now: string, earlier?: string): string | null {
  const more = earlier === undefined ? {} : { earlier: source(earlier) };
  const made = putBackGrown({ before: source(before), after: source(after), now: source(now), ...more });
  return made === null ? null : Buffer.from(made.slice(0, made.size)).toString();
}

const BEFORE = '{"n":1}{"n":2}\n';
const AFTER = '{"n":1}\n{"n":2}\n';

test.each([
  ['a torn record', '{"n":3,"te'],
  ['CR LF', '{"n":3}\r\n'],
  ['no line end', '{"n":3}'],
  ['NUL bytes', '\0\0\0\0'],
  ['blank lines', '\n\r\n\n'],
  ['several records', '{"n":3}\n{"n":4}\n'],
])('lines that were appended since stay, byte for byte: %s', (_, appended) => {
  expect(putBack(BEFORE, AFTER, AFTER + appended)).toBe(BEFORE + appended);
});

test('a last line that the run ended keeps an end only where something follows on the same line', () => {
  const [open, ended] = ['{"n":1}{"n":2}', AFTER];
  expect(putBack(open, ended, ended)).toBe(open);
  expect(putBack(open, ended, `${ended}{"n":3`)).toBe(`${open}\n{"n":3`);
  expect(putBack(open, ended, `${ended}\r\n`)).toBe(`${open}\n\r\n`);
  expect(putBack(open, ended, `${ended}\n{"n":3}\n`)).toBe(`${open}\n{"n":3}\n`);
});

test('lines that were appended while an undo was cut off stay too', () => {
  const first = `${AFTER}{"n":3}\n`;
  expect(putBack(BEFORE, AFTER, `${BEFORE}{"n":3}\n{"n":4`, first)).toBe(`${BEFORE}{"n":3}\n{"n":4`);
  expect(putBack(BEFORE, AFTER, `${first}{"n":4`, first)).toBe(`${BEFORE}{"n":3}\n{"n":4`);
});

test('a file that begins otherwise than the run left it is refused', () => {
  expect(putBack(BEFORE, AFTER, '{"n":7}\n')).toBeNull();
  expect(putBack(BEFORE, AFTER, AFTER.slice(0, -1))).toBeNull();
});
