import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextNumbers } from '../../../src/stores/engine/text-numbers.ts';

test('texts have the numbers of their order, however many there are, and none after they were cleared', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 }), (texts) => {
      const numbers = new TextNumbers();
      for (const round of [texts, texts.toReversed()]) {
        const known = [...new Set(round)];
        expect(round.map((text) => numbers.add(text))).toEqual(round.map((text) => known.indexOf(text)));
        expect([numbers.count, numbers.find('longer than all')]).toEqual([known.length, -1]);
        numbers.clear();
        expect(numbers.find(texts[0] ?? '')).toBe(-1);
      }
    }),
  );
});
