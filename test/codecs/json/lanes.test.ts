import { expect, test } from 'vitest';
import { lanesOf } from '../../../src/codecs/json/tape.ts';

test('the first of four bytes is the lowest', () => {
  expect([...lanesOf(Uint8Array.of(1, 2, 3, 4, 0xff, 0, 0, 0x80))]).toEqual([0x04030201, -0x7fffff01]);
});

test('a machine that counts the other way gets a swapped copy', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const native = new Int32Array(bytes.buffer);
  const swapped = new DataView(lanesOf(bytes, false).buffer);
  expect([swapped.getInt32(0, true), swapped.getInt32(4, true)]).toEqual([0x01020304, 0x05060708]);
  expect([...native]).toEqual([...lanesOf(bytes, true)]);
  expect([...bytes]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('bytes that begin anywhere in a buffer, and end between two fours, are read from where they begin', () => {
  const bytes = Uint8Array.of(9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9).subarray(4);
  expect([...lanesOf(bytes)]).toEqual([0x04030201, 0x08070605]);
  expect([...new Uint8Array(lanesOf(bytes, false).buffer)]).toEqual([4, 3, 2, 1, 8, 7, 6, 5]);
});
