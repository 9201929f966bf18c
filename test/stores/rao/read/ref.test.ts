import { describe, expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root } from '../../../../src/codecs/json/value.ts';
import {
  isSameReference,
  type RaoReference,
  referenceOf,
  textOfReference,
} from '../../../../src/stores/rao/read/field.ts';

function ref(json: string): RaoReference {
  return referenceOf(root(scan(Buffer.from(json))));
}

test.each([
  ['1', 'number'],
  ['1.5', 'number'],
  ['"1"', 'text'],
  ['true', 'boolean'],
  ['null', 'none'],
  ['{}', 'other'],
  ['[1]', 'other'],
])('%s is a %s', (json, type) => expect(ref(json).type).toBe(type));

test('nothing at all is none', () => expect(referenceOf(null)).toEqual({ type: 'none' }));

describe('as text, as R writes it', () => {
  test.each([
    ['100000', '100000'],
    ['1e5', '1e+05'],
    ['1e+05', '1e+05'],
    ['123456.7', '123456.7'],
    ['1.0', '1'],
    ['1.50', '1.5'],
    ['0.0001', '1e-04'],
    ['0.30000000000000004', '0.3'],
    ['1e15', '1e+15'],
    ['2147483648', '2147483648'],
    ['-1', '-1'],
    ['"07"', '07'],
    ['true', 'TRUE'],
    ['{}', null],
    ['null', null],
  ])('%s is %s', (json, text) => expect(textOfReference(ref(json))).toBe(text));
});

describe('compared as R compares', () => {
  test.each([
    ['2', '2.0', true],
    ['2', '"2"', true],
    ['2', '"02"', false],
    ['100000', '"1e+05"', false],
    ['1e5', '"1e+05"', true],
    ['1', 'true', true],
    ['"a"', '"a"', true],
    ['{}', '{}', false],
    ['null', 'null', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameReference(ref(a), ref(b))).toBe(same);
    expect(isSameReference(ref(b), ref(a))).toBe(same);
  });
});
