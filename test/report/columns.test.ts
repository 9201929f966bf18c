import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { columnsOf } from '../../src/report/columns.ts';

test('a text takes as many columns as string-width says, whatever characters it has', () => {
  const script = fc.constantFrom(
    'a',
    'é',
    'Ж',
    'ß',
    '会',
    'ー',
    'ア',
    '한',
    '！',
    '、',
    '“',
    '…',
    'ｶ',
    '👍',
    '\u0301',
    '\u200d',
    '©',
  );
  const texts = fc.oneof(fc.string({ unit: script }), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  fc.assert(fc.property(texts, (text) => columnsOf(text) === stringWidth(text)));
});

test('every character alone takes as many columns as string-width says', () => {
  const all = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code));
  expect(all.filter((text) => columnsOf(text) !== stringWidth(text))).toEqual([]);
});
