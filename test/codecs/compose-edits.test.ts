import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, composeEdits, type Edit, EditClash } from '../../src/codecs/edit.ts';
import { runs } from '../support/sampling.ts';

const edit = (at: number, remove: number, insert: string): Edit => ({ at, remove, insert: Buffer.from(insert) });
const both = (text: string, first: readonly Edit[], second: readonly Edit[]) =>
  Buffer.from(applyEdits(Buffer.from(text), composeEdits(text.length, first, second))).toString();

describe('edits made after others', () => {
  test('are one list on the original', () => {
    expect(both('abcdef', [edit(1, 2, 'XYZ')], [edit(0, 1, ''), edit(2, 1, '-')])).toBe('X-Zdef');
    expect(both('abc', [edit(3, 0, 'd')], [edit(4, 0, 'e')])).toBe('abcde');
    expect(both('abc', [edit(0, 3, '')], [edit(0, 0, 'new')])).toBe('new');
  });

  test('that take away what the first put in leave no edit behind', () => {
    expect(composeEdits(3, [edit(1, 0, 'xx')], [edit(1, 2, '')])).toEqual([]);
  });

  test('are refused when they overlap or leave what the first made', () => {
    expect(() => composeEdits(3, [edit(0, 3, '')], [edit(0, 1, 'a')])).toThrow(EditClash);
    expect(() => composeEdits(3, [edit(0, 1, 'a')], [edit(0, 2, ''), edit(1, 1, '')])).toThrow(EditClash);
    expect(() => composeEdits(3, [edit(2, 2, '')], [edit(0, 1, 'a')])).toThrow(EditClash);
  });
});

/** Random edits on `size` bytes that do not overlap. */
function edits(size: number): fc.Arbitrary<Edit[]> {
  const place = fc.record({
    skip: fc.nat(4),
    remove: fc.nat(3),
    insert: fc.string({ maxLength: 4, unit: 'binary-ascii' }),
  });
  return fc.array(place, { maxLength: 5 }).map((places) => {
    const out: Edit[] = [];
    let at = 0;
    for (const { skip, remove, insert } of places) {
      at += skip;
      if (at + remove > size) break;
      out.push(edit(at, remove, insert));
      at += remove + 1;
    }
    return out;
  });
}

test('composing gives what making one after the other gives', () => {
  const given = fc
    .string({ maxLength: 20, unit: 'binary-ascii' })
    .chain((text) => edits(text.length).map((first) => ({ text, first, middle: applyEdits(Buffer.from(text), first) })))
    .chain((all) => edits(all.middle.length).map((second) => ({ ...all, second })));
  fc.assert(
    fc.property(given, ({ text, first, middle, second }) => {
      const composed = composeEdits(text.length, first, second);
      expect(Buffer.from(applyEdits(Buffer.from(text), composed))).toEqual(Buffer.from(applyEdits(middle, second)));
    }),
    runs(12_000),
  );
});
