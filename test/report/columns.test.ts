import fc from 'fast-check';
import stringWidth from 'string-width';
import { test } from 'vitest';
import { columnsOf } from '../../src/report/columns.ts';
import { anyText } from '../codecs/any-text.ts';

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
    '█',
    '▁',
    '▟',
    'ｶ',
    '👍',
    '\u0301',
    '\u200d',
    '©',
  );
  const texts = fc.oneof(fc.string({ unit: script }), anyText(), fc.string({ unit: 'grapheme' }));
  fc.assert(fc.property(texts, (text) => columnsOf(text) === stringWidth(text)));
});
