import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/codecs/edit.ts';
import { scan } from '../../../src/codecs/json/scan.ts';
import { dropDuplicates } from '../../../src/stores/engine/faults/document.ts';

function first(text: string): string {
  const bytes = Buffer.from(text);
  return Buffer.from(applyEdits(bytes, dropDuplicates(scan(bytes)))).toString();
}

test('of equal keys the first stays, and what is inside a later one goes with it', () => {
  expect(first('{"a":1,"b":2,"a":3}')).toBe('{"a":1,"b":2}');
  expect(first('{"a":{"x":1,"x":2},"a":{"y":1,"y":2}}')).toBe('{"a":{"x":1}}');
  expect(first('[{"a":1,"a":2},{"a":3}]')).toBe('[{"a":1},{"a":3}]');
});

test('many objects with a doubled key each are gone through in one pass', () => {
  const many = (pair: string) => `[${Array.from({ length: 20_000 }, (_, i) => `{"id":${i},${pair}}`).join(',')}]`;
  expect(first(many('"a":1,"a":2'))).toBe(many('"a":1'));
});
