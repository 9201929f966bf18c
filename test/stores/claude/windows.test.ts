import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstField, lastField } from '../../../src/stores/claude/list/windows.ts';
import { hashText, Lookup } from '../../../src/stores/engine/hash.ts';

/** Every closed text that a key has, as one who searches the text finds it. */
function plainly(text: string, key: string): string[] {
  const opening = `"${key}":`;
  const found: string[] = [];
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
    const rest = text.slice(at + opening.length).replace(/^ /, '');
    const value = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(rest)?.[1];
    if (value !== undefined) found.push(value);
  }
  return found;
}

test('the first and the last text of a key are found', () => {
  const pieces = fc.constantFrom('"t":"', '"t": "', '"', '\\"', '\\\\', 'a', 't', ':', '\n', '{', '}');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (all) => {
      const text = all.join('');
      const found = plainly(text, 't');
      for (const [ours, theirs = null] of [
        [firstField(Buffer.from(text), '"t":'), found[0]],
        [lastField(Buffer.from(text), '"t":'), found.at(-1)],
      ]) {
        expect(ours === null).toBe(theirs === null);
        // Escapes are decoded by one and not by the other.
        if (theirs?.includes('\\') === false) expect(ours).toBe(theirs);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a lookup knows the texts whose hashes were put into it, and no others, however many there are', () => {
  const words = new Int32Array(2 * 1000);
  const lookup = new Lookup(words, 1000);
  for (let n = 0; n < 1000; n++) {
    hashText(`toolu_${n}`, words, n);
    expect(lookup.get(words, n)).toBe(-1);
    lookup.put(n);
    expect(lookup.get(words, n >> 1)).toBe(n >> 1);
  }
});
