import { describe, expect, test } from 'vitest';
import { callOf, codesOf, outputOf, QUESTION } from '../found.ts';

const related = (id: number, to: string, role = 'assistant') =>
  `{"id":${id},"role":"${role}","content":"x","related_to":${to}}`;
const EDIT = [callOf(2, { name: 'edit_file' }), outputOf(3, 'call_2')];

describe('relations of a message', () => {
  test.each([
    ['9', ['RA201']],
    ['"one"', ['RA201']],
    ['2', ['RA202']],
    ['{}', ['RA204']],
    ['[1,2]', ['RA204']],
    ['true', ['RA204']],
    ['[1]', ['RA112']],
    ['"1"', ['RA205']],
    ['1', []],
    ['null', []],
    ['1.0', []],
  ])('%s', (to, codes) => {
    expect(codesOf(QUESTION, related(2, to))).toEqual(codes);
  });

  test('is compared with an edit that nobody has answered yet', () => {
    expect(codesOf(QUESTION, ...EDIT, related(4, '{}'), related(5, '2'))).toEqual(['RA203']);
    expect(codesOf(QUESTION, ...EDIT, related(4, '2'), related(5, '{}'))).toEqual(['RA204']);
  });

  test('is not compared in messages of the user', () => {
    expect(codesOf(QUESTION, ...EDIT, related(4, '{}', 'user'), related(5, '2'))).toEqual(['RA204']);
  });

  test('is the same number however R spells it', () => {
    const many = (id: string) => `{"id":${id},"role":"user","content":"x"}`;
    expect(codesOf(many('100000'), related(100001, '1e+05'))).toEqual([]);
    expect(codesOf(many('1e+05'), related(100001, '100000'))).toEqual([]);
    expect(codesOf(many('1e+05'), many('100000'))).toEqual(['RA107']);
  });
});
