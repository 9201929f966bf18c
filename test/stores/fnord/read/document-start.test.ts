import { describe, expect, test } from 'vitest';
import { startOf } from '../../../../src/stores/fnord/read/document-start.ts';

const format = (text: string) => startOf(Buffer.from(text)).format;
const form = (text: string) => startOf(Buffer.from(text)).form;

describe('the format of a file', () => {
  test.each(['0:{}', '1741953600:', '007:{', '9:garbage', `${'1'.repeat(400)}:`])('%s is v0', (text) => {
    expect(format(text)).toBe('v0');
  });

  test.each([
    '{',
    '{}',
    ' \t\r\n{',
    '\u000b\u000c{',
    '\u0085{',
    '\u00a0{',
    '\u1680{',
    '\u2007{',
    '\u2028{',
    '\u205f\u3000{',
  ])('an object after Unicode white space is v1: %j', (text) => {
    expect(format(text)).toBe('v1');
  });

  test.each(['', ' ', '[', '"x"', '17', '17 :{}', '+5:{}', '-5:{}', ' 5:{}', '\n5:{}', '\uff15:{}', 'x{'])(
    '%j is not recognised',
    (text) => {
      expect(format(text)).toBe(null);
    },
  );

  test.each(['\ufeff{}', '\ufeff5:{}', '\u200b{}', '\u180e{}', '\u2060{}'])(
    'a mark or a space of no width is not white space: %j',
    (text) => {
      expect(format(text)).toBe(null);
    },
  );

  test.each([
    ['\ufeff{}', 'v1'],
    ['\ufeff5:{}', 'v0'],
    [' \ufeff\n5:{}', 'v0'],
    ['\n5:{}', 'v0'],
    ['\u200b{}', null],
  ])('%j without its lead is %s', (text, expected) => {
    expect(form(text)).toBe(expected);
  });

  test('an ill-formed byte ends the white space', () => {
    expect(startOf(Uint8Array.of(0xc2, 0x7b)).format).toBe(null);
    expect(startOf(Uint8Array.of(0xe2, 0x80, 0x7b)).format).toBe(null);
    expect(startOf(Uint8Array.of(0xa0, 0x7b)).format).toBe(null);
  });
});
