import { expect, test } from 'vitest';
import { occurring } from '../../../../src/stores/engine/search/occurring.ts';
import { numbers } from '../../../support/seeded-numbers.ts';

test('words that stand in a text are those that it includes, whatever they share', () => {
  const die = numbers(46);
  const word = (longest: number) => Array.from({ length: 1 + die(longest) }, () => 'ab\u{1f331}'[die(4)]).join('');
  for (let run = 0; run < 300; run++) {
    const words = Array.from({ length: die(12) }, () => word(1 + die(9)));
    const texts = Array.from({ length: die(4) }, () => word(run % 2 === 0 ? 30 : 3_000));
    const expected = words.filter((each) => texts.some((text) => text.includes(each)));
    expect(occurring(new Set(words), texts)).toEqual(new Set(expected));
  }
});
