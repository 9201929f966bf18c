import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, type Edit, EditClash } from '../../../src/codecs/edit.ts';
import {
  changeElements,
  changeMembers,
  insertMember,
  removeElements,
  removeFrom,
  removeMembers,
  replaceValue,
} from '../../../src/codecs/json/edits.ts';
import { elements, lexemeOf, members, spanOf, textOf, type Value } from '../../../src/codecs/json/value.ts';
import { runs } from '../../support/sampling.ts';
import { readValue } from './read-value.ts';
import { source } from './source.ts';

function apply(v: Value, edits: readonly Edit[]): string {
  return Buffer.from(applyEdits(v.tape.bytes, edits)).toString();
}

const keys = (v: Value) => [...members(v)].map(({ key }) => key);

const gap = fc.constantFrom('', '', ' ', '\n  ', '\t', ' \r\n');
/** The members or elements of a container, in odd white space, and the container's source. */
const list = (begin: string, end: string, key: string) =>
  fc.array(fc.tuple(gap, gap, gap, gap, source(1)), { maxLength: 6 }).chain((items) =>
    gap.map((empty) => {
      const texts = items.map(([a, b, c, d, value], i) => `${a}${key && `"${key}${i}"${b}:${c}`}${value}${d}`);
      return { count: items.length, text: `${begin}${items.length === 0 ? empty : texts.join(',')}${end}` };
    }),
  );

const insertElement = (array: Value, index: number, json: string) =>
  changeElements(array, { insert: [{ index, json }] });

test('removing any members of an object leaves the others as they were, and valid JSON', () => {
  fc.assert(
    fc.property(list('{', '}', 'k'), fc.nat(63), ({ text }, chosen) => {
      const v = readValue(text);
      const gone = (i: number) => ((chosen >> i) & 1) === 1;
      const after = apply(
        v,
        removeMembers(
          v,
          keys(v).filter((_, i) => gone(i)),
        ),
      );
      expect(pairs(readValue(after))).toEqual(pairs(v).filter((_, i) => !gone(i)));
      expect(() => JSON.parse(after)).not.toThrow();
    }),
    runs(2000),
  );
});

test('every combination of six members can be removed', () => {
  for (const text of [
    '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}',
    '{ "a" : 1 , "b" : 2 ,\n"c":3,"d": 4, "e":5 ,"f":6\t}',
  ]) {
    const v = readValue(text);
    for (let chosen = 0; chosen < 64; chosen++) {
      const after = apply(
        v,
        removeMembers(
          v,
          keys(v).filter((_, i) => (chosen >> i) & 1),
        ),
      );
      const left = Object.entries(JSON.parse(text)).filter((_, i) => !((chosen >> i) & 1));
      expect(Object.entries(JSON.parse(after))).toEqual(left);
    }
  }
});

/** Each member's own source: key and value. */
function pairs(v: Value): string[][] {
  return [...members(v)].map(({ key, value }) => [lexemeOf(key), lexemeOf(value)]);
}

test('members removed and added in one operation are all in place', () => {
  const added = fc.array(fc.constantFrom('x', 'y "z"', 'é'), { maxLength: 3 });
  fc.assert(
    fc.property(list('{', '}', 'k'), fc.nat(63), added, added, ({ text }, chosen, first, last) => {
      const v = readValue(text);
      const gone = (i: number) => ((chosen >> i) & 1) === 1;
      const come = (names: string[]) => names.map((key) => ({ key, json: '[ 1 ]' }));
      const remove = keys(v).filter((_, i) => gone(i));
      const after = apply(v, changeMembers(v, { remove, first: come(first), last: come(last) }));
      const expected = (names: string[]) => names.map((key) => [JSON.stringify(key), '[ 1 ]']);
      expect(pairs(readValue(after))).toEqual([
        ...expected(first),
        ...pairs(v).filter((_, i) => !gone(i)),
        ...expected(last),
      ]);
      expect(() => JSON.parse(after)).not.toThrow();
    }),
    runs(2000),
  );
});

test('elements removed and added in one operation are all in place', () => {
  const added = fc.array(fc.tuple(fc.nat(6), fc.constantFrom('"x"', '{}', ' 0 ')), { maxLength: 3 });
  fc.assert(
    fc.property(list('[', ']', ''), fc.nat(63), added, ({ text, count }, chosen, come) => {
      const v = readValue(text);
      const gone = (i: number) => ((chosen >> i) & 1) === 1;
      const insert = come.map(([place, json]) => ({ index: Math.min(place, count), json }));
      const after = apply(v, changeElements(v, { remove: [...elements(v)].filter((_, i) => gone(i)), insert }));
      const expected = [...elements(v), null].flatMap((each, i) => [
        ...insert.filter(({ index }) => index === i).map(({ json }) => json.trim()),
        ...(each === null || gone(i) ? [] : [lexemeOf(each)]),
      ]);
      expect([...elements(readValue(after))].map(lexemeOf)).toEqual(expected);
      expect(() => JSON.parse(after)).not.toThrow();
    }),
    runs(2000),
  );
});

test('replacing any value changes its bytes and no others', () => {
  fc.assert(
    fc.property(source(), fc.nat(), source(1), (text, choice, json) => {
      const { tape } = readValue(text);
      const values = Array.from({ length: tape.count }, (_, at) => ({ tape, at }));
      const v = values[choice % values.length] ?? { tape, at: 0 };
      const { start, end } = spanOf(v);
      const bytes = Buffer.from(text);
      const after = apply(v, [replaceValue(v, json)]);
      expect(after).toBe(`${bytes.subarray(0, start)}${json}${bytes.subarray(end)}`);
    }),
  );
});

test('replacing values inside a list goes together with changing the list', () => {
  const v = readValue('{"a":1,"b":2,"c":3}');
  const [a, , c] = [...members(v)];
  const edits = [
    ...changeMembers(v, {
      remove: keys(v).slice(1, 2),
      first: [{ key: 'x', json: '0' }],
      last: [{ key: 'y', json: '9' }],
    }),
    ...[a, c].flatMap((each) => (each ? [replaceValue(each.value, 'true')] : [])),
  ];
  expect(apply(v, edits)).toBe('{"x":0,"a":true,"c":true,"y":9}');
  const array = readValue('[1,2]');
  const [one] = [...elements(array)];
  expect(apply(array, [replaceValue(one ?? array, '7'), ...insertElement(array, 0, '0')])).toBe('[0,7,2]');
});

test('source bytes are put in as they are, ill-formed or not', () => {
  const v = readValue('{"a":1}');
  const json = Buffer.from('"\ufeff\xff"', 'latin1');
  expect(replaceValue(v, json).insert).toEqual(json);
  expect(Buffer.from(insertMember(v, 'b', json).insert).includes(json)).toBe(true);
});

test.each([
  ['{}', '{"k":0}', '{"k":0}'],
  ['{ }', '{"k":0 }', '{"k":0 }'],
  ['{"a":1}', '{"k":0,"a":1}', '{"a":1,"k":0}'],
  ['{"a": 1, "b": 2}', '{"k": 0, "a": 1, "b": 2}', '{"a": 1, "b": 2, "k": 0}'],
  ['{ "a": 1 }', '{ "k": 0, "a": 1 }', '{ "a": 1, "k": 0 }'],
  ['{ "a": 1, "b": 2 }', '{ "k": 0, "a": 1, "b": 2 }', '{ "a": 1, "b": 2, "k": 0 }'],
  ['{\n  "a": 1\n}', '{\n  "k": 0,\n  "a": 1\n}', '{\n  "a": 1,\n  "k": 0\n}'],
  [
    '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t]\r\n}\r\n',
    '{\r\n\t"k": 0,\r\n\t"a": 1,\r\n\t"b": [\r\n\t]\r\n}\r\n',
    '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t],\r\n\t"k": 0\r\n}\r\n',
  ],
])('a member put into %j looks like its neighbours', (text, first, last) => {
  const v = readValue(text);
  expect(apply(v, [insertMember(v, 'k', '0', 'first')])).toBe(first);
  expect(apply(v, [insertMember(v, 'k', '0')])).toBe(last);
});

test.each([
  ['[]', 0, '[x]'],
  ['[1]', 0, '[x,1]'],
  ['[1]', 1, '[1,x]'],
  ['[1, 2]', 1, '[1, x, 2]'],
  ['[\n  1,\n  2\n]', 0, '[\n  x,\n  1,\n  2\n]'],
  ['[\n  1,\n  2\n]', 1, '[\n  1,\n  x,\n  2\n]'],
  ['[\n  1,\n  2\n]', 2, '[\n  1,\n  2,\n  x\n]'],
])('an element put into %j at %i looks like its neighbours', (text, index, after) => {
  expect(apply(readValue(text), insertElement(readValue(text), index, 'x'))).toBe(after);
});

test.each([
  ['{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', ['a'], '{\n  "b": 2,\n  "c": 3\n}'],
  ['{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', ['b'], '{\n  "a": 1,\n  "c": 3\n}'],
  ['{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', ['c'], '{\n  "a": 1,\n  "b": 2\n}'],
  ['{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', ['a', 'b', 'c'], '{}'],
  ['{ "a": 1 }', ['a'], '{}'],
])('removing from %j leaves the rest looking the same', (text, names, after) => {
  const v = readValue(text);
  expect(
    apply(
      v,
      removeMembers(
        v,
        keys(v).filter((key) => names.includes(textOf(key))),
      ),
    ),
  ).toBe(after);
});

test('members that take the place of all others look like them', () => {
  const v = readValue('{\n  "a": 1,\n  "b": 2\n}');
  const last = ['x', 'y'].map((key) => ({ key, json: '0' }));
  expect(apply(v, changeMembers(v, { remove: keys(v), last }))).toBe('{\n  "x": 0,\n  "y": 0\n}');
});

test('removing elements keeps the others', () => {
  const v = readValue('[1, [2], {"a":3}, 4]');
  expect(apply(v, removeElements(v, [...elements(v)].slice(1, 3)))).toBe('[1, 4]');
  expect(apply(v, removeElements(v, [...elements(v)]))).toBe('[]');
});

test.each(['[]', '[ ]', '[1]', '[ 1 , 2 ]', '[1, [2,3] ,\n 4 ]'])(
  'all elements of %s from a place on are removed as one by one',
  (text) => {
    const v = readValue(text);
    const all = elements(v);
    for (let place = 0; place <= all.length + 1; place++)
      expect(removeFrom(v, place)).toEqual(removeElements(v, all.slice(place)));
  },
);

test('removing nothing is not an edit', () => {
  const v = readValue('{"a":[1]}');
  expect(removeMembers(v, [])).toEqual([]);
  expect(changeMembers(v, {})).toEqual([]);
});

test('one key named twice is removed once', () => {
  const v = readValue('{"a":1,"a":2}');
  const [first] = keys(v);
  expect(apply(v, removeMembers(v, first ? [first, first] : []))).toBe('{"a":2}');
});

test('an edit that cannot be meant is refused', () => {
  const v = readValue('{"a":{"b":1},"c":[1]}');
  const [a, c] = [...members(v)].map(({ value }) => value);
  const inner = a === undefined ? [] : keys(a);
  expect(() => removeMembers(v, inner)).toThrow(EditClash);
  expect(() => removeMembers(c ?? v, [])).toThrow(EditClash);
  expect(() => insertMember(c ?? v, 'x', '0')).toThrow(EditClash);
  expect(() => insertElement(v, 0, '0')).toThrow(EditClash);
  expect(() => removeElements(c ?? v, [v])).toThrow(EditClash);
  for (const index of [-1, 2, 0.5, Number.NaN]) expect(() => insertElement(c ?? v, index, '0')).toThrow(EditClash);
});

test('a value that was cut is not edited', () => {
  const v = readValue('{"a":[1,');
  const [list] = [...members(v, { open: true })];
  expect(() => insertMember(v, 'b', '0')).toThrow(EditClash);
  expect(() => replaceValue(list?.value ?? v, '0')).toThrow(EditClash);
  expect(() => insertElement(list?.value ?? v, 0, '0')).toThrow(EditClash);
});

test('an object of 100,000 members loses half of them in one operation', () => {
  const v = readValue(`{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`);
  const after = readValue(
    apply(
      v,
      removeMembers(
        v,
        keys(v).filter((_, i) => i % 2 === 0),
      ),
    ),
  );
  expect([...members(after)].every(({ value }, i) => lexemeOf(value) === String(2 * i + 1))).toBe(true);
  expect(keys(after)).toHaveLength(50_000);
});
