import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropRoot, makeRoot } from '../../../src/io/disk/make-folder.ts';
import { nodeWriteDisk as disk } from '../../../src/io/disk/write-disk.ts';
import { Failure } from '../../../src/model/failure.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'convostore-root-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('a root is made for its owner alone, once', async () => {
  const root = join(folder(), 'out');
  expect(await makeRoot(disk, root)).toBe(true);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  expect(await makeRoot(disk, root)).toBe(false);
});

test('a root that cannot be made is a failure that names it', async () => {
  const root = join(folder(), 'gone', 'out');
  await expect(makeRoot(disk, root)).rejects.toThrow(new Failure('failed', `${root} is gone`, 'Nothing was changed.'));
});

test('a root that came to nothing is dropped, but not with what someone put there', () => {
  const [empty, full] = [join(folder(), 'out'), join(folder(), 'out')];
  for (const root of [empty, full]) mkdirSync(root);
  writeFileSync(join(full, 'mine'), '');
  for (const root of [empty, full, join(full, 'none')]) dropRoot(disk, root);
  expect([existsSync(empty), existsSync(join(full, 'mine'))]).toEqual([false, true]);
});
