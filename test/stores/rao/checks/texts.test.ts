import { describe, expect, test } from 'vitest';
import { codesOf, findingsIn, QUESTION } from './found.ts';

const withMember = (member: string) =>
  `{"id":2,"role":"assistant","content":"Little.","related_to":1,"success":${member}}`;

describe('numbers that R does not keep', () => {
  test.each(['1.23456', '-0.12345', '12345678901234567', '9007199254740993', '1e999', '123456789.123456'])(
    '%s',
    (number) => {
      expect(codesOf(QUESTION, withMember(number))).toEqual(['RA013']);
    },
  );

  test.each(['1.2345', '0.1', '100000', '1e5', '1e15', '1.0', '123456789012345', '0.00001', '-12.5'])(
    'but %s it does',
    (number) => {
      expect(codesOf(QUESTION, withMember(number))).toEqual([]);
    },
  );

  test('are told once for a file, with their count and the first place', () => {
    const text = `[${QUESTION},${withMember('[0.12345,0.54321]')}]`;
    expect(findingsIn({ 'conversation_log.json': text })).toMatchObject([
      { code: 'RA013', offset: text.indexOf('0.12345'), detail: 'has 2 numbers that R does not keep' },
    ]);
  });
});

describe('escapes that R does not keep', () => {
  test.each(['"\\ud83c"', '"\\udf3e"', '"a\\u0000b"'])('%s', (text) => {
    expect(codesOf(QUESTION, withMember(text))).toEqual(['RA012']);
  });

  test.each(['"\\ud83c\\udf3e"', '"\\\\u0000"', '"\\u0001"'])('but %s it does', (text) => {
    expect(codesOf(QUESTION, withMember(text))).toEqual([]);
  });
});

test.each(['caf<U+00E9>', '<U+0001F33E> and <U+00E9>'])('letters that a locale lost are told in %j', (text) => {
  expect(codesOf(QUESTION, withMember(`"${text}"`))).toEqual(['RA410']);
});

test.each(['<U+E9>', 'U+00E9', '<U+00e9>', '<U+00E9'])('%j is no such letter', (text) => {
  expect(codesOf(QUESTION, withMember(`"${text}"`))).toEqual([]);
});
