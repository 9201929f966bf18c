import { describe, expect, test } from 'vitest';
import { callOf, codesOf, outputOf, QUESTION } from '../found.ts';

const withArguments = (args: string) => codesOf(QUESTION, callOf(2, { args }), outputOf(3, 'call_2'));

describe('the arguments of a call', () => {
  test.each([
    ['"{\\"filename\\": \\"a"', 'RA120'],
    ['"{"', 'RA120'],
    ['""', 'RA121'],
    ['"a.R"', 'RA121'],
    ['"[1,2]"', 'RA121'],
    ['"{} {}"', 'RA121'],
    ['"{\\"a\\" 1}"', 'RA121'],
    ['"7"', 'RA121'],
    ['7', 'RA121'],
    ['null', 'RA121'],
    ['["a","b"]', 'RA121'],
    ['{"filename":"a.R"}', 'RA122'],
    ['{"filename":"a.R","explanation":"b"}', 'RA123'],
    ['["{}"]', 'RA112'],
  ])('of %s', (args, code) => {
    expect(withArguments(args)).toEqual([code]);
  });

  test.each(['"{}"', '"null"', '"[]"', '" {\\"a\\": {\\"b\\": [1]}} "'])('of %s are sound', (args) => {
    expect(withArguments(args)).toEqual([]);
  });
});

test('a call that R made of a null is none', () => {
  expect(codesOf(QUESTION, '{"id":2,"role":"assistant","content":"x","related_to":1,"function_call":{}}')).toEqual([]);
});

test.each(['"read_file"', '7', '["read_file"]', '{"call_id":"c","arguments":"{}","msg_id":2}'])(
  '%s is not a call',
  (call) => {
    expect(codesOf(QUESTION, `{"id":2,"role":"assistant","function_call":${call},"related_to":1}`)).toContain('RA124');
  },
);

describe('an argument that Rao makes a line of', () => {
  const shown = (name: string, args: object) =>
    codesOf(QUESTION, callOf(2, { name, args: JSON.stringify(JSON.stringify(args)) }), outputOf(3, 'call_2'));

  test.each([
    ['read_file', { filename: 5 }],
    ['read_file', { filename: {} }],
    ['edit_file', { filename: [] }],
    ['view_image', { image_path: [1] }],
    ['grep_search', { query: {} }],
    ['grep_search', { query: 'a', include_pattern: ['a', 'b'] }],
    ['list_dir', { relative_workspace_path: [] }],
  ])('of %s stops R: %j', (name, args) => {
    expect(shown(name, args)).toContain('RA121');
  });

  test.each([
    ['read_file', { filename: ['a.R', 'b.R'] }],
    ['read_file', { filename: null }],
    ['search_for_file', { filename: 5 }],
    ['grep_search', { query: 5 }],
    ['grep_search', { query: ['a'] }],
  ])('of %s may be %j', (name, args) => {
    expect(shown(name, args)).toEqual([]);
  });
});
