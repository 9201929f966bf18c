import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateKeys } from '../../../src/codecs/json/duplicates.ts';
import { scan } from '../../../src/codecs/json/scan.ts';
import { lexemeOf, spanOf } from '../../../src/codecs/json/value.ts';

function found(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string[] {
  return [...duplicateKeys(scan(Buffer.from(text, encoding)))].map(
    ({ object, key, first }) =>
      `${spanOf(object).start}: ${lexemeOf(first)} ${spanOf(first).start} ${spanOf(key).start}`,
  );
}

test('each later occurrence names the object and the first one', () => {
  expect(found('[{"a":1,"b":2,"a":3,"a":4,"b":5}]')).toEqual(['1: "a" 2 14', '1: "a" 2 20', '1: "b" 8 26']);
});

test.each([
  '{"a":1,"b":{"a":2}}',
  '[{"a":1},{"a":2}]',
  '{"a":"a","b":"a"}',
  '{"a":1,"A":2,"":3," ":4}',
  '{"é":1,"e\u0301":2,"Ã©":3}',
  '{"\\ud800":1,"\\ud801":2,"\ufffd":3}',
  '{"a":1,"\\u0061b":2}',
])('%s has no key twice', (text) => {
  expect(found(text)).toEqual([]);
});

test('objects inside objects are looked at too', () => {
  expect(found('{"a":{"b":1,"c":{"d":1,"d":2},"b":3},"e":[{"f":1,"f":2}]}')).toHaveLength(3);
});

test('a key is the same however it is escaped', () => {
  expect(found('{"a":1,"\\u0061":2}')).toEqual(['0: "a" 1 7']);
  expect(found('{"\\u00e9":1,"é":2}')).toHaveLength(1);
  expect(found('{"😀":1,"\\ud83d\\uDE00":2}')).toHaveLength(1);
  expect(found('{"a/b":1,"a\\/b":2}')).toHaveLength(1);
  expect(found('{"\\ud800":1,"\\uD800":2}')).toHaveLength(1);
});

test('ill-formed keys are compared as bytes', () => {
  expect(found('{"\xff":1,"\xfe":2}', 'latin1')).toEqual([]);
  expect(found('{"\xff":1,"\xff":2}', 'latin1')).toHaveLength(1);
});

test('a cut member is an occurrence, a key without a value is none', () => {
  expect(found('{"a":1,"a":[')).toHaveLength(1);
  expect(found('{"a":1,"a":')).toEqual([]);
});

test('exactly the keys that JSON.parse would lose are found', () => {
  const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'é', '\\u0061');
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
      const text = `{${keys.map((each) => `"${each}":0`).join(',')}}`;
      expect(found(text)).toHaveLength(keys.length - Object.keys(JSON.parse(text)).length);
    }),
  );
});

test('an object of 60,000 keys is looked through', () => {
  const members = Array.from({ length: 30_000 }, (_, i) => `"k${i}":0`).join(',');
  expect(found(`{${members},${members}}`)).toHaveLength(30_000);
});
