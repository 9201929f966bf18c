import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const lines = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8').split('\n');

test('each item of the list of changes stands once, under the heading of its area', () => {
  const items = lines.filter((line) => line.startsWith('- '));
  expect(items.filter((item, n) => items.indexOf(item) !== n)).toEqual([]);
  const headings = lines.filter((line) => /^(?:#|- )/.test(line));
  const astray = headings.filter((line, n) => line.startsWith('- ') && !/^(?:- |#### )/.test(headings[n - 1] ?? ''));
  expect(astray).toEqual([]);
});
