import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/codecs/edit.ts';
import { Rewritten } from '../../src/codecs/rewritten.ts';

const piece = fc.oneof(
  fc.record({ text: fc.string({ maxLength: 20 }) }),
  fc.record({ at: fc.nat(999), length: fc.nat(300) }),
);

test('new text and ranges of a file, in whatever order, come out one behind the other', () => {
  const file = Uint8Array.from({ length: 1000 }, (_, n) => n % 251);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const made = new Rewritten();
      const wanted = pieces.map((each) => {
        const bytes = 'text' in each ? Buffer.from(each.text) : file.subarray(each.at, each.at + each.length);
        if ('text' in each) made.write(bytes);
        else made.keep(each.at, bytes);
        return bytes;
      });
      const edits = made.edits(file.length);
      expect(Buffer.compare(applyEdits(file, edits), Buffer.concat(wanted))).toBe(0);
      expect(edits.reduce((sum, { insert }) => sum + insert.length, 0)).toBe(made.newBytes);
    }),
  );
});

test('ranges that follow each other are one, and a short one alone is not an edit', () => {
  const file = new Uint8Array(500).fill(0x61);
  const made = new Rewritten();
  made.keep(10, file.subarray(10, 50));
  made.keep(50, file.subarray(50, 100));
  made.write(Buffer.from('!'));
  made.keep(200, file.subarray(200, 210));
  expect(made.edits(500)).toEqual([
    { at: 0, remove: 10, insert: Buffer.from('') },
    { at: 100, remove: 400, insert: Buffer.from(`!${'a'.repeat(10)}`) },
  ]);
});
