import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { tornLines } from '../../../src/ops/search/torn-lines.ts';

function found(text: string) {
  const source = bytesSource(Buffer.from(text));
  return [...tornLines({ path: 'a.jsonl', source }, (each) => each.includes('quince'))];
}

const RECORD = '{"text":"a quince"}';

test('a torn line is found behind a line that is too long to be looked into, by its number', () => {
  const long = `{"image":"${'a'.repeat(2 ** 24)} quince`;
  expect(found(`${RECORD}\n${long}\n{"text":"the quince\n${RECORD}`)).toEqual([
    { line: 3, text: '{ "the quince', source: '{"text":"the quince' },
  ]);
});

test('a torn line is found where two windows share it, and a character of it', () => {
  const begin = '{"text":"\u00e9'.padEnd(2 ** 20 - 2, ' ');
  expect(found(`${begin}\u00e9quince`)).toMatchObject([{ line: 1, text: expect.stringMatching(/\u00e9quince$/) }]);
  expect(found(`${RECORD}\n${begin}\u00e9quince\n`)).toHaveLength(1);
});
