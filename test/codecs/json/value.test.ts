import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import {
  elements,
  isArray,
  isComplete,
  isInteger,
  isObject,
  isString,
  lexemeOf,
  member,
  members,
  occurrences,
  root,
  sourceOf,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../src/codecs/json/value.ts';
import { anyText } from '../any-text.ts';

function read(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Value {
  const v = root(scan(Buffer.from(text, encoding)));
  if (v === null) throw new Error('nothing was begun');
  return v;
}

const lexeme = (v: Value | null) => (v === null ? null : lexemeOf(v));

test.each(['object {}', 'array []', 'string "x"', 'number 1', 'true true', 'false false', 'null null'])(
  'the kind of a value: %s',
  (example) => {
    const [kind = '', text = ''] = example.split(' ');
    const v = read(text);
    expect(typeOf(v)).toBe(kind);
    expect([isObject(v), isArray(v), isString(v)]).toEqual(['object', 'array', 'string'].map((each) => each === kind));
  },
);

test('nothing is not an object, an array or a string', () => {
  for (const nothing of [null, undefined])
    expect([isObject(nothing), isArray(nothing), isString(nothing)]).toEqual([false, false, false]);
});

test('a document in which nothing was begun has no root', () => {
  for (const text of ['', ' ', 'x', '"cut', '-']) expect(root(scan(Buffer.from(text)))).toBeNull();
});

test('a member is looked up by its decoded key, first or last of several', () => {
  const v = read('{"a":1,"b":{"a":9},"\\u0061":2,"é":3,"a":4,"\\ud83d\\ude00":5,"":6}');
  expect(lexeme(member(v, 'a'))).toBe('1');
  expect(lexeme(member(v, 'a', 'last'))).toBe('4');
  expect(occurrences(v, 'a').map(lexemeOf)).toEqual(['1', '2', '4']);
  expect(['é', '😀', ''].map((key) => lexeme(member(v, key)))).toEqual(['3', '5', '6']);
  expect(['c', 'A', 'aa', 'Ã©', '\\u0061', '"a"'].map((key) => member(v, key))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('only an object has members, and only an array elements', () => {
  for (const text of ['[1,"a"]', '"a"', '1', 'null', '{}']) {
    expect(member(read(text), 'a')).toBeNull();
    expect(occurrences(read(text), 'a')).toEqual([]);
    expect([...members(read(text))]).toEqual([]);
  }
  for (const text of ['{"a":1}', '"a"', '1', '[]']) expect([...elements(read(text))]).toEqual([]);
});

test('members and elements come in order, duplicates and all', () => {
  const v = read('{"b":[1,[2],{"c":3}],"a":{},"b":null}');
  expect([...members(v)].map(({ key, value }) => [textOf(key), lexemeOf(value)])).toEqual([
    ['b', '[1,[2],{"c":3}]'],
    ['a', '{}'],
    ['b', 'null'],
  ]);
  expect([...elements(member(v, 'b') ?? v)].map(lexemeOf)).toEqual(['1', '[2]', '{"c":3}']);
});

test('members and elements that were cut are given only when asked for', () => {
  const v = read('{"a":1,"list":[1,[2],[3,{"b":4,"c');
  expect([...members(v)].map(({ key }) => textOf(key))).toEqual(['a']);
  expect([...members(v, { open: true })].map(({ key }) => textOf(key))).toEqual(['a', 'list']);
  const list = member(v, 'list') ?? v;
  expect(occurrences(v, 'list')).toEqual([list]);
  expect([v, list].map(isComplete)).toEqual([false, false]);
  expect([...elements(list)].map(lexemeOf)).toEqual(['1', '[2]']);
  expect([...elements(list, { open: true })].map(lexemeOf)).toEqual(['1', '[2]', '[3,{"b":4,']);
  expect([...elements(list)].every(isComplete)).toBe(true);
});

test.each(['{"a":1,"b"', '{"a":1,"b":', '{"a":1,"b":2', '{"a":1,"b":"x', '{"a":1,"b":tru'])(
  'the key of a value that was cut away is not a member: %s',
  (text) => {
    expect([...members(read(text), { open: true })].map(({ key }) => textOf(key))).toEqual(['a']);
    expect(member(read(text), 'b')).toBeNull();
  },
);

test('a value says where it lies and what its source is', () => {
  const bytes = Buffer.from(' {"é" : "x\\n"} ');
  const v = member(root(scan(bytes)) ?? read(''), 'é') ?? read('');
  expect(spanOf(v)).toEqual({ start: 9, end: 14 });
  expect(sourceOf(v).buffer).toBe(bytes.buffer);
  expect(Buffer.from(sourceOf(v)).toString()).toBe('"x\\n"');
  expect(spanOf(read(' [1, 2'))).toEqual({ start: 1, end: 5 });
});

test('integers are told by their spelling', () => {
  const spelled = ['0', '-1', '12345678901234567890', '1.0', '1e2', '"1"', 'true'];
  expect(spelled.map((text) => isInteger(read(text)))).toEqual([true, true, true, false, false, false, false]);
  expect(spelled.map((text) => lexemeOf(read(text)))).toEqual(spelled);
});

test.each([
  ['"\xff"', '\ufffd'],
  ['"a\xe8\xaa\\n"', 'a\ufffd\n'],
  ['"\xed\xa0\xbd"', '\ufffd\ufffd\ufffd'],
])('ill-formed bytes of %j are replaced', (text, decoded) => {
  expect(textOf(read(text, 'latin1'))).toBe(decoded);
});

test.each([
  ['"\\ud800"', '\ud800'],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000"', '"\\/\b\f\n\r\t\0'],
  ['"\ufeffa"', '\ufeffa'],
  ['"\\u00e9é"', 'éé'],
])('the text of %s is decoded', (text, decoded) => {
  expect(textOf(read(text))).toBe(decoded);
});

test('any text is read back, from a Buffer and from a plain array', () => {
  fc.assert(
    fc.property(anyText(), fc.boolean(), (text, ascii) => {
      const json = ascii
        ? JSON.stringify(text).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : JSON.stringify(text);
      const expected: unknown = JSON.parse(json);
      expect(textOf(read(json))).toBe(expected);
      const array = Uint8Array.from(Buffer.from(`[${json}]`)).subarray(1);
      const tape = scan(array);
      expect(textOf({ tape, at: 0 })).toBe(expected);
    }),
  );
});

test('a string of 5 MB is read back', () => {
  const text = 'é"\\\n'.repeat(1_250_000);
  expect(textOf(read(JSON.stringify(text)))).toBe(text);
});
