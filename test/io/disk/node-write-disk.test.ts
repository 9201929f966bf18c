import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import { tree } from '../../support/real-tree.ts';
import { runs } from '../../support/sampling.ts';

test('a time comes out in the microsecond in which it went in, before 1970 too', () => {
  const path = join(tree({ a: '' }), 'a');
  const file = fs.openSync(path, 'r+');
  const mtime = () => fs.fstatSync(file, { bigint: true }).mtimeNs / 1000n;
  fc.assert(
    fc.property(fc.integer({ min: -1_900_000_000_000_000, max: 1_900_000_000_000_000 }), (microseconds) => {
      nodeWriteDisk.touch(file, microseconds / 1000);
      expect(mtime()).toBe(BigInt(microseconds));
      nodeWriteDisk.touch(file, fs.fstatSync(file).mtimeMs);
      expect(mtime()).toBe(BigInt(microseconds));
    }),
    runs(9000),
  );
  fs.closeSync(file);
});

test('each of many fsyncs has its own answer, and those asked for by one that was answered are answered too', async () => {
  const { open, sync, close } = nodeWriteDisk;
  // No file has these numbers.
  const isMissing = (file: number) => file >= 1_000_000;
  const files = Array.from({ length: 300 }, (_, n) => (n % 7 === 0 ? 1_000_000 + n : open(tree({ a: '' }))));
  const answers = files.map((file) => sync(file).then(() => sync(file)));
  const failed = (await Promise.allSettled(answers)).map(({ status }) => status === 'rejected');
  expect(failed).toEqual(files.map(isMissing));
  for (const file of files) if (!isMissing(file)) close(file);
});
