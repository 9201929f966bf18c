import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { digestFolder, digestOf } from '../../src/io/disk/digest.ts';
import { newReadBuffer } from '../../src/io/disk/read-file.ts';
import { nodeDisk, type ReadDisk } from '../../src/io/disk.ts';
import { readHead, readOnce, readPart } from '../../src/io/read.ts';
import type { WalkEntry } from '../../src/io/walk/look-at-name.ts';
import type { LoadMode } from '../../src/model/part.ts';
import { asNobody, fifo, tree } from '../support/real-tree.ts';
import { failingDisk } from './support/failing-disk.ts';

function entry(
  path: string,
  more: Partial<Pick<WalkEntry, 'type' | 'target'>> & { load?: LoadMode; passing?: true } = {},
): WalkEntry {
  const { type = 'file', target = type, load = 'whole', ...rest } = more;
  return { path, type, target, place: { type: 'part', scope: 's', id: 'x', role: 'note', load, ...rest } };
}

type Edges = ReturnType<NonNullable<ReadDisk['edges']>>;

const atOnce = async (): Promise<void> => undefined;

/** The real disk, on which `meddle` is called before each read of a file. */
function meddledDisk(meddle: (path: string, time: number) => void): ReadDisk {
  let time = 0;
  return failingDisk((call, path) => {
    if (call === 'read') meddle(path, time++);
    return null;
  });
}

/** The real disk, on which something happens each time right after a file was read whole. */
function changedDisk(change: () => void): ReadDisk {
  const disk = nodeDisk();
  return {
    ...disk,
    whole: (path, buffer) => {
      const whole = disk.whole?.(path, buffer);
      change();
      if (whole === undefined) throw new Error('this disk reads no whole files');
      return whole;
    },
  };
}

test('a part has its bytes, size, time and rights', async () => {
  const root = tree({ 'a/x.note': 'hello' });
  fs.chmodSync(join(root, 'a/x.note'), 0o640);
  fs.utimesSync(join(root, 'a/x.note'), 1_700_000_000.75, 1_700_000_000.75);
  const { part, finding } = await readPart(nodeDisk(), root, entry('a/x.note'));
  expect(finding).toBeNull();
  expect(part).toMatchObject({
    path: 'a/x.note',
    role: 'note',
    type: 'file',
    size: 5,
    mtime: 1_700_000_000,
    mode: 0o640,
  });
  expect(Buffer.from(part?.bytes ?? []).toString()).toBe('hello');
});

test('the print of a file is its sha256, whether it was loaded or not', async () => {
  const root = tree({ a: 'hello' });
  const sha = createHash('sha256').update('hello').digest('hex');
  for (const load of ['whole', 'name'] as const)
    expect((await readPart(nodeDisk(), root, entry('a', { load }))).part?.digest()).toBe(sha);
});

test('the print of a folder is that of all it holds', async () => {
  const root = tree({ 'lock/owner': 'pid', 'lock/deep/x': '' });
  const { part } = await readPart(nodeDisk(), root, entry('lock', { type: 'folder', load: 'name' }));
  expect(part?.bytes).toBeNull();
  expect(part?.digest()).toBe(digestFolder(nodeDisk(), join(root, 'lock')));
});

test('the print of what cannot be read matches nothing', async () => {
  const root = tree({ a: 'hello' });
  const disk = failingDisk((call) => (call === 'read' ? 'EIO' : null));
  expect((await readPart(disk, root, entry('a', { load: 'name' }))).part?.digest()).toBe('');
});

test('a part that is only named is not opened', async () => {
  const root = tree({ a: 'hello' });
  const disk = failingDisk((call) => (call === 'read' ? 'EIO' : null));
  expect(await readPart(disk, root, entry('a', { load: 'name' }))).toMatchObject({
    finding: null,
    part: { bytes: null, size: 5 },
  });
});

test('a followed link has the bytes and size of its target, and stays a link', async () => {
  const root = tree({ a: 'hello' });
  fs.symlinkSync('a', join(root, 'l'));
  const { part } = await readPart(nodeDisk(), root, entry('l', { type: 'link', target: 'file' }));
  expect(part).toMatchObject({ type: 'link', size: 5 });
  expect(Buffer.from(part?.bytes ?? []).toString()).toBe('hello');
});

test('a link that was not followed, a fifo and a folder have no bytes, and nothing is opened', async () => {
  const root = tree({ 'folder/': '' });
  fs.symlinkSync('/etc/hostname', join(root, 'out'));
  fifo(join(root, 'fifo'));
  const disk = failingDisk((call) => (call === 'read' ? 'EIO' : null));
  for (const [path, type] of [
    ['out', 'link'],
    ['fifo', 'other'],
    ['folder', 'folder'],
  ] as const)
    expect(await readPart(disk, root, entry(path, { type }))).toMatchObject({
      finding: null,
      part: { type, bytes: null },
    });
});

test('a file that changes while it is read is read again', async () => {
  const root = tree({ a: 'old' });
  const disk = meddledDisk((path, time) => {
    if (time < 2) fs.appendFileSync(path, '!');
  });
  const { part, finding } = await readPart(disk, root, entry('a'), atOnce);
  expect(finding).toBeNull();
  expect(Buffer.from(part?.bytes ?? []).toString()).toBe('old!!');
});

test('a file that is replaced by one of the same size while it is read is read again', async () => {
  const root = tree({ a: 'old', b: 'new' });
  fs.utimesSync(join(root, 'a'), 1_700_000_000, 1_700_000_000);
  fs.utimesSync(join(root, 'b'), 1_700_000_000, 1_700_000_000);
  const { whole: _, ...real } = nodeDisk();
  let replaced = false;
  const disk: ReadDisk = {
    ...real,
    read: (path, length) => {
      const bytes = real.read(path, length);
      if (!replaced) fs.renameSync(join(root, 'b'), join(root, 'a'));
      replaced = true;
      return bytes;
    },
  };
  const { part } = await readPart(disk, root, entry('a'), atOnce);
  expect(Buffer.from(part?.bytes ?? []).toString()).toBe('new');
});

test('a file that changes after it was opened is read again', async () => {
  const root = tree({ a: 'old', b: 'new' });
  for (const name of ['a', 'b']) fs.utimesSync(join(root, name), 1_700_000_000, 1_700_000_000);
  const changes = [
    () => fs.appendFileSync(join(root, 'a'), '!'),
    () => fs.truncateSync(join(root, 'a'), 2),
    () => fs.renameSync(join(root, 'b'), join(root, 'a')),
  ];
  const disk = changedDisk(() => changes.shift()?.());
  const { part, finding } = await readPart(disk, root, entry('a'), atOnce);
  expect([finding, Buffer.from(part?.bytes ?? []).toString(), changes]).toEqual([null, 'new', []]);
});

test('a file that became a link, a folder or nothing after it was opened is not judged by what was read', async () => {
  const places = ['link', 'folder', 'gone'] as const;
  for (const place of places) {
    const root = tree({ a: 'old', b: 'old' });
    const disk = changedDisk(() => {
      fs.rmSync(join(root, 'a'), { recursive: true, force: true });
      if (place === 'link') fs.symlinkSync('b', join(root, 'a'));
      if (place === 'folder') fs.mkdirSync(join(root, 'a'));
    });
    const { part, finding } = await readPart(disk, root, entry('a'), atOnce);
    expect([place, part?.bytes ?? null, finding?.code]).toEqual([place, null, place === 'gone' ? 'ST009' : 'ST007']);
  }
});

test('files are read into one room while it has the room, and then beside it', () => {
  const root = tree({ a: 'one', b: 'two', c: 'x'.repeat(100) });
  const buffer = newReadBuffer(false, 64);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => readOnce(nodeDisk(), root, entry(name), buffer)?.part?.bytes);
  expect([a, b, c].map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(['one', 'two', 'x'.repeat(100)]);
  expect([a?.buffer === b?.buffer, a?.buffer === c?.buffer]).toEqual([true, false]);
  buffer.clear();
  expect(readOnce(nodeDisk(), root, entry('b'), buffer)?.part?.bytes?.byteOffset).toBe(a?.byteOffset);
});

test('a small file of lines is read once into the room, and again once that is used for the next', () => {
  const root = tree({ a: 'one\n', b: 'two\n' });
  let reads = 0;
  const disk = nodeDisk();
  const counting: ReadDisk = {
    ...disk,
    edges: (...given) => {
      reads++;
      return disk.edges?.(...given) as Edges;
    },
  };
  const room = newReadBuffer(false, 64);
  const sourceOf = (name: string) => readOnce(counting, root, entry(name, { load: 'lines' }), room)?.part?.source;
  const a = sourceOf('a');
  const textOf = () => Buffer.from(a?.slice(0, 3) ?? []).toString();
  expect([a?.isInMemory, textOf(), textOf(), reads]).toEqual([true, 'one', 'one', 1]);
  const filled = Buffer.alloc(8);
  expect([Buffer.from(a?.fill?.(filled, 1) ?? []).toString(), reads]).toEqual(['ne\n', 1]);
  room.clear();
  sourceOf('b');
  expect([a?.isInMemory, textOf()]).toEqual([false, 'one']);
});

test('both ends of a large file of lines are read with one open, and are there until the room is used for the next', () => {
  const root = tree({ a: `first${'x'.repeat(2_000_000)}last` });
  const calls: string[] = [];
  const disk = nodeDisk();
  const counting: ReadDisk = {
    ...disk,
    edges: (...given) => {
      calls.push('edges');
      return disk.edges?.(...given) as Edges;
    },
    read: (...given) => {
      calls.push('read');
      return disk.read(...given);
    },
  };
  const room = newReadBuffer();
  const source = readOnce(counting, root, entry('a', { load: 'lines' }), room)?.part?.source;
  const textAt = (at: number, length: number) => Buffer.from(source?.slice(at, length) ?? []).toString();
  expect([textAt(0, 6), textAt(2_000_004, 99), textAt(2_000_009, 1), source?.isInMemory]).toEqual([
    'firstx',
    'xlast',
    '',
    false,
  ]);
  expect(calls).toEqual(['edges']);
  expect([textAt(0, 1 << 17).length, textAt(200_000, 3)]).toEqual([1 << 17, 'xxx']);
  room.clear();
  expect(textAt(2_000_004, 5)).toBe('xlast');
  expect(calls).toEqual(['edges', 'read', 'read', 'read']);
});

test.each([
  ['shrinks', (path: string) => fs.truncateSync(path, 1_800_000), 1_800_000],
  ['is written without growth', (path: string) => fs.utimesSync(path, 1, 1), 2_000_000],
])('a file of lines that %s while its ends are read is read again', (_, change, size) => {
  const root = tree({ a: 'x'.repeat(2_000_000) });
  const read = fs.readSync;
  const spy = vi.spyOn(fs, 'readSync').mockImplementationOnce((...given) => {
    change(join(root, 'a'));
    return read(...(given as Parameters<typeof read>));
  });
  const { part } = readOnce(nodeDisk(), root, entry('a', { load: 'lines' }), newReadBuffer()) ?? {};
  spy.mockRestore();
  expect(part?.source?.size).toBe(size);
  expect(Buffer.from(part?.source?.slice(size - 1, 9) ?? []).toString()).toBe('x');
});

test('a file of lines that grows while its ends are read is taken at the size that it had', () => {
  const root = tree({ a: `${'x'.repeat(1_800_000)}last` });
  const read = fs.readSync;
  const spy = vi.spyOn(fs, 'readSync').mockImplementationOnce((...given) => {
    fs.appendFileSync(join(root, 'a'), 'more');
    return read(...(given as Parameters<typeof read>));
  });
  const source = readOnce(nodeDisk(), root, entry('a', { load: 'lines' }), newReadBuffer())?.part?.source;
  spy.mockRestore();
  expect([source?.size, Buffer.from(source?.slice(1_800_000, 99) ?? []).toString()]).toEqual([1_800_004, 'last']);
});

test('a file of lines in the place of which a link was put meanwhile is not followed', () => {
  const root = tree({ a: 'one\n', b: 'two\n' });
  fs.rmSync(join(root, 'a'));
  fs.symlinkSync('b', join(root, 'a'));
  expect(readOnce(nodeDisk(), root, entry('a', { load: 'lines' }), newReadBuffer())).toBeNull();
});

test('a small file of lines that changes while it is read is read again', async () => {
  const root = tree({ a: 'old\n' });
  const disk = meddledDisk((path, time) => {
    if (time === 0) fs.writeFileSync(path, '');
  });
  const { part } = await readPart(disk, root, entry('a', { load: 'lines' }), atOnce);
  expect([part?.size, part?.source?.size]).toEqual([0, 0]);
});

test('a file that never holds still is unjudged, after a few tries', async () => {
  const root = tree({ a: '' });
  let reads = 0;
  const disk = meddledDisk((path) => {
    reads++;
    fs.appendFileSync(path, '!');
  });
  const { part, finding } = await readPart(disk, root, entry('a'), atOnce);
  expect(finding).toMatchObject({ code: 'ST007', id: 'x', path: 'a' });
  expect(part?.bytes).toBeNull();
  expect(reads).toBe(5);
});

test.each([
  ['EACCES', 'ST001', 'cannot be read: permission denied'],
  ['EIO', 'ST001', 'cannot be read: the device reports an error'],
  ['EXYZ', 'ST001', 'cannot be read: the system says EXYZ'],
])('%s while reading is %s', async (error, code, detail) => {
  const root = tree({ a: 'hello' });
  const disk = failingDisk((call) => (call === 'read' ? error : null));
  const { part, finding } = await readPart(disk, root, entry('a'));
  expect(finding).toMatchObject({ code, detail, id: 'x', path: 'a' });
  expect(part).toMatchObject({ bytes: null, size: 5 });
});

test('a file without the right to read it is unjudged', async () => {
  const root = tree({ a: 'hello' });
  fs.chmodSync(root, 0o755);
  fs.chmodSync(join(root, 'a'), 0);
  const { finding } = await asNobody(() => readPart(nodeDisk(), root, entry('a')));
  expect(finding).toMatchObject({ code: 'ST001' });
});

test('a file that vanished is told when it was to be judged, and only left out when not', async () => {
  const root = tree();
  expect(await readPart(nodeDisk(), root, entry('a'))).toMatchObject({ part: null, finding: { code: 'ST009' } });
  expect(await readPart(nodeDisk(), root, entry('a', { load: 'name' }))).toEqual({ part: null, finding: null });
});

test('a temporary file of a program at work that vanished before it was read is not a failure, however it is read', async () => {
  const root = tree();
  for (const load of ['whole', 'head', 'lines'] as const)
    expect(await readPart(nodeDisk(), root, entry('a', { load, passing: true }))).toEqual({
      part: null,
      finding: null,
    });
});

test('a file of more than 2 GiB is unjudged and not read', async () => {
  const root = tree({ a: '' });
  fs.truncateSync(join(root, 'a'), 2 ** 31 + 1);
  const disk = failingDisk((call) => (call === 'read' ? 'EIO' : null));
  const { part, finding } = await readPart(disk, root, entry('a'));
  expect(finding).toMatchObject({ code: 'ST008' });
  expect(part).toMatchObject({ bytes: null, size: 2 ** 31 + 1 });
});

test('a head is the first bytes, or nothing where they cannot be had', () => {
  const root = tree({ a: 'hello' });
  expect(Buffer.from(readHead(nodeDisk(), root, entry('a'), new Uint8Array(4)) ?? []).toString()).toBe('hell');
  expect(readHead(nodeDisk(), root, entry('gone'), new Uint8Array(4))).toBeNull();
  expect(readHead(nodeDisk(), root, entry('a', { type: 'link' }), new Uint8Array(4))).toBeNull();
});

test('of a file that only its beginning is asked of, no more is held, and its print is still that of all of it', async () => {
  const root = tree({ a: 'x'.repeat(10_000) });
  const { part } = await readPart(nodeDisk(), root, entry('a', { load: 'head' }));
  expect([part?.bytes?.length, part?.size]).toEqual([4096, 10_000]);
  expect(part?.digest()).toBe(digestOf(fs.readFileSync(join(root, 'a'))));
});
