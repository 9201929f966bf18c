import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readInto } from '../../../src/io/disk/read-file.ts';
import { tree } from '../../support/real-tree.ts';

const TEXT = 'what a network file system gives in pieces';

/** Each read answers at most so many bytes, as the system may. */
function inPiecesOf(max: number): void {
  const read = fs.readSync;
  const short = (file: number, into: NodeJS.ArrayBufferView, at: number, length: number, from: number) =>
    read(file, into, at, Math.min(length, max), from);
  const spy = vi.spyOn(fs, 'readSync').mockImplementation(short as typeof fs.readSync);
  onTestFinished(() => spy.mockRestore());
}

test.each([1, 7, 1000])('a file is read to its end, or as far as there is room, in reads of %i bytes', (max) => {
  const path = join(tree({ 'a.txt': TEXT }), 'a.txt');
  inPiecesOf(max);
  const read = (size: number, at?: number) => Buffer.from(readInto(path, Buffer.alloc(size), at)).toString();
  expect(read(1000)).toBe(TEXT);
  expect(read(1000, 5)).toBe(TEXT.slice(5));
  expect(read(4)).toBe(TEXT.slice(0, 4));
  expect(read(4, 1000)).toBe('');
});
