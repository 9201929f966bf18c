import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../../src/io/disk.ts';
import { storeAround, truePath } from '../../../src/ops/sites/store-around.ts';
import { KINDS } from '../../../src/stores/registry.ts';
import { tree } from '../../support/real-tree.ts';

/** The real disk as one that minds no case would answer, but for the case of `realpath`, which stays as it was asked for. */
function caselessDisk(): ReadDisk {
  const disk = nodeDisk();
  const there = (path: string): string => {
    if (dirname(path) === path) return path;
    const above = there(dirname(path));
    const name = path.slice(path.lastIndexOf('/') + 1);
    const names = disk.list(above).map((each) => each.name ?? '');
    return join(above, names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name);
  };
  return {
    ...disk,
    list: (path) => disk.list(there(path)),
    lstat: (path) => disk.lstat(there(path)),
    stat: (path) => disk.stat(there(path)),
    read: (path, length, at) => disk.read(there(path), length, at),
    realpath: (path) => {
      disk.realpath(there(path));
      return path;
    },
  };
}

test('a store is known by another case of its name, where that leads there', () => {
  const root = tree();
  cpSync('fixtures/demo/fnord', join(root, '.fnord'), { recursive: true });
  cpSync('fixtures/demo/tenex', join(root, 'x/.tenex'), { recursive: true });
  const whose = (disk: ReadDisk, name: string) => {
    const path = truePath(disk, join(root, name));
    return storeAround({ disk, kinds: KINDS, sites: [] }, null, { path, type: 'file' });
  };
  for (const name of [
    '.FNORD/new.json',
    '.Fnord/Projects/Orchard/CONVERSATIONS/new.json',
    'X/.TENEX/Conversations/new.json',
  ]) {
    expect(whose(caselessDisk(), name), name).toMatch(/^is in the \w+ store /);
    expect(whose(nodeDisk(), name), name).toBeNull();
  }
  expect(truePath(caselessDisk(), join(root, '.FNORD/Projects/NEW.json'))).toBe(join(root, '.fnord/projects/NEW.json'));
});

test('the folders above a path are listed only where another case may be meant', () => {
  const root = tree({ 'café/Notes/x.json': '{}', 'notes/X': '' });
  const listed: string[] = [];
  const disk = nodeDisk();
  const list = (path: string) => {
    listed.push(path);
    return disk.list(path);
  };
  for (const path of [join(root, 'café/Notes/x.json'), join(root, 'notes/X')])
    expect(truePath({ ...disk, list }, path)).toBe(path);
  expect(listed).toEqual([root]);
});

test('a folder with many names costs a look at them once, not at each', () => {
  const root = tree({ '.fnord/projects/p/conversations/': '' });
  const folder = join(root, 'many/projects');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < 3000; n++) mkdirSync(join(folder, `p${n}`));
  const disk = nodeDisk();
  const calls = { list: 0, read: 0 };
  const counted: ReadDisk = {
    ...disk,
    list: (path) => {
      calls.list++;
      return disk.list(path);
    },
    read: (path, length, at) => {
      calls.read++;
      return disk.read(path, length, at);
    },
  };
  const path = join(folder, 'p7/out.json');
  expect(storeAround({ disk: counted, kinds: KINDS, sites: [] }, null, { path, type: 'file' })).toBeNull();
  expect(readdirSync(folder)).toHaveLength(3000);
  expect(calls.list).toBeLessThan(2000);
  expect(calls.read).toBe(0);
});
