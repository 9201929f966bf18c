import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { columnsOf, tailOf, wrap, wrapLine } from '../../src/report/text.ts';
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

test('a command that never ends is taken word by word, however many quotes are in it', () => {
  const text = `\`convo ${"$'a'".repeat(500)} b`;
  expect(wrap(text, 0, { width: 12 })).toEqual(['`convo', "$'a'".repeat(500), 'b']);
});

test('paragraphs break between words', () => {
  expect(wrap('aa bb', 2, { width: 12 })).toEqual(['  aa bb']);
  expect(wrap("aa (`convo --root '/my  it'\\''s' list` does) bb", 0, { width: 12 })).toEqual([
    'aa',
    "(`convo --root '/my  it'\\''s' list`",
    'does) bb',
  ]);
  const lines = wrap('word '.repeat(100), 2, { width: 96 });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(96);
  expect(lines.join(' ').split(/\s+/).filter(Boolean)).toHaveLength(100);
});

test('a word wider than the terminal is cut between characters, each line as full as can be', () => {
  const family = '👨‍👩‍👧';
  expect(wrapLine('漢'.repeat(9), 9)).toEqual(['漢漢漢漢', '漢漢漢漢', '漢']);
  expect(wrapLine(`- ${'漢'.repeat(9)} a`, 10)).toEqual(['- 漢漢漢漢', '  漢漢漢漢', '  漢 a']);
  expect(wrapLine(family.repeat(5), 8)).toEqual([family.repeat(4), family]);
  expect(wrapLine(`see ${'x'.repeat(20)}  `, 8)).toEqual(['see', 'xxxxxxxx', 'xxxxxxxx', 'xxxx']);
});

test('the end of a text has whole characters', () => {
  expect(tailOf('ab🍐🍐', 3)).toBe('🍐');
  expect(tailOf('ab🍐🍐', 5)).toBe('b🍐🍐');
  expect([tailOf('abc', 2), tailOf('abc', 0), tailOf('🍐', -1)]).toEqual(['bc', '', '']);
});

test('a text is set on a terminal of any width, and nothing of it is left out', () => {
  const text = '        1. 日本語 of the lighthouse';
  for (const width of [0, 1, 2, 8, 9, 40])
    expect(wrapLine(text, width).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});
