import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySet } from '../../src/ops/token-tally.ts';

const key = fc.oneof(
  fc.nat({ max: 40 }),
  fc.maxSafeNat().map((n) => n % 2 ** 52),
);

test('a set of keys says of each whether it is new, as a Set does', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 400 }), (keys) => {
      const [ours, theirs] = [new KeySet(4), new Set<number>()];
      for (const each of keys) {
        expect(ours.add(each)).toBe(!theirs.has(each));
        theirs.add(each);
      }
      expect(ours.size).toBe(theirs.size);
    }),
  );
});

test('keys that differ in their high bits alone stay apart', () => {
  const keys = new KeySet();
  const all = Array.from({ length: 2000 }, (_, i) => i * 2 ** 32);
  expect(all.filter((each) => !keys.add(each))).toEqual([]);
  expect(all.filter((each) => keys.add(each))).toEqual([]);
});
