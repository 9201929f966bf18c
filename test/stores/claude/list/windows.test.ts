import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListWindow } from '../../../../src/stores/claude/list/windows.ts';
import { HashLookup, hashText } from '../../../../src/stores/engine/hash.ts';
import { runs } from '../../../support/sampling.ts';

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
  const pieces = fc.constantFrom('"tag":"', '"tag": "', '"', '\\"', '\\\\', 'a', 'tag', ':', '\n', '{', '}');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (all) => {
      const text = all.join('');
      const found = plainly(text, 'tag');
      const window = new ListWindow(Buffer.from(text));
      for (const [ours, theirs = null] of [
        [window.firstText('tag'), found[0]],
        [window.lastText('tag'), found.at(-1)],
      ]) {
        expect(ours === null).toBe(theirs === null);
        // Escapes are decoded by one and not by the other.
        if (theirs?.includes('\\') === false) expect(ours).toBe(theirs);
      }
    }),
    runs(9000),
  );
});

test('the lines that have something are found, the first one first and the last one first', () => {
  const pieces = fc.constantFrom(
    '"type":"user"',
    '"type": "user"',
    '"type":"assistant"',
    '"type":',
    'a',
    '"',
    '\n',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (all) => {
      const lines = all.join('').split('\n');
      const window = new ListWindow(Buffer.from(all.join('')));
      const user = /"type": ?"user"/;
      expect(Array.from(window.linesWith('user'), String)).toEqual(lines.filter((line) => user.test(line)));
      expect(Array.from(window.linesFromEnd('user'), String)).toEqual(
        lines.filter((line) => user.test(line)).toReversed(),
      );
    }),
    runs(9000),
  );
});

test('a lookup knows the texts whose hashes were put into it, and no others, however many there are', () => {
  const words = new Int32Array(2 * 1000);
  const lookup = new HashLookup(words, 1000);
  for (let n = 0; n < 1000; n++) {
    hashText(`toolu_${n}`, words, n);
    expect(lookup.get(words, n)).toBe(-1);
    lookup.put(n);
    expect(lookup.get(words, n >> 1)).toBe(n >> 1);
  }
});
