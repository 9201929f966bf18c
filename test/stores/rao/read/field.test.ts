import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { lexemeOf, root, textOf } from '../../../../src/codecs/json/value.ts';
import { fieldOf, memberOf } from '../../../../src/stores/rao/read/field.ts';

function field(json: string, key: string): string | null {
  const found = fieldOf(root(scan(Buffer.from(json))), key);
  return found === null ? null : lexemeOf(found);
}

test('the key itself wins, wherever it stands, and the first of equal ones', () => {
  expect(field('{"content_text":1,"content":2}', 'content')).toBe('2');
  expect(field('{"content":1,"content":2}', 'content')).toBe('1');
});

test('without it, the only key that begins so', () => {
  expect(field('{"content_text":1}', 'content')).toBe('1');
  expect(field('{"content_text":1,"contents":2}', 'content')).toBe(null);
  expect(field('{"content_text":1,"content_text":2}', 'content')).toBe(null);
  expect(field('{"conten":1}', 'content')).toBe(null);
});

test('keys with escapes and beyond ASCII are compared as text', () => {
  expect(field('{"\\u0069d":1}', 'id')).toBe('1');
  expect(field('{"id\\u00e9":1}', 'id')).toBe('1');
  expect(field('{"idé":1}', 'id')).toBe('1');
});

test('null is as good as none, but the member is there', () => {
  expect(field('{"id":null}', 'id')).toBe(null);
  expect(field('{"id":null,"idea":1}', 'id')).toBe(null);
  const member = memberOf(root(scan(Buffer.from('{"idea":null}'))), 'id');
  expect(member === null ? null : [textOf(member.key), lexemeOf(member.value)]).toEqual(['idea', 'null']);
});

test('a value that is not an object has no fields', () => {
  for (const json of ['[{"id":1}]', '"id"', 'null', '1']) expect(field(json, 'id')).toBe(null);
  expect(fieldOf(null, 'id')).toBe(null);
});

test('nested objects are stepped over', () => {
  expect(field('{"a":{"id":1},"b":[{"id":2}],"id":3}', 'id')).toBe('3');
});
