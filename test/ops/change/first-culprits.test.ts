import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstCulprits } from '../../../src/ops/change/error-preview.ts';
import { runs } from '../../support/sampling.ts';

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `id-${n}`);

/** Answers for errors that each come with all of some conversations, and counts how often it was asked. */
function asking(errors: readonly (readonly string[])[]) {
  const seen = { count: 0 };
  const newWith = async (some: readonly string[]): Promise<readonly string[]> => {
    seen.count++;
    const there = new Set(some);
    return errors.filter((ids) => ids.every((id) => there.has(id))).map((ids) => ids.join());
  };
  return { newWith, seen };
}

test('each that is refused is the first with which those before it make an error, however the errors are spread', async () => {
  const some = fc.integer({ min: 1, max: 30 }).chain((count) => {
    const ids = namesOf(count);
    const error = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 });
    return fc.record({ ids: fc.constant(ids), errors: fc.array(error, { maxLength: 20 }) });
  });
  await fc.assert(
    fc.asyncProperty(some, async ({ ids, errors }) => {
      const { newWith } = asking(errors);
      const refused = await firstCulprits(ids, newWith);
      const kept: string[] = [];
      const want: [string, readonly string[]][] = [];
      for (const id of ids) {
        const found = await newWith([...kept, id]);
        if (found.length === 0) kept.push(id);
        else want.push([id, found]);
      }
      expect([...refused]).toEqual(want);
    }),
    runs(3000),
  );
});

test.each([
  ['all of a thousand', 1000, (n: number) => n >= 0, 2010],
  ['one of a thousand', 1000, (n: number) => n === 700, 13],
  ['every hundredth of a thousand', 1000, (n: number) => n % 100 === 0, 180],
  ['the last hundred of a thousand', 1000, (n: number) => n >= 900, 220],
])('for %s the scope is looked at so many times at most', async (_, count, isBad, max) => {
  const ids = namesOf(count);
  const bad = ids.filter((__, n) => isBad(n));
  const { newWith, seen } = asking(bad.map((id) => [id]));
  expect([...(await firstCulprits(ids, newWith)).keys()]).toEqual(bad);
  expect(seen.count).toBeLessThanOrEqual(max);
});
