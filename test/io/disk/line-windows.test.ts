import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineWindows } from '../../../src/io/disk/file-source.ts';

/** A file in memory that notes what is read of it, and whose pieces do not outlive the next one. */
function noted(bytes: Buffer) {
  const lengths: number[] = [];
  let last: Uint8Array | null = null;
  const slice = (at: number, length: number) => {
    lengths.push(length);
    last?.fill(0);
    last = Uint8Array.from(bytes.subarray(at, at + length));
    return last;
  };
  return { lengths, source: { size: bytes.length, slice } };
}

/** The windows of these bytes, copied as they came. */
function windowsIn(bytes: Buffer, max: number): Buffer[] {
  return Array.from(lineWindows(noted(bytes).source, max), (window) => Buffer.from(window.bytes));
}

const anyBytes = fc
  .array(fc.constantFrom(0, 10, 13, 97, 0xe2, 0xff), { maxLength: 60 })
  .map((each) => Buffer.from(each));
const anyWindow = fc.integer({ min: 1, max: 70 });

describe('windows of whole lines', () => {
  test('are all bytes of the file in their order, and each but the last ends with a line feed', () => {
    fc.assert(
      fc.property(anyBytes, anyWindow, (bytes, max) => {
        const windows = windowsIn(bytes, max);
        expect(Buffer.concat(windows)).toEqual(bytes);
        expect(windows.slice(0, -1).filter((each) => each.at(-1) !== 10)).toEqual([]);
      }),
    );
  });

  test('are no longer than asked for, but for a single line that is', () => {
    fc.assert(
      fc.property(anyBytes, anyWindow, (bytes, max) => {
        const longer = windowsIn(bytes, max).filter((each) => each.length > max);
        expect(longer.filter((each) => each.subarray(0, -1).includes(10))).toEqual([]);
      }),
    );
  });

  test('hold a long line once its end is known, and never more than it', () => {
    const { lengths, source } = noted(Buffer.from(`a\n${'x'.repeat(40)}\nb\n`));
    expect(Array.from(lineWindows(source, 8), ({ at, bytes }) => [at, bytes.length])).toEqual([
      [0, 2],
      [2, 41],
      [43, 2],
    ]);
    expect(lengths.filter((length) => length > 8)).toEqual([41]);
  });
});
