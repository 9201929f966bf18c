import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indented, indentedList, indentedObject } from '../../../src/codecs/json/indented.ts';
import { scan } from '../../../src/codecs/json/scan.ts';
import { root } from '../../../src/codecs/json/value.ts';

function setOff(source: string): string {
  const top = root(scan(Buffer.from(source), 0));
  if (top === null) throw new Error('nothing to set off');
  return indented(top);
}

describe('a value that is set off', () => {
  test('stands as JSON.stringify writes it, however it stood', () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        const value = JSON.parse(source);
        const text = JSON.stringify(value);
        expect(setOff(text)).toBe(JSON.stringify(value, null, 2));
        expect(setOff(JSON.stringify(value, null, '\t'))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('keeps every digit, escape and doubled key', () => {
    const source = '{"n":9007199254740993,"f":1.0,"e":1e2,"t":"\\u00e9\\/","n":[]}';
    expect(setOff(source)).toBe(
      '{\n  "n": 9007199254740993,\n  "f": 1.0,\n  "e": 1e2,\n  "t": "\\u00e9\\/",\n  "n": []\n}',
    );
  });

  test('may be nested deeper than any stack', () => {
    const deep = 20_000;
    const text = setOff(`${'['.repeat(deep)}${']'.repeat(deep)}`);
    expect(text.replaceAll(/\s/g, '')).toBe(`${'['.repeat(deep)}${']'.repeat(deep)}`);
  });
});

describe('a container made of sources', () => {
  test('is what JSON.stringify makes of their values', () => {
    const value = { a: { b: [1, { c: 'x\ny' }] }, d: {}, e: [] };
    const members = Object.entries(value).map(([key, each]) => [JSON.stringify(key), JSON.stringify(each, null, 2)]);
    expect(indentedObject(members.map(([key = '', source = '']) => [key, source]))).toBe(
      JSON.stringify(value, null, 2),
    );
    expect(indentedList([JSON.stringify(value, null, 2), '1'])).toBe(JSON.stringify([value, 1], null, 2));
    expect([indentedObject([]), indentedList([])]).toEqual(['{}', '[]']);
  });
});
