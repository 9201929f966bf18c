import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainOf, TooDeep } from './plain.ts';
import { readValue } from './read-value.ts';
import { source } from './source.ts';

const plain = (text: string) => plainOf(readValue(text));

test('the last of duplicate keys, taken as doubles, is what JSON.parse gives', () => {
  fc.assert(
    fc.property(source(), (text) => {
      expect(asDoubles(plainOf(readValue(text), { wins: 'last' }))).toStrictEqual(bare(JSON.parse(text)));
    }),
  );
});

/** JSON.parse gives objects with a prototype and rounds every integer. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.assign(Object.create(null), mapped(value, bare));
}

function asDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.assign(Object.create(null), mapped(value, asDoubles));
}

function mapped(value: object, each: (value: unknown) => unknown): object {
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) out[key] = each(inner);
  return out;
}

test('the first of duplicate keys wins unless the last is asked for', () => {
  const text = '{"a":1,"b":{"c":1,"\\u0063":2},"a":3}';
  expect(plain(text)).toEqual({ a: 1, b: { c: 1 } });
  expect(plainOf(readValue(text), { wins: 'last' })).toEqual({ a: 3, b: { c: 2 } });
});

test.each([
  ['9007199254740991', 9007199254740991],
  ['-9007199254740991', -9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['1'.padEnd(400, '0'), 10n ** 399n],
  ['9007199254740993.0', 9007199254740992],
  ['1e400', Number.POSITIVE_INFINITY],
  ['-0', -0],
  ['1.0', 1],
])('the number %s is exact where an integer can be', (text, value) => {
  expect(plain(text)).toBe(value);
});

test('keys that objects inherit are keys like any other', () => {
  const value = plain('{"__proto__":{"x":1},"constructor":2,"hasOwnProperty":3}');
  expect(Object.entries(value ?? {})).toEqual([
    ['__proto__', expect.objectContaining({ x: 1 })],
    ['constructor', 2],
    ['hasOwnProperty', 3],
  ]);
  expect(Object.keys({})).toEqual([]);
  expect(plain('{}')).not.toHaveProperty('toString');
});

test('of a torn document, what was whole is given', () => {
  expect(plain('{"a":[1,{"b":"x","c":12')).toEqual({ a: [1, { b: 'x' }] });
});

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('a thousand levels of %s are given, one more is too deep', (begin, close) => {
  const nested = (levels: number) =>
    `${begin.repeat(levels - 1)}${begin === '[' ? '[]' : '{}'}${close.repeat(levels - 1)}`;
  expect(() => plain(nested(1000))).not.toThrow();
  expect(() => plain(nested(1001))).toThrow(TooDeep);
  expect(() => plain(nested(1001))).toThrow(`nested more than 1000 levels deep at byte ${begin.length * 1000}`);
  expect(() => plain(nested(100_000))).toThrow(TooDeep);
});

test('depth is counted from the value asked for', () => {
  const deep = readValue('['.repeat(5000) + ']'.repeat(5000));
  expect(() => plainOf({ tape: deep.tape, at: 4500 })).not.toThrow();
});
