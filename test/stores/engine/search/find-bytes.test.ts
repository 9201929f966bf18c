import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteFinder } from '../../../../src/stores/engine/search/find-bytes.ts';

/** Whether one of some texts is found in bytes. */
function isIn(texts: readonly string[], bytes: Buffer, ignoreCase = false): boolean {
  return finderOf(texts, ignoreCase)(bytes);
}

function finderOf(texts: readonly string[], ignoreCase: boolean): (bytes: Buffer) => boolean {
  const finder = byteFinder(texts, ignoreCase);
  if (finder === null) throw new Error('there is no WebAssembly here');
  return (bytes) => {
    finder.buffer.set(bytes);
    return texts.some((_, n) => finder.next(n, 0, bytes.length) >= 0);
  };
}

describe('a finder of bytes', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abzABZ 09-_[{@`"'), minLength: 1, maxLength: 6 });
  const bytes = fc.string({ unit: fc.constantFrom(...'abzABZ 09-_[{@`"\0\u00ff'), maxLength: 120 });

  test('finds what an ordinary search finds, letters in either case where that does not matter', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), bytes, fc.boolean(), (texts, all, ignoreCase) => {
        const fold = (each: string) => (ignoreCase ? each.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : each);
        const expected = texts.some((each) => fold(all).includes(fold(each)));
        expect(isIn(texts, Buffer.from(all, 'latin1'), ignoreCase)).toBe(expected);
      }),
    );
  });

  test('finds a text at every place of a room, its end too, and nothing behind the length', () => {
    const buffer = Buffer.alloc(200, 'x');
    const hasPear = finderOf(['pear'], true);
    for (let at = 0; at + 4 <= buffer.length; at++) {
      const here = Buffer.from(buffer);
      here.write('Pear', at);
      expect(hasPear(here)).toBe(true);
      expect(hasPear(here.subarray(0, at + 3))).toBe(false);
    }
  });

  test('is not there for a text of more than 1,024 bytes', () => {
    expect(byteFinder(['x'.repeat(1025)], false)).toBeNull();
  });
});
