import { expect, test } from 'vitest';
import { nearest } from '../../src/model/nearest.ts';

test('what a word begins comes first, then what few slips turn into it', () => {
  expect(nearest('ver', ['show', 'verify', 'version'])).toEqual(['verify', 'version']);
  expect(nearest('orchrad', ['orchard', 'harbor'])).toEqual(['orchard']);
  expect(nearest('ORCHARD', ['orchard'])).toEqual(['orchard']);
  expect(nearest('FN0006', ['FN006', 'FN106', 'FN300'])).toEqual(['FN006']);
});

test('a long id is found by a beginning with a slip in it', () => {
  expect(nearest('3foc2a', ['3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a', '8d41b7c3-0e92-4f5a-b6d8-7a9c1e2f3b40'])).toEqual([
    '3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a',
  ]);
});

test('nothing is suggested when nothing is near', () => {
  expect(nearest('zebra', ['list', 'show'])).toEqual([]);
  expect(nearest('', ['list'])).toEqual([]);
  expect(nearest('xx', ['CX001', 'CX002'])).toEqual([]);
  expect(nearest('.', ['-srv-bakery', 'list'])).toEqual([]);
  expect(nearest('t', ['3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a'])).toEqual([]);
});
