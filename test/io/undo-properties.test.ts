import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../src/codecs/edit.ts';
import { apply } from '../../src/io/apply.ts';
import { digestOf } from '../../src/io/disk/digest.ts';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import { runIdAt } from '../../src/io/journal/journal.ts';
import { undo } from '../../src/io/undo.ts';
import { changeOf, headerOf } from '../support/changes.ts';
import { realRoot, realWorld } from '../support/real-world.ts';
import { runs } from '../support/sampling.ts';
import { treeOf } from '../support/store-tree.ts';

const file = fc.record({
  bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  mode: fc.constantFrom(0o600, 0o640, 0o644, 0o755),
  mtime: fc.integer({ min: 0, max: 4_000_000_000 }),
  cuts: fc.uniqueArray(fc.nat(200), { maxLength: 6 }),
  insert: fc.uint8Array({ maxLength: 20 }),
  keep: fc.constantFrom('link' as const, 'copy' as const),
});

/** Every second stretch between the cuts gives way. */
function editsOf(size: number, cuts: readonly number[], insert: Uint8Array): Edit[] {
  const at = [...new Set(cuts.map((cut) => Math.min(cut, size)))].sort((a, b) => a - b);
  return at.flatMap((from, n) => (n % 2 === 0 ? [{ at: from, remove: (at[n + 1] ?? from) - from, insert }] : []));
}

test('edits change what they name and nothing else, and undo brings back bytes, mode, time and inode', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), async (files) => {
      const root = realRoot({});
      try {
        const changes = files.map(({ bytes, mode, mtime, cuts, insert, keep }, n) => {
          const path = `${n}.json`;
          fs.writeFileSync(join(root, path), bytes);
          fs.chmodSync(join(root, path), mode);
          fs.utimesSync(join(root, path), mtime, mtime);
          const edits = editsOf(bytes.length, cuts, insert);
          return changeOf(path, [{ do: 'put', path, was: digestOf(bytes), content: { from: 'edits', edits } }], {
            keep,
          });
        });
        const before = treeOf(nodeWriteDisk, root, true);
        const inodes = files.map((_, n) => fs.statSync(join(root, `${n}.json`)).ino);
        const run = runIdAt(0, 1);
        expect(await apply(realWorld(), { run, header: headerOf(root), changes })).toMatchObject({
          changed: files.length,
        });
        for (const [n, { bytes, mode, cuts, insert }] of files.entries()) {
          const path = join(root, `${n}.json`);
          const want = Buffer.from(applyEdits(bytes, editsOf(bytes.length, cuts, insert)));
          expect(fs.readFileSync(path).equals(want)).toBe(true);
          expect(fs.statSync(path).mode & 0o777).toBe(mode);
        }
        expect(await undo(realWorld(), { root, run })).toMatchObject({ state: 'undone', changed: files.length });
        expect(treeOf(nodeWriteDisk, root, true)).toEqual(before);
        const linked = files.flatMap(({ keep }, n) => (keep === 'link' ? [n] : []));
        for (const n of linked) expect(fs.statSync(join(root, `${n}.json`)).ino).toBe(inodes[n]);
      } finally {
        fs.rmSync(root, { recursive: true });
      }
    }),
    { ...runs(600), seed: 20_261_121 },
  );
});
