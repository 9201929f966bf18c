import { expect, test } from 'vitest';
import { shortener, shortenerOfSome } from '../../src/model/ids.ts';

test('ids are shortened to eight characters, or to what sets them apart', () => {
  const short = shortener(['abcdefgh-1', 'abcdefgh-2', 'zz', '12345678-9']);
  expect(['abcdefgh-1', 'abcdefgh-2', 'zz', '12345678-9', 'unknown'].map(short)).toEqual([
    'abcdefgh-1',
    'abcdefgh-2',
    'zz',
    '12345678',
    'unknown',
  ]);
});

test('ids that begin alike for long are named by their last eight characters, where those are of one alone', () => {
  const alike = [1, 2, 3].map((n) => `019cec1a-7a05-7000-8000-00000000000${n}`);
  expect(alike.map(shortener(alike))).toEqual(['00000001', '00000002', '00000003']);
  expect(alike.map(shortenerOfSome(alike))).toEqual(['00000001', '00000002', '00000003']);
  const other = '3f0c7d1e-9b1d-4e6f-8a55-0c2f00000001';
  const short = shortener([...alike, other]);
  expect([...alike, other].map(short)).toEqual([alike[0], '00000002', '00000003', '3f0c7d1e']);
});

test('an id that begins with a time keeps all of that, where others of the same minute may be beside it', () => {
  const [timed, random] = ['01a218a6-93ff-72a3-b933-066498879a28', '3f0c7d1e-9b1d-4e6f-8a55-0c2f5a1b7d10'];
  const short = shortenerOfSome([timed, random]);
  expect([timed, random].map(short)).toEqual(['01a218a6-93ff', '3f0c7d1e']);
  expect([timed, random].map(shortener([timed, random]))).toEqual(['01a218a6', '3f0c7d1e']);
});
