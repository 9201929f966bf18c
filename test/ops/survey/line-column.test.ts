import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineColumns } from '../../../src/ops/survey/line-columns.ts';

test('lines and columns count from one, columns in UTF-16 units', () => {
  const text = 'aé\u{1F600}b\r\nc';
  const position = lineColumns(Buffer.from(text));
  const at = (piece: string) => position(Buffer.byteLength(text.slice(0, text.indexOf(piece))));
  expect(at('a')).toEqual({ line: 1, column: 1 });
  expect(at('b')).toEqual({ line: 1, column: 5 });
  expect(at('c')).toEqual({ line: 2, column: 1 });
});

test('an offset beyond the end is the end', () => {
  expect(lineColumns(Buffer.from('ab\nc'))(999)).toEqual({ line: 2, column: 2 });
  expect(lineColumns(new Uint8Array())(0)).toEqual({ line: 1, column: 1 });
});

test('any question in any order gets the answer of a plain count', () => {
  const text = `${'ä\u{1F600}line\n'.repeat(9000)}${'x'.repeat(70_000)}\n${'y'.repeat(10)}`;
  const bytes = Buffer.from(text);
  const position = lineColumns(bytes);
  fc.assert(
    fc.property(fc.nat(text.length), (index) => {
      const before = text.slice(0, index);
      // Not inside a surrogate pair: no byte offset is there.
      fc.pre(!/[\uD800-\uDBFF]$/.test(before));
      const line = before.split('\n').length;
      const column = before.length - before.lastIndexOf('\n');
      expect(position(Buffer.byteLength(before))).toEqual({ line, column });
    }),
  );
});

test('any bytes, wherever in memory they begin, are counted one by one', () => {
  const byte = fc.oneof(
    fc.constantFrom(0x0a, 0x80, 0xc3, 0xf0, 0xff, 0x0b, 0x8a),
    fc.integer({ min: 0x20, max: 0x7e }),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 40 }), fc.nat(40), fc.nat(40), (bytes, from, offset) => {
      const text = Uint8Array.from(bytes).subarray(from);
      const before = text.subarray(0, offset);
      const column = before
        .subarray(before.lastIndexOf(0x0a) + 1)
        .reduce((sum, each) => sum + (each >= 0xf0 ? 2 : (each & 0xc0) === 0x80 ? 0 : 1), 1);
      expect(lineColumns(text)(offset)).toEqual({ line: before.filter((each) => each === 0x0a).length + 1, column });
    }),
  );
});
