import fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '../../src/io/disk/read-file.ts';
import { nodeDisk, userId } from '../../src/io/disk.ts';
import { memoryLeft } from '../../src/io/tuning.ts';
import { asNobody, fifo, tree } from '../support/real-tree.ts';
import { isThorough } from '../support/sampling.ts';

const disk = nodeDisk();

function openFiles(): number {
  return fs.readdirSync('/dev/fd').length;
}

function codeFrom(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  return 'nothing thrown';
}

test('a file is read whole, byte for byte', () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 31) % 256));
  const root = tree({ a: '' });
  fs.writeFileSync(join(root, 'a'), bytes);
  expect(Buffer.from(disk.read(join(root, 'a'))).equals(bytes)).toBe(true);
});

test('an empty file has no bytes', () => {
  expect(disk.read(join(tree({ a: '' }), 'a'))).toHaveLength(0);
});

test('a file whose stated size is zero is read to its end', () => {
  expect(Buffer.from(disk.read('/proc/self/status')).toString()).toMatch(/^Name:.*VmRSS:/s);
});

test('a user whom the system has no name for is the one whose process this is, and not the root whose link /proc/self is', () => {
  const nameless = () => {
    throw new Error('ENOENT');
  };
  const owners = { statSync: () => ({ uid: 12_346 }), lstatSync: () => ({ uid: 0 }) };
  expect(userId(nameless, owners as unknown as typeof fs)).toBe(12_346);
  expect(userId(() => ({ uid: 7 }), owners as unknown as typeof fs)).toBe(7);
});

test('only as many first bytes are read as were asked for', () => {
  const root = tree({ a: 'abcdef' });
  expect(Buffer.from(disk.read(join(root, 'a'), 4)).toString()).toBe('abcd');
  expect(Buffer.from(disk.read(join(root, 'a'), 400)).toString()).toBe('abcdef');
});

test('the memory that is free is that of the machine, or what the limit of a container leaves of it', () => {
  const files = (limit: string) => (path: string) => (path.endsWith('.max') ? limit : 'file 7\nanon 300\nkernel 9\n');
  expect(memoryLeft(() => 900, files('1000\n'))).toBe(700);
  expect(memoryLeft(() => 500, files('1000\n'))).toBe(500);
  expect(memoryLeft(() => 900, files('max\n'))).toBe(900);
  expect(
    memoryLeft(
      () => 900,
      () => null,
    ),
  ).toBe(900);
});

test('a file that does not fit into the free memory is refused, and a range of it is read', () => {
  const path = join(tree({ a: 'abcdef' }), 'a');
  fs.truncateSync(path, 100_000_000);
  const little = () => 90_000_000;
  expect(codeFrom(() => readFile(path, Number.POSITIVE_INFINITY, 0, little))).toBe('ENOMEM');
  expect(Buffer.from(readFile(path, 6, 0, little)).toString()).toBe('abcdef');
});

test.runIf(isThorough)('a large file that nobody uses any more is freed before the next one is read', () => {
  const path = join(tree({ a: 'abcdef' }), 'a');
  const size = 70_000_000;
  fs.truncateSync(path, size);
  const before = process.memoryUsage().arrayBuffers;
  const held = () => Math.floor((process.memoryUsage().arrayBuffers - before) / size);
  for (let n = 0; n < 2; n++) readFile(path);
  expect(held()).toBeLessThanOrEqual(1);
});

test('a fifo is refused and never waited for', async () => {
  const root = tree();
  fifo(join(root, 'x.json'));
  expect(codeFrom(() => disk.read(join(root, 'x.json')))).toBe('ENOTFILE');
});

test('a folder and a device are refused', () => {
  expect(codeFrom(() => disk.read(tree()))).toBe('EISDIR');
  expect(codeFrom(() => disk.read('/dev/null'))).toBe('ENOTFILE');
});

test('a file of more than 2 GiB is refused, but its beginning can be read', () => {
  const path = join(tree({ big: '{}' }), 'big');
  fs.truncateSync(path, 2 ** 31 + 1);
  expect(codeFrom(() => disk.read(path))).toBe('EFBIG');
  expect(Buffer.from(disk.read(path, 2)).toString()).toBe('{}');
});

test('no file stays open, whether a read works or not', async () => {
  const root = tree({ a: 'a', 'folder/b': 'b' });
  fifo(join(root, 'fifo'));
  const before = openFiles();
  for (const name of ['a', 'folder', 'fifo', 'missing']) codeFrom(() => disk.read(join(root, name)));
  expect(openFiles()).toBe(before);
});

test('a path that may not be read says so', async () => {
  const root = tree({ secret: 'x', 'closed/inner': 'y' });
  fs.chmodSync(root, 0o755);
  fs.chmodSync(join(root, 'secret'), 0);
  fs.chmodSync(join(root, 'closed'), 0);
  expect(await asNobody(() => codeFrom(() => disk.read(join(root, 'secret'))))).toBe('EACCES');
  expect(await asNobody(() => codeFrom(() => disk.list(join(root, 'closed'))))).toBe('EACCES');
});

test('names come sorted by their bytes, with their types', async () => {
  const root = tree({ 'b/': '', a: '', ä: '', '\u{1F600}': '', '\uFF5E': '' });
  fs.symlinkSync('a', join(root, 'c'));
  fifo(join(root, 'd'));
  expect(disk.list(root).map(({ name, type }) => `${name} ${type}`)).toEqual([
    'a file',
    'b folder',
    'c link',
    'd other',
    'ä file',
    '\uFF5E file',
    '\u{1F600} file',
  ]);
});

test('the bytes of a name are those on disk', () => {
  const [name] = disk.list(tree({ ä: '' }));
  expect([...(name?.raw ?? [])]).toEqual([0xc3, 0xa4]);
});

test('a name that is not UTF-8 has no name but its bytes, and a real U+FFFD is a name', () => {
  const root = tree({ '\uFFFD': '', a: '' });
  fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), '');
  const names = disk.list(root);
  expect(names.map(({ name }) => name)).toEqual(['a', null, '\uFFFD']);
  expect([...(names[1]?.raw ?? [])]).toEqual([0x63, 0x61, 0x66, 0xe9]);
});

test('lstat tells a link from what it leads to, stat follows it', async () => {
  const root = tree({ a: 'abc' });
  fs.symlinkSync('a', join(root, 'l'));
  expect(disk.lstat(join(root, 'l')).type).toBe('link');
  expect(disk.stat(join(root, 'l'))).toMatchObject({ type: 'file', size: 3 });
  expect(disk.readlink(join(root, 'l'))).toBe('a');
  expect(disk.realpath(join(root, 'l'))).toBe(join(root, 'a'));
});

test('a socket is neither file nor folder', async () => {
  const path = join(tree(), 's.json');
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  expect(disk.lstat(path).type).toBe('other');
  expect(codeFrom(() => disk.read(path))).toBe('ENOTFILE');
  await new Promise((resolve) => server.close(resolve));
});
