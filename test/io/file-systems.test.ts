import { describe, expect, test } from 'vitest';
import { apply } from '../../src/io/apply.ts';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { dropRuns } from '../../src/io/journal/runs.ts';
import { undo } from '../../src/io/undo.ts';
import { createText, headerOf } from '../support/changes.ts';
import { fault, type ModelDisk } from '../support/model-disk.ts';
import { applySmall, CHANGES, freshStore, ROOT, RUN, recover, worldOf } from '../support/small-store.ts';
import { treeOf } from '../support/store-tree.ts';

/** A disk of which some calls behave otherwise. */
function bent(disk: WriteDisk, calls: Partial<WriteDisk>): WriteDisk {
  return new Proxy(disk, {
    get: (target, key) => {
      const call: unknown = Reflect.get(calls, key) ?? Reflect.get(target, key);
      return typeof call === 'function' ? call.bind(target) : call;
    },
  });
}

const isAcross = (a: string, b: string) =>
  a.includes('/kept') !== b.includes('/kept') || a.includes('/undone') !== b.includes('/undone');

test('originals, whole folders too, are copied where the journal lies on another file system, and come back with mode and time', async () => {
  const disk = await freshStore();
  const before = treeOf(disk, ROOT, true);
  const away = (call: (from: string, to: string) => void) => (from: string, to: string) => {
    if (isAcross(from, to)) throw fault('EXDEV', from);
    call(from, to);
  };
  const split = bent(disk, {
    link: away((from, to) => disk.link(from, to)),
    rename: away((from, to) => disk.rename(from, to)),
    lstat: (path) => ({ ...disk.lstat(path), dev: path.includes('/kept') || path.includes('/undone') ? 2 : 1 }),
  });
  expect(await applySmall(split)).toMatchObject({ state: 'done', changed: 15 });
  expect(await recover('undo', split)).toMatchObject({ state: 'undone', failed: 0 });
  expect(treeOf(disk, ROOT, true)).toEqual(before);
});

test('where the file system makes no links at all, everything is done by copies', async () => {
  const disk = await freshStore();
  const before = treeOf(disk, ROOT, true);
  const plain = bent(disk, {
    link: (from: string) => {
      throw fault('EPERM', from);
    },
  });
  expect(await applySmall(plain)).toMatchObject({ state: 'done', changed: 15 });
  expect(await recover('undo', plain)).toMatchObject({ state: 'undone', changed: 15 });
  expect(treeOf(disk, ROOT, true)).toEqual(before);
});

test('a full disk stops the run where it is and says so; with room again it is resumed', async () => {
  const disk = await freshStore();
  let writes = 4;
  const full = bent(disk, {
    write: (file: number, bytes: Uint8Array) => {
      if (writes-- > 0) return disk.write(file, bytes);
      throw fault('ENOSPC', 'write');
    },
  });
  const result = await applySmall(full);
  expect(result).toMatchObject({
    state: 'cut',
    stopped: { by: 'disk', reason: expect.stringContaining('the disk is full') },
  });
  expect(await recover('resume', disk)).toMatchObject({ state: 'done', changed: 15 });
});

test('a journal that cannot be made is a failure, and nothing is changed', async () => {
  const disk = await freshStore();
  const before = treeOf(disk, ROOT, true);
  const readOnly = bent(disk, {
    mkdir: (path: string) => {
      throw fault('EROFS', path);
    },
  });
  await expect(applySmall(readOnly)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('read-only'),
  });
  expect(treeOf(disk, ROOT, true)).toEqual(before);
});

test('an interruption stops between two Changes; what was made stays made, and can be resumed or undone', async () => {
  const disk = await freshStore();
  const before = treeOf(disk, ROOT, true);
  let landed = 0;
  const order = {
    run: '20261121T051137Z-4f2a',
    header: headerOf(ROOT),
    changes: ['n1', 'n2', 'n3', 'n4'].map((name) => createText(name, name)),
    report: () => {
      landed += 1;
    },
    inFlight: 1,
  };
  const world = { ...worldOf(disk, 1), interrupted: () => landed >= 2 };
  expect(await apply(world, order)).toMatchObject({ state: 'cut', changed: 2, stopped: { by: 'interrupted' } });
  expect(Object.keys(treeOf(disk, ROOT, false)).filter((path) => path.startsWith('n'))).toEqual(['n1', 'n2']);
  await expect(apply(worldOf(disk, 2), { ...order, run: '20261121T051138Z-0000' })).rejects.toMatchObject({
    code: 'refused',
  });
  const other = disk.copy();
  expect(await recover('resume', other)).toMatchObject({ state: 'done', changed: 4 });
  expect(await recover('undo', disk)).toMatchObject({ state: 'undone' });
  expect(treeOf(disk, ROOT, true)).toEqual(before);
});

describe('runs are pruned on a full disk, to free it', () => {
  /** A disk without room until a file of a run is deleted; `seen` gets the lock each time. */
  function fullDisk(disk: ModelDisk, seen: (lock: string) => void): WriteDisk {
    let isFull = true;
    return bent(disk, {
      write: (file: number, bytes: Uint8Array) => {
        if (isFull) throw fault('ENOSPC', 'write');
        return disk.write(file, bytes);
      },
      unlink: (path: string) => {
        if (path.includes('/runs/')) {
          seen(Buffer.from(disk.read(`${ROOT}/.convo/lock`)).toString());
          isFull = false;
        }
        disk.unlink(path);
      },
    });
  }

  test.each(['recorded', 'not recorded, as by earlier versions'])('whose order is %s', async (how) => {
    const disk = await freshStore();
    await applySmall(disk);
    if (how !== 'recorded') disk.unlink(`${ROOT}/.convo/order`);
    const locks: string[] = [];
    const full = fullDisk(disk, (lock) => locks.push(lock));
    expect(await dropRuns(worldOf(full, 2), ROOT, () => true, 'token')).toMatchObject([{ id: RUN }]);
    // Held from the first moment, though it can name nobody yet.
    expect(locks[0]).toBe('');
    expect(disk.list(`${ROOT}/.convo/runs`)).toEqual([]);
    expect(disk.list(`${ROOT}/.convo`).map(({ name }) => name)).not.toContain('lock');
    expect(Buffer.from(disk.read(`${ROOT}/.convo/order`)).toString()).toBe(`1 ${RUN}\n`);
  });

  test('under a lock that names its process as soon as there is room', async () => {
    const disk = await freshStore();
    await applySmall(disk);
    const second = '20261121T061137Z-4f2b';
    await undo(worldOf(disk, 2), { root: ROOT, run: RUN });
    await apply(worldOf(disk, 3), { run: second, header: headerOf(ROOT), changes: CHANGES });
    const locks: string[] = [];
    const full = fullDisk(disk, (lock) => locks.push(lock));
    expect(await dropRuns(worldOf(full, 4), ROOT, () => true, 'token')).toHaveLength(2);
    expect(locks.at(-1)).toContain('"pid":4');
  });

  test('and one that is full all the same is named', async () => {
    const disk = await freshStore();
    await applySmall(disk);
    disk.unlink(`${ROOT}/.convo/order`);
    const full = bent(disk, {
      write: () => {
        throw fault('ENOSPC', 'write');
      },
    });
    await expect(dropRuns(worldOf(full, 2), ROOT, () => true, 'token')).rejects.toMatchObject({
      code: 'failed',
      message: `${ROOT}/.convo/order could not be written: the disk is full`,
    });
    expect(disk.list(`${ROOT}/.convo/runs`)).toEqual([]);
  });
});
