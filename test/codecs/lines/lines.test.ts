import { expect, test } from 'vitest';
import { lines } from '../../../src/codecs/lines/lines.ts';

const source = (text: string) => {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    slice: (at: number, length: number) => Uint8Array.from(bytes.subarray(at, at + length)),
  };
};

/** Lines with their place and end, read in windows of a few bytes. */
function read(text: string, window = 4, longest = 64): unknown[] {
  return Array.from(lines(source(text), { max: window, longest }), ({ at, length, bytes, end }) => [
    at,
    length,
    bytes === null ? null : Buffer.from(bytes).toString(),
    end,
  ]);
}

test.each([
  ['', []],
  [
    'a\nbc\n',
    [
      [0, 1, 'a', 'lf'],
      [2, 2, 'bc', 'lf'],
    ],
  ],
  [
    'a\r\nb\rc',
    [
      [0, 1, 'a', 'crlf'],
      [3, 1, 'b', 'cr'],
      [5, 1, 'c', 'none'],
    ],
  ],
  [
    '\n\n',
    [
      [0, 0, '', 'lf'],
      [1, 0, '', 'lf'],
    ],
  ],
  [
    'abc\r\nd',
    [
      [0, 3, 'abc', 'crlf'],
      [5, 1, 'd', 'none'],
    ],
  ],
  ['\r', [[0, 0, '', 'cr']]],
])('%j is read as lines, whatever the windows cut', (text, expected) => {
  for (let window = 1; window < 9; window++) expect(read(text, window)).toEqual(expected);
});

test('of a long line no more is read at once than the line, and one that is not held is never', () => {
  const asked: number[] = [];
  const text = source(`a\n${'x'.repeat(40)}\n${'y'.repeat(70)}\nb`);
  const slice = (at: number, length: number) => {
    asked.push(length);
    return text.slice(at, length);
  };
  const found = Array.from(lines({ ...text, slice }, { max: 4, longest: 64 }), ({ length, bytes }) => [
    length,
    bytes?.length ?? null,
  ]);
  expect(found).toEqual([
    [1, 1],
    [40, 40],
    [70, null],
    [1, 1],
  ]);
  expect(Math.max(...asked)).toBe(40);
});

test('a line that is longer than a window is held whole', () => {
  const long = 'x'.repeat(40);
  expect(read(`a\n${long}\nb`)).toEqual([
    [0, 1, 'a', 'lf'],
    [2, 40, long, 'lf'],
    [43, 1, 'b', 'none'],
  ]);
});

test('a line that is too long to be held has its place and its end', () => {
  const long = 'x'.repeat(100);
  expect(read(`a\n${long}\r\nb\n`)).toEqual([
    [0, 1, 'a', 'lf'],
    [2, 100, null, 'crlf'],
    [104, 1, 'b', 'lf'],
  ]);
  expect(read(long)).toEqual([[0, 100, null, 'none']]);
});

test('every line of a text is met once, with any windows', () => {
  const text = 'one\ntwo\r\n\rthree\r\r\nfour\n\n';
  const whole = read(text, 1000);
  for (let window = 1; window < 30; window++) expect(read(text, window)).toEqual(whole);
});

test('where LF alone ends a line, a CR is of the line, and only the range that is asked for is read', () => {
  for (let max = 1; max < 9; max++) {
    const found = Array.from(lines(source('a\rb\nc\r\nde'), { ends: 'lf', from: 2, to: 8, max }));
    expect(found.map(({ at, length, end }) => [at, length, end])).toEqual([
      [2, 1, 'lf'],
      [4, 2, 'lf'],
      [7, 1, 'none'],
    ]);
  }
});
