import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { illFormedAt } from '../../../src/codecs/bytes.ts';
import { runs } from '../../support/sampling.ts';

test.each([
  ['plain text', 'abc', -1],
  ['two, three and four bytes', 'é\u0800語\uffff😀\u{10ffff}', -1],
  ['the ends of the surrogate gap', '\ud7ff\ue000', -1],
])('%s is well-formed', (_, text, offset) => {
  expect(illFormedAt(Buffer.from(text))).toBe(offset);
});

test.each([
  ['a lone continuation byte', [0x80]],
  ['an overlong slash of two bytes', [0xc0, 0xaf]],
  ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf]],
  ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['a lead byte that cannot be', [0xf5, 0x80, 0x80, 0x80]],
  ['a cut sequence of two bytes', [0xc3]],
  ['a cut sequence of three bytes', [0xe8, 0xaa]],
  ['a cut sequence of four bytes', [0xf0, 0x9f, 0x98]],
  ['a sequence broken by another', [0xe8, 0xaa, 0xc3, 0xa9]],
])('%s is ill-formed where it begins', (_, wrong) => {
  expect(illFormedAt(Uint8Array.from([0x61, 0xc3, 0xa9, ...wrong]))).toBe(3);
  expect(illFormedAt(Uint8Array.from([...wrong, 0x61]), 0)).toBe(0);
});

test('nothing before the offset counts', () => {
  expect(illFormedAt(Uint8Array.of(0xff, 0x61, 0xff), 1)).toBe(2);
  expect(illFormedAt(Uint8Array.of(0xff, 0x61), 1)).toBe(-1);
});

test('the platform agrees on what is well-formed, and on all that comes before the offset', () => {
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0xe0, 0xed, 0xf0, 0xf4, 0x80, 0x8f, 0x9f, 0xa0, 0xbf),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), fc.string({ unit: 'grapheme' }), (wild, text) => {
      const bytes = Buffer.concat([Buffer.from(text), Uint8Array.from(wild)]);
      const at = illFormedAt(bytes);
      expect(at === -1).toBe(isUtf8(bytes));
      if (at >= 0) expect(isUtf8(bytes.subarray(0, at))).toBe(true);
      if (at >= 0) expect(Buffer.from(bytes.toString()).indexOf('\ufffd')).toBeLessThanOrEqual(at);
    }),
    runs(30_000),
  );
});
