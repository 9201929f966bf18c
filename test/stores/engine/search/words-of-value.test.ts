import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root } from '../../../../src/codecs/json/value.ts';
import { wordsOfValue } from '../../../../src/stores/engine/search/words-of-value.ts';

const words = (json: string) => wordsOfValue(root(scan(Buffer.from(json))), new Set(['time']));

test('each word of a value has its keys before it, without those that say nothing', () => {
  const json = '{"type":"x","time":1,"note":"a pear","inner":{"time":2,"id":3,"of":[true,null,{"k":"\\u00e9"}]},"":4}';
  expect(words(json)).toBe('note: a pear\ninner.time: 2\ninner.of: true\ninner.of.k: é\n4');
});

test.each([
  ['objects', '{"a":', '}'],
  ['arrays', '[', ']'],
])('a value in thousands of %s is read, and the deepest of it as JSON', (_, open, close) => {
  const deep = (levels: number) => `${open.repeat(levels)}"a pear"${close.repeat(levels)}`;
  const lead = open === '[' ? '' : `${Array(64).fill('a').join('.')}: `;
  expect(words(deep(64))).toBe(`${lead}a pear`);
  expect(words(deep(50_000))).toBe(`${lead}${deep(50_000 - 64)}`);
});
