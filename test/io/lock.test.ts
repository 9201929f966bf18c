import { expect, test } from 'vitest';
import { writeFile } from '../../src/io/disk/write-file.ts';
import { clearDead, isBusy, withLock } from '../../src/io/lock.ts';
import type { World } from '../../src/io/world.ts';
import { ModelDisk } from '../support/model-disk.ts';
import { clock, worldOf } from '../support/small-store.ts';

const LOCK = '/r/.convo/lock';

function rootDisk(): ModelDisk {
  const disk = new ModelDisk(clock);
  for (const folder of ['/r', '/r/.convo']) disk.mkdir(folder, 0o755);
  return disk;
}

/** Leaves the lock as a process on that host would that was killed while it held it. */
async function leaveLock(disk: ModelDisk, pid: number, host: string): Promise<void> {
  const world = { ...worldOf(disk, pid), self: { pid, host, alive: () => true } };
  await withLock(world, '/r', `run-${pid}`, async () => disk.link(LOCK, '/r/left'));
  disk.rename('/r/left', LOCK);
}

const names = (disk: ModelDisk) => disk.list('/r/.convo').map(({ name }) => name);

test('the lock is held while it is used, and nothing is left of it', async () => {
  const disk = rootDisk();
  const seen = await withLock(worldOf(disk, 1), '/r', 'run', async () => names(disk));
  expect(seen).toEqual(['lock']);
  expect(names(disk)).toEqual([]);
});

test('the lock is given back when its use fails', async () => {
  const disk = rootDisk();
  await expect(withLock(worldOf(disk, 1), '/r', 'run', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(names(disk)).toEqual([]);
});

test('a lock that is held is waited for, then refused with the name of its holder', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 7, 'here');
  const world: World = { ...worldOf(disk, 8), self: { pid: 8, host: 'here', alive: () => true } };
  await expect(withLock(world, '/r', 'run', async () => 1)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/^\/r is being changed by process 7 on here since \d{4}-/),
  });
  expect(names(disk)).toEqual(['lock']);
});

test('the lock of a dead process on this host is taken over, that of one on another host is not', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 7, 'here');
  expect(await withLock(worldOf(disk, 8), '/r', 'run', async () => names(disk))).toEqual(['lock']);
  await leaveLock(disk, 7, 'elsewhere');
  await expect(withLock(worldOf(disk, 8), '/r', 'run', async () => 1)).rejects.toMatchObject({ code: 'refused' });
});

/** Leaves the lock, and a file on the way to it, as processes on that host would that were killed. */
async function leaveBoth(disk: ModelDisk, host: string): Promise<void> {
  await leaveLock(disk, 7, host);
  disk.link(LOCK, `${LOCK}.run-7`);
}

test('leftovers of dead processes on their way to the lock go with its next use, those of others stay', async () => {
  const disk = rootDisk();
  await leaveBoth(disk, 'here');
  disk.link(LOCK, `${LOCK}ed`);
  expect(await withLock(worldOf(disk, 8), '/r', 'run', async () => names(disk))).toEqual(['lock', 'locked']);
  await leaveBoth(disk, 'elsewhere');
  disk.unlink(LOCK);
  await withLock(worldOf(disk, 8), '/r', 'run', async () => {});
  expect(names(disk)).toEqual(['lock.run-7', 'locked']);
});

test('locks of dead processes are cleared without a run, those of others stay', async () => {
  const disk = rootDisk();
  await leaveBoth(disk, 'here');
  await clearDead(worldOf(disk, 8), '/r', 'run');
  expect(names(disk)).toEqual([]);
  await leaveBoth(disk, 'elsewhere');
  await clearDead(worldOf(disk, 8), '/r', 'run');
  expect(names(disk)).toEqual(['lock', 'lock.run-7']);
  await clearDead(worldOf(disk, 8), '/nothing', 'run');
});

test('a lock that another one has in the place of ours stays when ours is given back', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 7, 'elsewhere');
  disk.rename(LOCK, '/r/other');
  await withLock(worldOf(disk, 8), '/r', 'run', async () => {
    disk.unlink(LOCK);
    disk.rename('/r/other', LOCK);
  });
  expect(JSON.parse(Buffer.from(disk.read(LOCK)).toString())).toMatchObject({ pid: 7, host: 'elsewhere' });
});

test('of two who take over a lock in the same moment, the one whose lock is gone is refused', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 9, 'elsewhere');
  disk.rename(LOCK, '/r/other');
  await leaveLock(disk, 7, 'here');
  const world = worldOf(disk, 8);
  const sleep = async () => disk.rename('/r/other', LOCK);
  await expect(withLock({ ...world, sleep }, '/r', 'run', async () => 1)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('process 9 on elsewhere'),
  });
  expect(names(disk)).toEqual(['lock']);
});

test.each(['', '{"pid":', 'garbage\u001b[2J'])(
  'a lock that holds %j names nobody, and is refused with the way out',
  async (text) => {
    const disk = rootDisk();
    await writeFile(disk, LOCK, Buffer.from(text), { mode: 0o600 });
    let slept = 0;
    const sleep = async (ms: number) => {
      slept += ms;
    };
    await expect(withLock({ ...worldOf(disk, 8), sleep }, '/r', 'run', async () => 1)).rejects.toMatchObject({
      code: 'refused',
      message: '/r/.convo/lock is a lock that does not say which process holds it',
      hint: 'If no convo is at work on this store, delete that file and try again.',
    });
    expect(slept).toBe(500);
    expect(names(disk)).toEqual(['lock']);
  },
);

test('a takeover that was itself cut off holds up the next one for seconds only', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 7, 'here');
  disk.mkdir(`${LOCK}.takeover`, 0o700);
  expect(await withLock(worldOf(disk, 8), '/r', 'run', async () => 'in')).toBe('in');
  expect(names(disk)).toEqual([]);
});

test.each([
  ['a minute ago', 60_000, true],
  ['a minute ahead, as where the clock was set back', -60_000, true],
  ['just now', 10, false],
])('a takeover without a name that began %s is cleared if it is old: %s', async (_, ago, isTaken) => {
  const disk = rootDisk();
  await leaveLock(disk, 7, 'here');
  disk.mkdir(`${LOCK}.takeover`, 0o700);
  const now = disk.lstat(`${LOCK}.takeover`).mtimeMs + ago;
  const taking = withLock({ ...worldOf(disk, 8), now: () => now }, '/r', 'run', async () => 'in');
  if (isTaken) expect(await taking).toBe('in');
  else await expect(taking).rejects.toMatchObject({ code: 'refused' });
});

test('of many who find a dead owner, each has the lock for itself', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 99, 'here');
  let inside = 0;
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  const one = (pid: number) => {
    const world = {
      ...worldOf(disk, pid),
      sleep: turn,
      self: { pid, host: 'here', alive: (other: number) => other !== 99 },
    };
    return withLock(world, '/r', `run-${pid}`, async () => {
      inside += 1;
      expect(inside).toBe(1);
      await turn();
      inside -= 1;
      return pid;
    });
  };
  const all = Promise.all([1, 2, 3, 4, 5].map(one));
  const ends = all.then(() => true);
  for (let isOver = false; !isOver; isOver = await Promise.race([ends, Promise.resolve(false)])) {
    for (const wake of waiting.splice(0)) wake();
    await new Promise(setImmediate);
  }
  expect(await all).toEqual([1, 2, 3, 4, 5]);
});

test('a lock whose id another process has got by now is taken over, one whose process runs is not', async () => {
  const births = new Map([[7, 'boot:1']]);
  const as = (disk: ModelDisk, pid: number): World => ({
    ...worldOf(disk, pid),
    self: {
      pid,
      host: 'here',
      birth: births.get(pid) ?? 'boot:9',
      alive: (other, _, birth) => birth === births.get(other),
    },
  });
  const disk = rootDisk();
  await withLock(as(disk, 7), '/r', 'run-7', async () => disk.link(LOCK, '/r/left'));
  disk.rename('/r/left', LOCK);
  await expect(withLock(as(disk, 8), '/r', 'run', async () => 1)).rejects.toMatchObject({
    code: 'refused',
    hint: `Wait until it has finished. If no convo is at work on this store, delete ${LOCK} and try again.`,
  });
  births.set(7, 'boot:2');
  expect(await withLock(as(disk, 8), '/r', 'run', async () => names(disk))).toEqual(['lock']);
  expect(names(disk)).toEqual([]);
});

test('a takeover whose process was killed holds up nobody for more than one look', async () => {
  const disk = rootDisk();
  await leaveLock(disk, 7, 'here');
  disk.link(LOCK, `${LOCK}.takeover`);
  let slept = 0;
  const sleep = async () => {
    slept++;
  };
  expect(await withLock({ ...worldOf(disk, 8), sleep }, '/r', 'run', async () => names(disk))).toEqual(['lock']);
  expect(names(disk)).toEqual([]);
  expect(slept).toBe(1);
});

test('a lock that was taken in another container is never that of a dead process, and is refused with the way out', async () => {
  const as = (disk: ModelDisk, pid: number, space: string | null): World => ({
    ...worldOf(disk, pid),
    self: { pid, host: 'here', space, alive: () => false },
  });
  for (const [theirs, ours, isTaken] of [
    ['pid:[1]', 'pid:[2]', false],
    ['pid:[1]', 'pid:[1]', true],
    [null, 'pid:[2]', true],
    ['pid:[1]', null, true],
  ] as const) {
    const disk = rootDisk();
    await withLock(as(disk, 7, theirs), '/r', 'run-7', async () => disk.link(LOCK, '/r/left'));
    disk.rename('/r/left', LOCK);
    const world = as(disk, 8, ours);
    expect(isBusy(world, '/r'), `${theirs} for ${ours}`).toBe(!isTaken);
    const got = withLock(world, '/r', 'run', async () => 'in');
    if (isTaken) expect(await got).toBe('in');
    else
      await expect(got).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringContaining('by process 7 in another container on here since'),
        hint: `Wait until it has finished. If no convo is at work on this store, delete ${LOCK} and try again.`,
      });
  }
});

test('a lock of an earlier version, and one of a host whose name has to be escaped, name their holders', async () => {
  for (const [host, more] of [
    ['here', ''],
    ['he"re', ',"birth":null'],
  ] as const) {
    const disk = rootDisk();
    const text = `{"pid":7,"host":${JSON.stringify(host)},"since":"2026-11-21T11:00:00.000Z","run":"r"${more}}\n`;
    await writeFile(disk, LOCK, Buffer.from(text), { mode: 0o600 });
    const world: World = { ...worldOf(disk, 8), self: { pid: 8, host, alive: () => true } };
    await expect(withLock(world, '/r', 'run', async () => 1)).rejects.toMatchObject({
      message: `/r is being changed by process 7 on ${host} since 2026-11-21T11:00:00.000Z`,
    });
  }
});

test('where no hard links can be made, one who is overtaken in the same moment waits', async () => {
  const disk = rootDisk();
  let isRaced = false;
  const slow = new Proxy(disk, {
    get: (target, key) => {
      const call: unknown = Reflect.get(target, key);
      if (key === 'link') return () => target.link('/r', '/apart/no');
      if (key !== 'create') return typeof call === 'function' ? call.bind(target) : call;
      return (path: string, mode: number) => {
        if (path === LOCK && !isRaced) {
          isRaced = true;
          target.close(target.create(LOCK, 0o600));
        }
        return target.create(path, mode);
      };
    },
  });
  disk.apart = (path) => path.startsWith('/apart');
  const sleep = async () => {
    if (disk.list('/r/.convo').some(({ name }) => name === 'lock')) disk.unlink(LOCK);
  };
  expect(await withLock({ ...worldOf(slow, 1), sleep }, '/r', 'run', async () => 'in')).toBe('in');
  expect([isRaced, names(disk)]).toEqual([true, []]);
});
