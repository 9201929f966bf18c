import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orNull } from '../../../src/io/disk/error-code.ts';

const nothing = () => JSON.parse('null') as { readonly name: string };

test.each([
  ['a file that is not there', () => readFileSync('/no/such/file')],
  ['a path that no disk takes', () => readFileSync('/no\0file')],
  ['a text that is no JSON', () => JSON.parse('{')],
  ['bytes that are not UTF-8', () => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))],
])('%s is null', (_, call) => {
  expect(orNull<unknown>(call)).toBeNull();
});

test('a mistake of our own is no null', () => {
  expect(() => orNull(() => nothing().name)).toThrow(TypeError);
});
