import { expect, test } from 'vitest';
import { lanesOf } from '../../../src/codecs/json/lanes.ts';

test('the first of four bytes is the lowest', () => {
  expect([...lanesOf(Uint8Array.of(1, 2, 3, 4, 0xff, 0, 0, 0x80).buffer)]).toEqual([0x04030201, -0x7fffff01]);
});

test('a machine that counts the other way gets a swapped copy', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const native = new Int32Array(bytes.buffer);
  const swapped = new DataView(lanesOf(bytes.buffer, false).buffer);
  expect([swapped.getInt32(0, true), swapped.getInt32(4, true)]).toEqual([0x01020304, 0x05060708]);
  expect([...native]).toEqual([...lanesOf(bytes.buffer, true)]);
  expect([...bytes]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
