import { describe, expect, test } from 'vitest';
import { wrap, wrapLine } from '../../src/report/columns.ts';
import { shortener, shortenerOfSome } from '../../src/report/list/rows.ts';
import { foldedLines } from '../../src/report/show/styled.ts';
import { bytesText, countText, firstLine, numberText } from '../../src/report/text.ts';
import { agoText, exactText, isoText, timeText } from '../../src/report/time.ts';

describe('words for people', () => {
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

  test('times are UTC, before 1970 too, and never an exception', () => {
    expect(timeText(0)).toBe('1970-01-01 00:00:00');
    expect(timeText(-1)).toBe('1969-12-31 23:59:59');
    expect(timeText(-377705116800)).toBe('-009999-01-01 00:00:00');
    expect(timeText(9e15)).toBe('9000000000000000');
    expect(timeText(null)).toBe('');
  });

  test('times are told from now, and exactly in the zone of the reader', () => {
    const clock = { now: 1_800_000_000, zone: 'Europe/Berlin', utc: false };
    const ago = (seconds: number) => agoText(clock.now - seconds, clock);
    expect([0, 59, 60, 3599, 7200, 86_400, 3 * 86_400, 14 * 86_400, 62 * 86_400, 800 * 86_400, -7200].map(ago)).toEqual(
      [
        'just now',
        'just now',
        '1 minute ago',
        '59 minutes ago',
        '2 hours ago',
        '1 day ago',
        '3 days ago',
        '2 weeks ago',
        '2 months ago',
        '2 years ago',
        'in 2 hours',
      ],
    );
    expect(exactText(1_741_948_800, clock)).toBe('2025-03-14 11:40:00 +01:00');
    expect(exactText(1_741_948_800, { ...clock, zone: 'UTC' })).toBe('2025-03-14 10:40:00 +00:00');
    expect(exactText(1_741_948_800, { ...clock, utc: true })).toBe('2025-03-14 10:40:00 UTC');
    expect(exactText(-1, clock)).toBe('1969-12-31 23:59:59 UTC');
    expect([isoText(1_741_948_800), isoText(null), isoText(9e15)]).toEqual(['2025-03-14T10:40:00Z', null, null]);
  });

  test('the first line that shows something stands for a text, cut between characters', () => {
    expect(firstLine('\n\n  Hello\u001b \r\nworld')).toBe('Hello\\u001b');
    expect(firstLine('😀'.repeat(300), 10)).toBe(`${'😀'.repeat(9)}…`);
    expect(firstLine('')).toBe('');
  });

  test('long texts are folded, and what is folded away is counted', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    expect(foldedLines(lines, false)).toEqual([...lines.slice(0, 8), '… 12 more lines (--full)']);
    expect(foldedLines(lines.slice(0, 9), false)).toEqual(lines.slice(0, 9));
    expect(foldedLines(lines, true)).toEqual(lines);
    expect(foldedLines(['x'.repeat(5000)], false)).toEqual([`${'x'.repeat(1200)}… 3,800 more characters (--full)`]);
    expect(foldedLines([`${'x'.repeat(1199)}😀`.repeat(2)], false)[0]).toMatch(/^x{1199}… /);
  });

  test('a command that never ends is taken word by word, however many quotes are in it', () => {
    const text = `\`convo ${"$'a'".repeat(500)} b`;
    expect(wrap(text, 0, { width: 12 })).toEqual(['`convo', "$'a'".repeat(500), 'b']);
  });

  test('paragraphs break between words', () => {
    expect(wrap('aa bb', 2)).toEqual(['  aa bb']);
    expect(wrap("aa (`convo --root '/my  it'\\''s' list` does) bb", 0, { width: 12 })).toEqual([
      'aa',
      "(`convo --root '/my  it'\\''s' list`",
      'does) bb',
    ]);
    const lines = wrap('word '.repeat(100), 2);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(96);
    expect(lines.join(' ').split(/\s+/).filter(Boolean)).toHaveLength(100);
  });

  test('ids are shortened to eight characters, or to what sets them apart', () => {
    const short = shortener(['abcdefgh-1', 'abcdefgh-2', 'zz', '12345678-9']);
    expect(['abcdefgh-1', 'abcdefgh-2', 'zz', '12345678-9', 'unknown'].map(short)).toEqual([
      'abcdefgh-1',
      'abcdefgh-2',
      'zz',
      '12345678',
      'unknown',
    ]);
  });

  test('an id that begins with a time keeps all of that, where others of the same minute may be beside it', () => {
    const [timed, random] = ['01a218a6-93ff-72a3-b933-066498879a28', '3f0c7d1e-9b1d-4e6f-8a55-0c2f5a1b7d10'];
    const short = shortenerOfSome([timed, random]);
    expect([timed, random].map(short)).toEqual(['01a218a6-93ff', '3f0c7d1e']);
    expect([timed, random].map(shortener([timed, random]))).toEqual(['01a218a6', '3f0c7d1e']);
  });
});

test('a text is set on a terminal of any width, and nothing of it is left out', () => {
  const text = '        1. 日本語 of the lighthouse';
  for (const width of [0, 1, 2, 8, 9, 40])
    expect(wrapLine(text, width).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});
