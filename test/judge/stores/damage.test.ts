import { expect, test } from 'vitest';
import { damaged } from './damage.ts';

const LINES = Buffer.from([1, 2, 3, 4, 5].map((n) => `{"n":${n},"text":"one two three"}\n`).join(''));

test('the same seed damages a file in the same way, and other seeds in others', () => {
  const all = Array.from({ length: 300 }, (_, seed) => damaged(LINES, seed));
  expect(all[7]).toEqual(damaged(LINES, 7));
  expect(new Set(all.map(({ bytes }) => bytes.toString('latin1'))).size).toBeGreaterThan(150);
  expect(all.filter(({ bytes }) => bytes.equals(LINES)).length).toBeLessThan(10);
  const ways = new Set(all.flatMap(({ what }) => what.split(', ').map((each) => each.replace(/ at \d+$/, ''))));
  expect(ways.size).toBe(22);
});
