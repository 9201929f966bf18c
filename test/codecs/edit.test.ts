import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, type Edit, EditClash, editedSource, editInPlace, sortEdits } from '../../src/codecs/edit.ts';

const bytes = Buffer.from('0123456789');
const at = (offset: number, remove: number, insert = '') => ({ at: offset, remove, insert: Buffer.from(insert) });
const apply = (...edits: ReturnType<typeof at>[]) => Buffer.from(applyEdits(bytes, edits)).toString();

test('no edits give the same bytes in a new array', () => {
  expect(apply()).toBe('0123456789');
  expect(applyEdits(bytes, [])).not.toBe(bytes);
});

test('a source that is edited at many places near each other is read once for each stretch of them', () => {
  const text = Buffer.from('l\0e'.repeat(100_000));
  const edits = Array.from({ length: 100_000 }, (_, n) => at(3 * n + 1, 1));
  let reads = 0;
  const slice = (from: number, length: number) => {
    reads++;
    return text.subarray(from, from + length);
  };
  const edited = editedSource({ size: text.length, slice }, edits);
  expect(Buffer.from(edited.slice(0, edited.size)).equals(Buffer.from('le'.repeat(100_000)))).toBe(true);
  expect(reads).toBeLessThan(10);
  expect(Buffer.from(edited.slice(199_998, 2)).toString()).toBe('le');
});

test('edits apply in any order they are given', () => {
  const edits = [at(9, 1, 'z'), at(0, 0, 'a'), at(4, 2, 'xyz'), at(10, 0, '!')];
  expect(apply(...edits)).toBe('a0123xyz678z!');
  expect(apply(...edits.toReversed())).toBe('a0123xyz678z!');
});

test('two insertions at one place keep the order given', () => {
  expect(apply(at(3, 0, 'a'), at(3, 0, 'b'))).toBe('012ab3456789');
});

test('an insertion goes before a removal at the same place, whichever is given first', () => {
  expect(apply(at(3, 2), at(3, 0, 'a'))).toBe('012a56789');
  expect(apply(at(3, 0, 'a'), at(3, 2))).toBe('012a56789');
});

test('an edit may begin where another ends', () => {
  expect(apply(at(0, 3, 'a'), at(3, 3, 'b'), at(6, 0, 'c'))).toBe('abc6789');
});

test.each([
  ['overlap', [at(2, 3), at(4, 1)]],
  ['begin at one place', [at(2, 3), at(2, 1)]],
  ['insert into removed bytes', [at(2, 3), at(3, 0, 'x')]],
  ['reach beyond the end', [at(9, 2)]],
  ['begin beyond the end', [at(11, 0, 'x')]],
  ['begin before the start', [at(-1, 1)]],
  ['remove less than nothing', [at(3, -1)]],
])('edits that %s are refused', (_, edits) => {
  expect(() => apply(...edits)).toThrow(EditClash);
});

test('the bytes edited are left alone', () => {
  apply(at(0, 10, 'x'));
  expect(bytes.toString()).toBe('0123456789');
});

test('sorting leaves the list given as it was', () => {
  const edits = [at(5, 0), at(1, 0)];
  expect(sortEdits(edits).map((edit) => edit.at)).toEqual([1, 5]);
  expect(edits.map((edit) => edit.at)).toEqual([5, 1]);
});

test('an edited file that is read in pieces has the bytes of one that is edited whole, from any place', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 8 });
  const piece = fc.record({ at: fc.nat(50), length: fc.nat(50) });
  fc.assert(
    fc.property(cuts, fc.array(fc.string({ maxLength: 5 })), piece, (places, inserts, { at: from, length }) => {
      const text = Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP').subarray(0, 40);
      const sorted = places.toSorted((a, b) => a - b);
      const edits = sorted.flatMap((start, n) =>
        n % 2 === 0 && n + 1 < sorted.length ? [at(start, (sorted[n + 1] ?? 0) - start, inserts[n] ?? '')] : [],
      );
      const source = { size: text.length, slice: (start: number, size: number) => text.subarray(start, start + size) };
      const edited = editedSource(source, edits);
      const whole = Buffer.from(applyEdits(text, edits));
      expect(edited.size).toBe(whole.length);
      expect(Buffer.from(edited.slice(from, length)).toString()).toBe(whole.subarray(from, from + length).toString());
    }),
  );
  expect(() => editedSource({ size: 3, slice: () => bytes }, [at(2, 2)])).toThrow(EditClash);
});

/** Bytes at the beginning of a buffer with room for more, as a file is read. */
function roomy(text: Uint8Array, buffer: number): Buffer {
  const all = Buffer.from(new ArrayBuffer(text.length + buffer));
  all.set(text);
  return all.subarray(0, text.length);
}

/** Edits beside one another, each of which keeps, takes away and adds some bytes. */
const edits = fc
  .array(fc.tuple(fc.nat(9), fc.nat(60), fc.uint8Array({ maxLength: 9 })), { maxLength: 9 })
  .map((list) => {
    let from = 0;
    return list.map(([keep, remove, insert]): Edit => {
      const edit = { at: from + keep, remove, insert };
      from = edit.at + remove;
      return edit;
    });
  });

test('editing bytes in their own buffer, and what was made of them, makes the same, and can be put back', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 170, maxLength: 200 }),
      edits,
      fc.array(edits, { maxLength: 2 }),
      fc.nat({ max: 60 }),
      (text, first, others, spare) => {
        const own = roomy(text, 100);
        const made: NonNullable<ReturnType<typeof editInPlace>>[] = [];
        let [now, expected] = [own as Uint8Array, text];
        for (const all of [first, ...others]) {
          const some = all.filter(({ at, remove }) => at + remove <= now.length);
          const edited = editInPlace(now, some, spare);
          if (edited === null) break;
          expected = new Uint8Array(applyEdits(expected, some));
          now = edited.bytes;
          made.push(edited);
          expect(now).toEqual(expected);
          expect([...new Uint8Array(own.buffer, now.length, 8)]).toEqual(Array(8).fill(0));
        }
        for (const each of made.toReversed()) each.restore();
        expect(own.equals(text)).toBe(true);
      },
    ),
  );
});

test('the tail behind the edited bytes is not held apart, and no later edit writes there', () => {
  const text = Uint8Array.from({ length: 1000 }, (_, n) => n % 251);
  const own = roomy(text, 8);
  const cut = editInPlace(own, [{ at: 100, remove: 890, insert: new Uint8Array() }], 20);
  expect([...new Uint8Array(own.buffer).subarray(200, 980)]).toEqual([...text.subarray(200, 980)]);
  const made = cut?.bytes ?? own;
  expect(editInPlace(made, [{ at: 0, remove: 0, insert: new Uint8Array(50) }], 20)).toBe(null);
  const grown = editInPlace(made, [{ at: 0, remove: 0, insert: new Uint8Array(20) }], 20);
  expect(grown?.bytes.length).toBe(130);
  grown?.restore();
  cut?.restore();
  expect(own.equals(text)).toBe(true);
});

test('an insertion may be part of the bytes that are edited', () => {
  const own = roomy(bytes, 20);
  expect(
    Buffer.from(editInPlace(own, [{ at: 0, remove: 5, insert: own.subarray(8, 10) }])?.bytes ?? []).toString(),
  ).toBe('8956789');
});

test('bytes without room in a buffer of their own are not edited in place', () => {
  expect(editInPlace(roomy(bytes, 8), [at(0, 0, 'x')])).toBe(null);
  expect(editInPlace(new Uint8Array(40).subarray(4, 14), [at(0, 1)])).toBe(null);
});
