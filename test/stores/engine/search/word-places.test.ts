import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KernelWord, wordPlaces } from '../../../../src/stores/engine/search/word-places.ts';

type Found = readonly [n: number, at: number];

function placesIn(text: string, words: readonly KernelWord[]): Found[] {
  const places = wordPlaces(words);
  if (places === null) throw new Error('there is no WebAssembly here');
  const found: Found[] = [];
  places(text, (n, at) => {
    found.push([n, at]);
    return false;
  });
  return found;
}

/** Place by place, each word in turn. */
function expectedIn(text: string, words: readonly KernelWord[]): Found[] {
  const lower = text.toLowerCase();
  return Array.from(lower, (_, at) => at).flatMap((at) =>
    words.flatMap(({ word, run = 0 }, n): Found[] => {
      const behind = lower.slice(at + word.length, at + word.length + run);
      return lower.startsWith(word, at) && behind.length === run && /^[a-z0-9_-]*$/.test(behind) ? [[n, at]] : [];
    }),
  );
}

const sorted = (found: readonly Found[]): Found[] => found.toSorted(([n, a], [m, b]) => a - b || n - m);

describe('places of words', () => {
  const letters = fc.constantFrom(...'abAB -_09\0\u00c3\u00e3\u00d7\u00f7');
  const word = fc.record({
    word: fc.string({ unit: letters, minLength: 2, maxLength: 6 }).map((each) => each.toLowerCase()),
    run: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  });

  test('are those that a search for one after the other finds', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.string({ unit: letters, maxLength: 200 }),
        (words, text) => {
          expect(sorted(placesIn(text, words))).toEqual(expectedIn(text, words));
        },
      ),
    );
  });

  test('are found over the end of each look, however many there are', () => {
    const before = 65_533;
    const text = `${'-'.repeat(before)}tOKen${'token'.repeat(40_000)}`;
    const expected = Array.from({ length: 40_001 }, (_, n): Found => [0, before + 5 * n]);
    expect(placesIn(text, [{ word: 'token' }])).toEqual(expected);
  });

  test('end with the first that is wanted', () => {
    const places = wordPlaces([{ word: 'key' }]);
    const met: number[] = [];
    const isFound = places?.('a key, a key, a key', (_, at) => met.push(at) === 2);
    expect([isFound, met]).toEqual([true, [2, 9]]);
  });

  test('are not there for more than two thousand', () => {
    const words = Array.from({ length: 2001 }, (_, n) => ({ word: `w${n}` }));
    expect(wordPlaces(words)).toBeNull();
    expect(placesIn('W1 w1999', words.slice(0, 2000))).toHaveLength(5);
  });

  test.each([['a'], ['x'.repeat(65)], ['Key'], ['密码']])('are not there for %j', (each) => {
    expect(wordPlaces([{ word: each }])).toBeNull();
  });
});
