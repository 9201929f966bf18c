import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRoot, removeMadeRoot } from '../../../src/io/disk/make-folder.ts';
import { nodeWriteDisk as disk } from '../../../src/io/disk/write-disk.ts';
import { Failure } from '../../../src/model/failure.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'convostore-root-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('a root is made for its owner alone, once, with the folders above it', async () => {
  const above = join(folder(), 'above');
  const root = join(above, 'out');
  expect(await makeRoot(disk, root)).toEqual([above, root]);
  for (const made of [above, root]) expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(await makeRoot(disk, root)).toEqual([]);
});

test('a root that cannot be made is a failure that names it, and leaves no folder above it', async () => {
  const top = folder();
  const root = join(top, 'above', 'x'.repeat(300), 'out');
  await expect(makeRoot(disk, root)).rejects.toThrow(
    new Failure('failed', `${root} has a name that is too long for this file system`, 'Nothing was changed.'),
  );
  expect(readdirSync(top)).toEqual([]);
});

test('a root below a file is a failure', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  await expect(makeRoot(disk, join(file, 'above', 'out'))).rejects.toThrow(Failure);
});

test('a root that came to nothing is dropped, but not with what someone put there', () => {
  const [empty, full] = [join(folder(), 'out'), join(folder(), 'out')];
  for (const root of [empty, full]) mkdirSync(root);
  writeFileSync(join(full, 'mine'), '');
  removeMadeRoot(disk, [empty, full, join(full, 'none')]);
  expect([existsSync(empty), existsSync(join(full, 'mine'))]).toEqual([false, true]);
});
