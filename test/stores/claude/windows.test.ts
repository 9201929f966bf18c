import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyNamed, lastField } from '../../../src/stores/claude/list/windows.ts';
import { TextSet } from '../../../src/stores/claude/read/hash.ts';

/** As the reader does it: from one occurrence to the next, and the spaced ones after all others. */
function plainly(text: string, key: string): string | null {
  let found: string | null = null;
  for (const opening of [`"${key}":"`, `"${key}": "`])
    for (let at = text.indexOf(opening); at >= 0; ) {
      const start = at + opening.length;
      let end = start;
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
      if (end < text.length) found = text.slice(start, end);
      at = text.indexOf(opening, end + 1);
    }
  return found;
}

test('the last value of a key is the one that the reader comes to, however its text is torn', () => {
  const pieces = fc.constantFrom('"t":"', '"t": "', '"', '\\"', '\\\\', 'a', 't', ':', '\n', '{', '}');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (all) => {
      const text = all.join('');
      const [ours, theirs] = [lastField(Buffer.from(text), keyNamed('t')), plainly(text, 't')];
      // Escapes are decoded by one and not by the other.
      expect(ours === null).toBe(theirs === null);
      if (theirs !== null && !theirs.includes('\\')) expect(ours).toBe(theirs);
    }),
    { numRuns: 3000 },
  );
});

test('a set of texts knows those that were added, and no others, however many there are', () => {
  const set = new TextSet();
  for (let n = 0; n < 1000; n++) {
    expect(set.has(`toolu_${n}`)).toBe(false);
    set.add(`toolu_${n}`);
    expect(set.has(`toolu_${n >> 1}`)).toBe(true);
  }
});
