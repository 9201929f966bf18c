import { expect, test } from 'vitest';
import { outline, tokensOf } from '../../../src/report/show/outline.ts';

function lines(source: string): string[] {
  return [...outline(source)];
}

test('objects and lists become indented lines, strings decoded and numbers as spelled', () => {
  expect(
    lines('{"a": 1.0, "b": {"c\\n": "x\\u0041", "d": []}, "e": [true, {"f": null, "g": 9007199254740993}], "h": {}}'),
  ).toEqual([
    'a: 1.0',
    'b:',
    '  c\\n: xA',
    '  d: []',
    'e:',
    '  - true',
    '  - f: null',
    '    g: 9007199254740993',
    'h: {}',
  ]);
});

test('lists in lists begin on one line', () => {
  expect(lines('{"a":[["x",["y"]],"z"]}')).toEqual(['a:', '  - - x', '    - - y', '  - z']);
});

test('long lists of numbers are counted', () => {
  const numbers = Array.from({ length: 384 }, (_, i) => i);
  expect(lines(`{"e":${JSON.stringify(numbers)},"few":[1, -2.5e3]}`)).toEqual([
    'e: [0, 1, 2, 3, 4, 5, … 384 numbers]',
    'few: [1, -2.5e3]',
  ]);
});

test('nothing in a text acts, and depth overflows nothing', () => {
  expect(lines('{"a":"\\u001b[2J","\\u202e":"b"}')).toEqual(['a: \\u001b[2J', '\\u202e: b']);
  expect(lines('[]')).toEqual(['[]']);
  expect(lines(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`).join('').length).toBeLessThan(10_000_000);
});

test('lists in lists take time in step with their depth', () => {
  const depth = 200_000;
  let lines = 0;
  for (const line of outline('['.repeat(depth) + ']'.repeat(depth))) lines += line === '' ? 0 : 1;
  expect(lines).toBeGreaterThan(0);
});

test('the tokens of any text, of one that is cut too', () => {
  const [a, b] = ['"a\\"b\\\\"', '"d, e"'];
  expect(tokensOf(`{${a}:[1,true],  "c":${b}}`)).toEqual(['{', a, ':', '[', '1', 'true', ']', '"c"', ':', b, '}']);
  expect(tokensOf('["a","b c')).toEqual(['[', '"a"', 'b', 'c']);
  expect(tokensOf('"\\"x\\"')).toEqual(['\\', 'x\\']);
});

test('a long text overflows no stack, and quotes that are never closed take time in step with their number', () => {
  const text = `"${'a'.repeat(12_000_000)}"`;
  expect(tokensOf(`[${text}]`)).toEqual(['[', text, ']']);
  expect(tokensOf('"a\\'.repeat(200_000))).toHaveLength(200_000);
});
