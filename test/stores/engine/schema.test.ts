import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { lexemeOf, root, type Value } from '../../../src/codecs/json/value.ts';
import {
  anyNumber,
  anyText,
  arrayOf,
  objectOf,
  recordOf,
  typeAt,
  typedObjects,
} from '../../../src/stores/engine/schema.ts';

const leaf = objectOf({ n: anyNumber, name: anyText }, ['name']);
const whole = objectOf({ title: anyText, leaves: arrayOf(leaf), byName: recordOf(leaf), texts: arrayOf(anyText) }, [
  'byName',
]);

function top(source: string): Value {
  const value = root(scan(Buffer.from(source)));
  if (value === null) throw new Error('holds nothing');
  return value;
}

test('a schema names the type of a place, through lists and records, and whether it may be missing', () => {
  expect(typeAt(whole, ['leaves', 3, 'n'])).toEqual({ type: anyNumber, optional: false });
  expect(typeAt(whole, ['byName', 'constructor', 'name'])).toEqual({ type: anyText, optional: true });
  expect(typeAt(whole, ['byName'])?.optional).toBe(true);
});

test('a schema knows nothing of a place that it does not name', () => {
  for (const path of [['other'], ['constructor'], ['title', 'length'], ['leaves', 0, '__proto__']])
    expect(typeAt(whole, path)).toBeNull();
});

test('objects are met before those within them, in the order of the schema, and of equal keys the last', () => {
  const source =
    '{"byName":{"b":{"n":3}},"leaves":[{"n":9}],"leaves":[{"n":1},4,{"n":2}],"texts":["t"],"title":{"n":5}}';
  const met = Array.from(typedObjects(whole, top(source)), ({ object }) => lexemeOf(object));
  expect(met).toEqual([source, '{"n":1}', '{"n":2}', '{"n":3}']);
});

test('a value of another type holds no objects', () => {
  for (const source of ['[]', '4', '{"leaves":{"a":{"n":1}},"byName":[{"n":1}]}'])
    expect([...typedObjects(whole, top(source))].length).toBe(source.startsWith('{') ? 1 : 0);
});
