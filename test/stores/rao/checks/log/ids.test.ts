import { describe, expect, test } from 'vitest';
import { ANSWER, codesOf, QUESTION } from '../found.ts';

const withId = (id: string) => `{"id":${id},"role":"user","content":"And now?"}`;

describe('an id', () => {
  test.each([
    ['{}', ['RA104']],
    ['[]', ['RA104']],
    ['[3]', ['RA104']],
    ['"3"', ['RA105']],
    ['"three"', ['RA105']],
    ['true', ['RA106']],
    ['1.5', ['RA106', 'RA108']],
    ['0', ['RA106', 'RA108']],
    ['2147483648', ['RA109']],
    ['null', ['RA103']],
  ])('of %s', (id, codes) => {
    expect(codesOf(QUESTION, ANSWER, withId(id))).toEqual(codes);
  });

  test.each(['3', '100', '1e+05', '2147483647', '3.0'])('of %s is sound, whatever gap there is', (id) => {
    expect(codesOf(QUESTION, ANSWER, withId(id))).toEqual([]);
  });

  test('that stands three times is told twice', () => {
    expect(codesOf(QUESTION, withId('1'), withId('1'))).toEqual(['RA107', 'RA107']);
  });

  test('is the same as text and as number', () => {
    expect(codesOf(QUESTION, withId('"1"'))).toEqual(['RA105', 'RA107']);
  });
});

test('ids that begin again are not told to be out of order as well', () => {
  expect(codesOf(QUESTION, ANSWER, QUESTION, ANSWER)).toEqual(['RA107', 'RA107']);
});

test('order is told once', () => {
  expect(codesOf(withId('9'), withId('8'), withId('7'))).toEqual(['RA108']);
});
