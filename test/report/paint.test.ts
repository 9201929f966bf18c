import { expect, test } from 'vitest';
import { paint, SHADES } from '../../src/report/paint.ts';

/** Relative luminance of a colour of the table of 256: the cube of 6 from 16 on, greys from 232 on. */
function luminance(code: number): number {
  const step = (n: number) => (n === 0 ? 0 : 55 + 40 * n);
  const cube = code - 16;
  const grey = 8 + 10 * (code - 232);
  const rgb =
    code >= 232 ? [grey, grey, grey] : [step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6)];
  const [r = 0, g = 0, b = 0] = rgb.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(Object.entries(SHADES))('%s is readable on black and on white', (_, code) => {
  expect((luminance(code) + 0.05) / 0.05).toBeGreaterThan(4.5);
  expect(1.05 / (luminance(code) + 0.05)).toBeGreaterThan(4.5);
});

test('a terminal of 16 colours, whose shades are its own, gets weight and lines instead', () => {
  const { strong, bad, accent, faint, good, warn, tint, removed } = paint(true);
  expect([strong, bad].map((style) => style('x'))).toEqual(Array(2).fill('\u001b[1mx\u001b[22m'));
  expect(accent('x')).toBe('\u001b[4mx\u001b[24m');
  expect([faint, good, warn, tint, removed].map((style) => style('x'))).toEqual(Array(5).fill('x'));
  expect(paint(true, true).warn('x')).toBe(`\u001b[38;5;${SHADES.warn}mx\u001b[39m`);
  expect(paint(false, true).warn('x')).toBe('x');
});
