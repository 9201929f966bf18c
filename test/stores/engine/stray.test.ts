import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { shapeOf } from '../../../src/codecs/lines/shape.ts';
import { gapsBeside, isMarred, isStrayLine } from '../../../src/stores/engine/faults/broken-lines.ts';

function isStray(text: string): boolean {
  const bytes = Buffer.from(text, 'latin1');
  return isStrayLine(bytes, shapeOf(bytes, scan(bytes)).pieces);
}

test.each([
  'x{"a":1}',
  '{"a":1}x',
  ' {"a":1} , ',
  '\xff\xfe{"a":1}',
  '2026{"a":1}',
  'x{"a":1}{"b":2}',
  '{"a":1}x{"b":2}',
  'x{"a":1},',
  '\xff{"a":1} \xfe ',
  '{"a":1}x{"b":2},',
])('a few bytes beside whole records are stray: %s', (line) => expect(isStray(line)).toBe(true));

test.each([
  '{"a":1}',
  ' {"a":1} ',
  '{"a":"pears',
  'x',
  '',
  'pears{"a":1}',
  '{"a":1}"ars"}',
  '{"a{"a":1}x123',
  '{"a":1}\0',
  '{"a":{"b":1},"',
  '{"":{"b":1},',
  'xxx{"a":1},,',
  '[{"a":1}]',
  'x{"a":"pears,',
  '{"a":1}}',
  '{"a":1} ]}',
  'x{"a":1}}{"b":2}',
])('more than that, a torn record, or nothing beside a record is not: %j', (line) => expect(isStray(line)).toBe(false));

test.each([
  ['{"a":"pe\0ars","b":1}', false],
  ['\0{"a":1}\0', false],
  ['{"a":1,\0"b":2}', false],
  ['{"a":"\0', false],
  ['{"a":{"role":1}, "text\0\0":"pears"}', true],
  ['{"\0type" \0:"user"}', true],
  ['{"type":"us\0er"}', true],
  ['{"role":"us\\"\0er","a":1}', true],
])('%j has NUL bytes in a key or a type: %j', (line, is) => expect(isMarred(Buffer.from(line))).toBe(is));

test('the bytes between two records are a gap, and white space around them is not', () => {
  const bytes = Buffer.from('{"a":1} y {"b":2}');
  const gaps = gapsBeside(bytes, shapeOf(bytes, scan(bytes)).pieces);
  expect(gaps.map(({ start, end }) => bytes.toString('latin1', start, end))).toEqual(['y']);
});
