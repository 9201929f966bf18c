import { expect, test } from 'vitest';
import { aroundOf } from '../../../src/model/finding.ts';
import { excerptLines } from '../../../src/report/findings/report.ts';

function excerpt(text: string | Uint8Array, offset: number, room = 80): string[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return [...excerptLines(aroundOf(bytes, offset, 128), room)];
}

test('an excerpt shows the bytes on both sides of a place, and a caret below it', () => {
  expect(excerpt('{"a":1}', 5)).toEqual(['{"a":1}', '     ^']);
  expect(excerpt('', 0)).toEqual(['', '^']);
  expect(excerpt('{"a"', 4)).toEqual(['{"a"', '    ^']);
});

test('a long line is cut on both sides, to half of the room there is', () => {
  expect(excerpt('x'.repeat(500), 250)).toEqual([`…${'x'.repeat(60)}…`, `${' '.repeat(31)}^`]);
  const [line = ''] = excerpt('x'.repeat(500), 250, 30);
  expect(line.length).toBeLessThanOrEqual(30);
});

test('control characters and bytes that are not UTF-8 are spelled, and the caret stays below its place', () => {
  expect(excerpt('a\u001b[2J\nb', 6)).toEqual(['a\\u001b[2J\\nb', `${' '.repeat(12)}^`]);
  expect(excerpt(Uint8Array.of(0x61, 0xff, 0xe2, 0x82, 0x62), 4)).toEqual(['a\\xff\\xe2\\x82b', `${' '.repeat(13)}^`]);
});

test('wide characters push the caret by two columns, and one cut in half by the reach is left out', () => {
  expect(excerpt('日本x', 6)).toEqual(['日本x', '    ^']);
  const [line = ''] = excerpt('日'.repeat(200), 300);
  expect(line).not.toContain('\\x');
});
