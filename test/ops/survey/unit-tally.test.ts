import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DatedAnswer } from '../../../src/model/stats.ts';
import { AnswerTable } from '../../../src/ops/survey/unit-tally.ts';
import { ANSWER_NUMBERS, type AnswerGroup } from '../../../src/ops/token-tally.ts';
import { runs } from '../../support/sampling.ts';

/** Few keys, of which some differ in their upper bits alone. */
const KEY = fc.tuple(fc.nat(40), fc.constantFrom(0, 2 ** 32, 2 ** 51)).map(([low, high]) => low + high);
const ANSWER: fc.Arbitrary<DatedAnswer> = fc.record({
  key: KEY,
  model: fc.constantFrom('oak', 'elm', ''),
  day: fc.constantFrom('2026-01-02', '2026-01-03', null),
  input: fc.nat(9),
  output: fc.nat(3),
  cacheRead: fc.nat(9),
  cacheWrite: fc.nat(9),
});

function answersIn(groups: readonly AnswerGroup[]): unknown[] {
  return groups.flatMap(({ model, day, numbers }) =>
    Array.from({ length: numbers.length / ANSWER_NUMBERS }, (_, n) => {
      const [key, input, output, cacheRead, cacheWrite] = numbers.subarray(n * ANSWER_NUMBERS);
      return { key, model, day, input, output, cacheRead, cacheWrite };
    }),
  );
}

test('a table holds each answer once, the first one with most output, in order, and its groups hold the same', () => {
  fc.assert(
    fc.property(fc.array(ANSWER, { maxLength: 200, size: 'max' }), (all) => {
      const [table, plainly] = [new AnswerTable(), new Map<number, DatedAnswer>()];
      for (const answer of all) {
        const known = plainly.get(answer.key);
        const isKnown = known !== undefined && known.output >= answer.output;
        expect(table.knows(answer.key, answer.output)).toBe(isKnown);
        table.add(answer, answer.day);
        if (!isKnown) plainly.set(answer.key, answer);
      }
      expect(table.all()).toEqual([...plainly.values()]);
      const groups = table.groups();
      const names = groups.map(({ model, day }) => `${model} ${day}`);
      expect(new Set(names).size).toBe(names.length);
      for (const { model, day, numbers } of groups)
        expect(answersIn([{ model, day, numbers }])).toEqual(
          [...plainly.values()].filter((each) => each.model === model && each.day === day),
        );
      expect(answersIn(groups)).toHaveLength(plainly.size);
    }),
    runs(3000),
  );
});
