import { expect, test } from 'vitest';
import { bytesText, countText, firstLine, numberText } from '../../src/report/text.ts';

test('sizes have at most three digits', () => {
  expect([0, 1, 999, 1000, 1499, 9949, 9950, 999_499, 999_500, 5e9].map(bytesText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.0 KB',
    '1.5 KB',
    '9.9 KB',
    '10 KB',
    '999 KB',
    '1.0 MB',
    '5.0 GB',
  ]);
});

test('counts have their thousands apart and one is one', () => {
  expect(numberText(1_234_567)).toBe('1,234,567');
  expect([countText(1, 'file'), countText(0, 'file'), countText(2, 'entry', 'entries')]).toEqual([
    '1 file',
    '0 files',
    '2 entries',
  ]);
});

test('the first line that shows something stands for a text, cut between characters', () => {
  expect(firstLine('\n\n  Hello\u001b \r\nworld')).toBe('Hello\\u001b');
  expect(firstLine('😀'.repeat(300), 10)).toBe(`${'😀'.repeat(9)}…`);
  expect(firstLine('')).toBe('');
});
