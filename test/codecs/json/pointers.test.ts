import { expect, test } from 'vitest';
import { pointerOf } from '../../../src/codecs/json/pointer.ts';
import { pointersOf } from '../../../src/codecs/json/pointers.ts';
import { scan } from '../../../src/codecs/json/scan.ts';
import { FLAG, TOKEN } from '../../../src/codecs/json/tape.ts';

test.each([
  '{"a":[1,{"b/~":[[],{}]},[2,3]],"":{"a":null},"é":"x"}',
  '[[],[[]],{}]',
  '5',
  '{"a":{"a":{"a":1,"a":2}},"a":3}',
  '{"messages":[{"role":"user"},{"role":"assi',
  '{"a":[1,2',
])('the pointers of all values of %s are those of each', (text) => {
  const tape = scan(Buffer.from(text));
  const values = Array.from({ length: tape.count }, (_, at) => ({ tape, at })).filter(
    ({ at }) => ((tape.words[at * TOKEN] ?? 0) & FLAG.key) === 0,
  );
  const found = pointersOf(values);
  expect(values.map(({ at }) => found.get(at))).toEqual(values.map(pointerOf));
});
