import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { glob } from '../../../src/io/walk/glob.ts';
import { asNobody, tree } from '../../support/real-tree.ts';

test('a pattern names files, folders and links, sorted', async () => {
  const root = tree({ 'b/': '', a: '', '.hidden': '' });
  fs.symlinkSync('a', join(root, 'c'));
  expect(await glob('*', root)).toEqual({
    paths: ['a', 'b', 'c'].map((name) => join(root, name)),
    unreadablePaths: [],
  });
  expect((await glob('.*', root)).paths).toEqual([join(root, '.hidden')]);
});

test('links are not walked through, so that a circle ends', async () => {
  const root = tree({ 'a/x': '' });
  fs.symlinkSync('..', join(root, 'a/up'));
  expect((await glob('**/x', root)).paths).toEqual([join(root, 'a/x')]);
});

test('a folder that may not be read is named, and the others are still matched', async () => {
  const root = tree({ 'a/x': '', 'b/x': '', 'c/x': '' });
  fs.chmodSync(root, 0o755);
  fs.chmodSync(join(root, 'b'), 0);
  const globbed = await asNobody(() => glob('*/x', root));
  expect(globbed).toEqual({
    paths: [join(root, 'a/x'), join(root, 'c/x')],
    unreadablePaths: [{ path: join(root, 'b'), reason: 'permission denied' }],
  });
});

test('a pattern below a folder that does not exist matches nothing', async () => {
  expect(await glob('gone/*', tree())).toEqual({ paths: [], unreadablePaths: [] });
});
