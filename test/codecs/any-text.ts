import * as fc from 'fast-check';

/** Code points that are no characters. */
const SURROGATES = { from: 0xd800, count: 0x800 };

const character = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.count),
  (text) => {
    const [only, more] = String(text);
    const code = only?.codePointAt(0) ?? -1;
    if (code < 0 || more !== undefined) throw new Error('that is not one character');
    return code < SURROGATES.from ? code : code - SURROGATES.count;
  },
);

/** Text of any characters. `unit: 'binary'` gives the same, and writes a table of a million of them first, which takes a second. */
export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
