import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateKeys } from '../../../src/codecs/json/duplicates.ts';
import { pointerOf, pointersOf, resolve } from '../../../src/codecs/json/pointer.ts';
import { scan } from '../../../src/codecs/json/scan.ts';
import { FLAG, TOKEN } from '../../../src/codecs/json/tape.ts';
import { elements, lexemeOf, member, members, type Value } from '../../../src/codecs/json/value.ts';
import { readValue } from './read-value.ts';
import { source } from './source.ts';

const found = (v: Value, pointer: string) => {
  const at = resolve(v, pointer);
  return at === null ? null : lexemeOf(at);
};

test('the examples of RFC 6901 lead where it says', () => {
  const v = readValue('{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}');
  expect(resolve(v, '')).toEqual(v);
  const pointers = ['/foo/0', '/', '/a~1b', '/c%d', '/e^f', '/g|h', '/i\\j', '/k"l', '/ ', '/m~0n'];
  expect(pointers.map((pointer) => found(v, pointer))).toEqual(['"bar"', '0', '1', '2', '3', '4', '5', '6', '7', '8']);
});

test.each(['foo', '/2', '/-1', '/01', '/+1', '/1.0', '/-', '/ 1', '/x', '/0/0', '//', '/length'])(
  'the pointer %j leads nowhere in an array of two',
  (pointer) => {
    expect(resolve(readValue('[1,2]'), pointer)).toBeNull();
  },
);

test('a pointer is resolved below the value given, first of duplicate keys', () => {
  const v = readValue('{"a":{"b":[1,{"~1":2}],"b":3},"a":4}');
  expect(found(v, '/a/b/1/~01')).toBe('2');
  expect(found(member(v, 'a') ?? v, '/b/0')).toBe('1');
});

test('every value and its key have the pointer of their place', () => {
  fc.assert(
    fc.property(source(), (text) => {
      const v = readValue(text);
      const { tape } = v;
      const places = new Map([[0, '']]);
      for (const [at, place] of places) {
        [...elements({ tape, at })].forEach((each, index) => void places.set(each.at, `${place}/${index}`));
        for (const { key, value } of members({ tape, at })) {
          const name = String(JSON.parse(lexemeOf(key))).replace(/[~/]/g, (c) => (c === '~' ? '~0' : '~1'));
          places.set(value.at, `${place}/${name}`);
        }
      }
      const distinct = [...duplicateKeys(tape)].length === 0;
      for (let at = 0; at < tape.count; at++) {
        const isKey = ((tape.words[at * TOKEN] ?? 0) & FLAG.key) !== 0;
        const pointer = pointerOf({ tape, at });
        expect(pointer).toBe(places.get(isKey ? at + 1 : at));
        if (distinct) expect(resolve(v, pointer)?.at).toBe(isKey ? at + 1 : at);
      }
    }),
  );
});

test('pointers lead into containers that were cut', () => {
  const v = readValue('{"a":[1,{"b":2,"c":[3,');
  expect(found(v, '/a/1/c/0')).toBe('3');
  expect(pointerOf(resolve(v, '/a/1/c') ?? v)).toBe('/a/1/c');
  expect(resolve(v, '/a/1/c/1')).toBeNull();
});

test('a key whose value was cut away has the pointer of its place', () => {
  const { tape } = readValue('{"a":[{"b":1,"c":');
  expect(pointerOf({ tape, at: tape.count - 1 })).toBe('/a/0/c');
});

test('the innermost of 100,000 nested values has a pointer and is found by it', () => {
  const v = readValue('['.repeat(100_000) + ']'.repeat(100_000));
  const pointer = pointerOf({ tape: v.tape, at: 99_999 });
  expect(pointer).toBe('/0'.repeat(99_999));
  expect(resolve(v, pointer)?.at).toBe(99_999);
});

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
