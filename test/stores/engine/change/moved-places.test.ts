import { expect, test } from 'vitest';
import { begunBy, movedPlaces, placesBefore } from '../../../../src/stores/engine/change/moved-places.ts';

const inserted = { at: 4, remove: 0, insert: 3 };
const replaced = { at: 4, remove: 2, insert: 5 };
const removed = { at: 10, remove: 6, insert: 0 };

test('a place before all edits stays, and one behind them moves by what they insert and remove', () => {
  expect(movedPlaces([0, 3, 16, 20], [removed, replaced], 'starts')).toEqual([0, 3, 13, 17]);
  expect(movedPlaces([0, 3, 16, 20], [removed, replaced], 'ends')).toEqual([0, 3, 13, 17]);
});

test('an insertion right at a place comes before the value that starts there, and behind one that ends there', () => {
  expect(movedPlaces([4], [inserted], 'starts')).toEqual([7]);
  expect(movedPlaces([4], [inserted], 'ends')).toEqual([4]);
});

test('nothing starts or ends inside of what is replaced', () => {
  expect(movedPlaces([4, 5, 6], [replaced], 'starts')).toEqual([null, null, 9]);
  expect(movedPlaces([4, 5, 6], [replaced], 'ends')).toEqual([4, null, 9]);
});

test('edits begin where those before them have moved them, an insertion before what is replaced at its place', () => {
  expect(begunBy([removed, replaced, inserted])).toEqual([4, 7, 16]);
});

test('a byte that stays is traced back through all edits before it, and one that was inserted was nowhere', () => {
  const before = placesBefore([removed, replaced, inserted]);
  expect([0, 3, 4, 6, 7, 11, 12, 15, 16, 20].map(before)).toEqual([0, 3, null, null, null, null, 6, 9, 16, 20]);
  expect(placesBefore([])(7)).toBe(7);
});
