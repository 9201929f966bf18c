import { expect, test } from 'vitest';
import { journalOf } from '../../src/io/journal/journal.ts';
import { ownerLocks } from '../../src/io/owner-lock.ts';
import { faultyDisk } from '../support/faulty-disk.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { clock, ROOT, RUN, worldOf } from '../support/small-store.ts';

const LOCK = { path: 'c/a.json.lock', staleAfter: 120 };
const journal = journalOf(ROOT, RUN);

function lockDisk(): ModelDisk {
  const disk = new ModelDisk(clock);
  for (const folder of ['', '/c', '/.convo', '/.convo/runs', `/.convo/runs/${RUN}`])
    disk.mkdir(`${ROOT}${folder}`, 0o755);
  return disk;
}

const names = (disk: ModelDisk) => disk.list(`${ROOT}/c`).map(({ name }) => name);

function leave(disk: ModelDisk, text: string): void {
  disk.mkdir(`${ROOT}/${LOCK.path}`, 0o755);
  const file = disk.create(`${ROOT}/${LOCK.path}/owner`, 0o644);
  disk.write(file, Buffer.from(text));
  disk.close(file);
}

test('a lock is a folder with a signed owner, and gone without a trace once it is closed', async () => {
  const disk = lockDisk();
  const locks = ownerLocks(worldOf(disk, 1), journal);
  for (const number of [0, 1, 2, 3, 4, 5]) {
    const release = await locks.take(LOCK, number);
    expect(disk.lstat(`${ROOT}/${LOCK.path}`).type).toBe('folder');
    const owner = Buffer.from(disk.read(`${ROOT}/${LOCK.path}/owner`)).toString();
    expect(owner).toMatch(/^os_pid: 1\nat: \d{4}-\S+Z\nconvo: 20261121T051137Z-4f2a\n$/);
    release();
    expect(names(disk)).toEqual([]);
  }
  await locks.close();
  expect(disk.list(journal.folder)).toEqual([]);
});

test('a lock that its owner holds is waited for, then the Change is refused and the lock stays', async () => {
  const disk = lockDisk();
  leave(disk, 'os_pid: 4711\n');
  const locks = ownerLocks(worldOf(disk, 1), journal);
  await expect(locks.take(LOCK, 0)).rejects.toThrow(
    /^is locked by the program that owns it \(\/.*\): try again when it has saved$/,
  );
  expect(Buffer.from(disk.read(`${ROOT}/${LOCK.path}/owner`)).toString()).toBe('os_pid: 4711\n');
});

test('a lock that is let go of while we wait is ours', async () => {
  const disk = lockDisk();
  leave(disk, 'os_pid: 4711\n');
  let naps = 0;
  const sleep = async () => {
    if (++naps === 3) disk.rename(`${ROOT}/${LOCK.path}`, `${ROOT}/gone`);
  };
  const release = await ownerLocks({ ...worldOf(disk, 1), sleep }, journal).take(LOCK, 0);
  release();
  expect([naps, names(disk)]).toEqual([3, []]);
});

test('a lock older than two minutes is taken over in the way of its owner', async () => {
  const disk = lockDisk();
  leave(disk, 'os_pid: 4711\n');
  const release = await ownerLocks(worldOf(disk, 2), journal).take(LOCK, 0);
  expect(names(disk)).toEqual(['a.json.lock']);
  expect(Buffer.from(disk.read(`${ROOT}/${LOCK.path}/owner`)).toString()).toMatch(/^os_pid: 2\n/);
  release();
  expect(names(disk)).toEqual([]);
});

test('leftovers of a killed holder of the same run are cleared at once, those of another one are not', () => {
  const disk = lockDisk();
  const locks = ownerLocks(worldOf(disk, 1), journal);
  leave(disk, `os_pid: 1\nat: x\nconvo: ${RUN}\n`);
  locks.clear(LOCK, 0);
  expect(names(disk)).toEqual([]);
  leave(disk, 'os_pid: 4711\n');
  locks.clear(LOCK, 0);
  expect(names(disk)).toEqual(['a.json.lock']);
});

test('a lock that was taken over from us is not ours to release', async () => {
  const disk = lockDisk();
  const release = await ownerLocks(worldOf(disk, 1), journal).take(LOCK, 0);
  disk.rename(`${ROOT}/${LOCK.path}`, `${ROOT}/stale`);
  leave(disk, 'os_pid: 4711\n');
  release();
  expect(names(disk)).toEqual(['a.json.lock']);
});

test('a lock that a kill left at any call of taking it is cleared at once by the next process, signed or not', async () => {
  const counted = faultyDisk(lockDisk(), -1, 'halt');
  await ownerLocks(worldOf(counted.disk, 1), journal).take(LOCK, 7);
  const unsigned: number[] = [];
  for (let at = 0; at < counted.calls(); at++) {
    const disk = lockDisk();
    const { disk: struck } = faultyDisk(disk, at, 'halt');
    await expect(ownerLocks(worldOf(struck, 1), journal).take(LOCK, 7)).rejects.toThrow();
    if (names(disk).length > 0 && disk.list(`${ROOT}/${LOCK.path}`).length === 0) unsigned.push(at);
    const next = ownerLocks(worldOf(disk, 2, 0), journal);
    next.clear(LOCK, 7);
    await next.close();
    expect([at, names(disk), disk.list(journal.folder)]).toEqual([at, [], []]);
  }
  expect(unsigned.length).toBeGreaterThan(0);
});

test('an empty lock that this run did not mean to take is left to its owner', () => {
  const disk = lockDisk();
  disk.mkdir(`${ROOT}/${LOCK.path}`, 0o755);
  ownerLocks(worldOf(disk, 2, 0), journal).clear(LOCK, 7);
  expect(names(disk)).toEqual(['a.json.lock']);
});

test('an intention of a Change that a pass did not reach is still there for the next one', async () => {
  const disk = lockDisk();
  const counted = faultyDisk(lockDisk(), -1, 'halt');
  await ownerLocks(worldOf(counted.disk, 1), journal).take(LOCK, 7);
  const at = counted.names.findIndex((name) => name.startsWith('link ') && name.endsWith('/owner'));
  await expect(ownerLocks(worldOf(faultyDisk(disk, at, 'halt').disk, 1), journal).take(LOCK, 7)).rejects.toThrow();
  const stopped = ownerLocks(worldOf(disk, 2, 0), journal);
  (await stopped.take({ ...LOCK, path: 'c/b.json.lock' }, 3))();
  await stopped.close();
  expect(names(disk)).toEqual(['a.json.lock']);
  ownerLocks(worldOf(disk, 3, 0), journal).clear(LOCK, 7);
  expect(names(disk)).toEqual([]);
});
