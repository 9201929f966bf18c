import { expect, test } from 'vitest';
import { nearestWords } from '../../src/model/nearest.ts';

test('words that a word begins come first, then those that few slips turn into it', () => {
  expect(nearestWords('ver', ['show', 'verify', 'version'])).toEqual(['verify', 'version']);
  expect(nearestWords('orchrad', ['orchard', 'harbor'])).toEqual(['orchard']);
  expect(nearestWords('ORCHARD', ['orchard'])).toEqual(['orchard']);
  expect(nearestWords('FN0006', ['FN006', 'FN106', 'FN300'])).toEqual(['FN006']);
});

test('a long id is found by a beginning with a slip in it', () => {
  expect(
    nearestWords('3foc2a', ['3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a', '8d41b7c3-0e92-4f5a-b6d8-7a9c1e2f3b40']),
  ).toEqual(['3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a']);
});

test('nothing is suggested when nothing is near', () => {
  expect(nearestWords('zebra', ['list', 'show'])).toEqual([]);
  expect(nearestWords('', ['list'])).toEqual([]);
  expect(nearestWords('xx', ['CX001', 'CX002'])).toEqual([]);
  expect(nearestWords('.', ['-srv-bakery', 'list'])).toEqual([]);
  expect(nearestWords('t', ['3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a'])).toEqual([]);
});
