import { expect, test } from 'vitest';
import { foldedLines } from '../../../src/report/show/styled.ts';

test('long texts are folded, and what is folded away is counted', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  expect(foldedLines(lines, false)).toEqual([...lines.slice(0, 8), '… 12 more lines (--full)']);
  expect(foldedLines(lines.slice(0, 9), false)).toEqual(lines.slice(0, 9));
  expect(foldedLines(lines, true)).toEqual(lines);
  expect(foldedLines(['x'.repeat(5000)], false)).toEqual([`${'x'.repeat(1200)}… 3,800 more characters (--full)`]);
  expect(foldedLines([`${'x'.repeat(1199)}😀`.repeat(2)], false)[0]).toMatch(/^x{1199}… /);
});
