import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { removedBy, removedNotes, removedNuls, replacing } from '../../../src/stores/engine/range-edits.ts';

const source = bytesSource(Buffer.from(`{"a":1}\n{"b\0\0\n\0\0\0{"c":3}\n`));

test.each([
  ['a line', removedBy(source, replacing(8, 6, ''), 0), 'the line at byte 8 is removed, 6 bytes, 2 of them NUL'],
  ['a part', removedBy(source, replacing(0, 7, ''), 2), 'the torn part at byte 0 is removed, 5 bytes'],
  ['NUL bytes', removedNuls(source, { at: 8, length: 5 }), '2 NUL bytes at byte 11 removed'],
  ['one NUL byte', removedBy(source, replacing(14, 1, ''), 0), '1 NUL byte at byte 14 removed'],
])('%s that goes has its place and its size', (_, removed, said) => {
  expect(removedNotes([removed])[0]).toMatch(new RegExp(`^${said}(?:: |$)`));
});

test('of many places the first are named, and the rest is counted', () => {
  const all = Array.from({ length: 23 }, (_, n) => ({ at: n * 10, bytes: 10, isLine: true, nuls: 0 }));
  const notes = removedNotes(all);
  expect(notes).toHaveLength(21);
  expect(notes.at(-1)).toBe('and 3 more places, 30 bytes');
  expect(removedNotes([])).toEqual([]);
});
