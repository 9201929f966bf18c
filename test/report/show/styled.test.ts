import { expect, test } from 'vitest';
import { paint } from '../../../src/report/paint.ts';
import { foldedLines, styled } from '../../../src/report/show/styled.ts';

test('long texts are folded, and what is folded away is counted', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  expect(foldedLines(lines, false)).toEqual([...lines.slice(0, 8), '… 12 more lines (--full)']);
  expect(foldedLines(lines.slice(0, 9), false)).toEqual(lines.slice(0, 9));
  expect(foldedLines(lines, true)).toEqual(lines);
  expect(foldedLines(['x'.repeat(5000)], false)).toEqual([`${'x'.repeat(1200)}… 3,800 more characters (--full)`]);
  expect(foldedLines([`${'x'.repeat(1199)}😀`.repeat(2)], false)[0]).toMatch(/^x{1199}… /);
});

test('a line of code has no style without 256 colours', () => {
  const lines = ['```ts', 'const pump = 1;', '```'];
  expect([...styled(lines, 40, paint(true))]).toEqual(lines);
  expect([...styled(lines, 40, paint(true, true))][1]).toMatch(/^\S*\[38;5;\d+mconst pump = 1;/);
});
