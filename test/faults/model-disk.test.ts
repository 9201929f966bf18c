import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorCode } from '../../src/io/disk/error-code.ts';
import { nodeWriteDisk, type WriteDisk } from '../../src/io/disk/write-disk.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { realRoot } from '../support/real-world.ts';
import { runs } from '../support/sampling.ts';
import { clock } from '../support/small-store.ts';
import { treeOf } from '../support/store-tree.ts';

const NAMES = ['a', 'b', 'f', 'f/a', 'f/g', 'f/g/b'];
const name = fc.constantFrom(...NAMES);
const call = fc.oneof(
  fc.record({
    do: fc.constant('write' as const),
    path: name,
    text: fc.string({ maxLength: 5, unit: 'grapheme-ascii' }),
  }),
  fc.record({ do: fc.constantFrom('link' as const, 'rename' as const), path: name, to: name }),
  fc.record({
    do: fc.constantFrom('unlink' as const, 'mkdir' as const, 'rmdir' as const, 'list' as const),
    path: name,
  }),
);

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** What a call answers: its value, or the code of its error. */
function answer(disk: WriteDisk, root: string, one: Call): string {
  const path = join(root, one.path);
  try {
    if (one.do === 'write') {
      const file = disk.create(path, 0o644);
      disk.write(file, Buffer.from(one.text));
      disk.close(file);
      return 'written';
    }
    if (one.do === 'link' || one.do === 'rename') disk[one.do](path, join(root, one.to));
    else if (one.do === 'mkdir') disk.mkdir(path, 0o755);
    else if (one.do === 'list')
      return disk
        .list(path)
        .map((entry) => `${entry.name} ${entry.type}`)
        .join();
    else disk[one.do](path);
    return 'done';
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
}

test('the model disk answers every call as the real one does', () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 5, maxLength: 40 }), (calls) => {
      const real = realRoot({});
      const model = new ModelDisk(clock);
      model.mkdir('/r', 0o755);
      try {
        for (const one of calls) expect(answer(model, '/r', one)).toBe(answer(nodeWriteDisk, real, one));
        expect(treeOf(model, '/r', false)).toEqual(treeOf(nodeWriteDisk, real, false));
      } finally {
        fs.rmSync(real, { recursive: true });
      }
    }),
    { ...runs(1500), seed: 20_261_121 },
  );
});

test('a power cut takes what was not synced, and leaves what was', async () => {
  const disk = new ModelDisk(clock);
  disk.mkdir('/f', 0o755);
  const write = async (path: string, isSynced: boolean) => {
    const file = disk.create(path, 0o644);
    disk.write(file, Buffer.from('text'));
    if (isSynced) await disk.sync(file);
    disk.close(file);
  };
  await write('/f/synced', true);
  await write('/f/torn', false);
  expect(treeOf(disk.cut('none'), '/', false)).toEqual({});
  for (const folder of ['/', '/f']) await disk.sync(disk.open(folder));
  expect(treeOf(disk.cut('none'), '/', false)).toEqual({ f: 'folder 755', 'f/synced': '644 text', 'f/torn': '644 ' });
  disk.rename('/f/torn', '/f/late');
  expect(Object.keys(treeOf(disk.cut('none'), '/f', false))).toEqual(['synced', 'torn']);
  expect(Object.keys(treeOf(disk.cut('all'), '/f', false))).toEqual(['late', 'synced']);
});
