import { dirname, join } from 'node:path';
import type { OwnerLock } from '../model/plan.ts';
import { errorCode, nullOn, succeeds } from './disk/error-code.ts';
import { type MakeParents, removeFile, removeTree, syncFolder } from './disk/make-folder.ts';
import { NotAsPlanned } from './disk/not-as-planned.ts';
import { statOf } from './disk/stat-of.ts';
import { targetIn, tryLink } from './disk/target.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import { writeAll } from './disk/write-file.ts';
import type { NumberedChange } from './journal/intentions.ts';
import type { Journal } from './journal/journal.ts';
import { type ChangeEnd, changeEndOf } from './run/result.ts';
import type { World } from './world.ts';

const MAX_TRIES = 30;
const PAUSE_MS = 100;

export interface OwnerLocks {
  /**
   * Takes a lock as the program does (docs/formats/fnord.md): mkdir, then a file `owner`; takes over one older than `staleAfter`. Waits
   * three seconds for a holder, then throws NotAsPlanned. Returns the release.
   */
  take(lock: OwnerLock, number: number): Promise<() => void>;
  /** Clears a lock of this run's killed holder, signed or intended, and files it set aside. Clears stale locks too. */
  clear(lock: OwnerLock, number: number): void;
  /** Drops released locks, so that none returns after a power cut. */
  close(): Promise<void>;
}

/**
 * Locks of the program for a run. Released ones are renamed into the journal and dropped at the end: ext4 avoids recently freed inodes,
 * which otherwise slows creation.
 */
export function ownerLocks(world: World, journal: Journal, makeWay: MakeParents = async () => undefined): OwnerLocks {
  const { disk } = world;
  const parent = join(journal.folder, 'locks');
  const lockFolders = new Set<string>();
  // Distinguishes an earlier process with the same id.
  const token = `${world.self.pid}-${world.now()}`;
  const intents = lockIntents(disk, parent, token, () => signature(world, journal.run));
  const released = releasedDirs(world, parent, token);
  const release = (path: string, ino: number, number: number): void => {
    // A program took the lock over after `staleAfter`: this run must not release it.
    if (statOf(disk, path)?.ino !== ino) return;
    lockFolders.add(dirname(path));
    if (released.take(path)) return;
    const gone = asidePath(path, 'released', journal.run, number);
    disk.rename(path, gone);
    removeTree(disk, gone);
  };
  const clear = (lock: OwnerLock, number: number): void => {
    const path = targetIn(disk, journal.root, lock.path);
    lockFolders.add(dirname(path));
    const stat = statOf(disk, path);
    if (
      stat !== null &&
      (isOurs(world, path, journal.run) || intents.covers(number, path) || isStale(world, path, lock))
    )
      release(path, stat.ino, number);
    intents.drop(number);
    for (const what of ['tmp', 'stale', 'released']) removeTree(disk, asidePath(path, what, journal.run, number));
  };
  const tryTake = (path: string, lock: OwnerLock, number: number): number | null => {
    intents.note(number);
    if (madeFolder(world, path, lock, journal.run, number)) return sign(disk, path, intents, number);
    intents.drop(number);
    if (isOurs(world, path, journal.run)) clear(lock, number);
    return null;
  };
  return {
    clear,
    take: async (lock, number) => {
      const path = targetIn(disk, journal.root, lock.path);
      await makeWay(path);
      for (let n = 0; n < MAX_TRIES; n++) {
        const ino = tryTake(path, lock, number);
        if (ino !== null) return () => release(path, ino, number);
        await world.sleep(PAUSE_MS);
      }
      throw new NotAsPlanned(lockedWords(path));
    },
    close: async () => {
      if (statOf(disk, parent) === null) return;
      await syncReleases(disk, parent, lockFolders);
      await released.drop();
      intents.close();
    },
  };
}

/** Makes renames into the pool durable, those of killed processes too. */
async function syncReleases(disk: WriteDisk, parent: string, from: ReadonlySet<string>): Promise<void> {
  // A rename needs both folders synced.
  const released = disk.list(parent).flatMap(({ name }) => (name === null ? [] : [join(parent, name)]));
  for (const folder of [...from, ...released, parent])
    if (statOf(disk, folder)?.type === 'folder') await syncFolder(disk, folder);
}

function lockedWords(path: string): string {
  return `is locked by the program that owns it (${path}): try again when it has saved`;
}

/** Why these locks cannot be taken now, as a clause; null if they can. Reads only. */
export function lockInTheWay(world: World, root: string, locks: readonly OwnerLock[]): string | null {
  const paths = locks.map((lock) => ({ lock, path: targetIn(world.disk, root, lock.path) }));
  const held = paths.find(({ lock, path }) => statOf(world.disk, path) !== null && !isStale(world, path, lock));
  return held === undefined ? null : lockedWords(held.path);
}

/** Number of folders for released locks: removals from one folder wait for each other. */
const RELEASED_DIRS = 4;
const WORKERS = 8;

function releasedDirs(world: World, parent: string, token: string) {
  const { disk } = world;
  const dirAt = (n: number) => join(parent, `${token}-${n % RELEASED_DIRS}`);
  const at = (n: number) => join(dirAt(n), String(n));
  let count = 0;
  return {
    /** Moves a lock into the pool; false if that is on another file system. */
    take: (path: string): boolean => {
      if (count === 0) nullOn(['EEXIST'], () => disk.mkdir(parent, 0o700));
      if (count < RELEASED_DIRS) nullOn(['EEXIST'], () => disk.mkdir(dirAt(count), 0o700));
      const isTaken = succeeds(['EXDEV'], () => disk.rename(path, at(count)));
      if (isTaken) count += 1;
      return isTaken;
    },
    /** Removes all locks of the pool; on failure it throws once all removals have ended. */
    drop: async (): Promise<void> => {
      let begun = 0;
      let done = 0;
      const lane = async () => {
        while (begun < count) {
          await dropLock(disk, at(begun++));
          world.tidied?.(++done, count);
        }
      };
      const lanes = await Promise.allSettled(Array.from({ length: Math.min(WORKERS, count) }, lane));
      for (const each of lanes) if (each.status === 'rejected') throw each.reason;
    },
  };
}

/** Removes a lock in two calls; a stat first would make it eight. */
async function dropLock(disk: WriteDisk, path: string): Promise<void> {
  removeFile(disk, join(path, 'owner'));
  try {
    await disk.removeFolder(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error;
  }
}

function isStale(world: World, path: string, { staleAfter }: OwnerLock): boolean {
  const stat = statOf(world.disk, path);
  return stat !== null && world.now() - stat.mtimeMs > staleAfter * 1000;
}

function madeFolder(world: World, path: string, lock: OwnerLock, run: string, number: number): boolean {
  if (succeeds(['EEXIST'], () => world.disk.mkdir(path, 0o755))) return true;
  return !isOurs(world, path, run) && isStale(world, path, lock) && takeOver(world, path, run, number);
}

/** Takes over a stale lock in the program's own order, so that only one of two succeeds. */
function takeOver({ disk }: World, path: string, run: string, number: number): boolean {
  const fresh = asidePath(path, 'tmp', run, number);
  const stale = asidePath(path, 'stale', run, number);
  removeTree(disk, fresh);
  removeTree(disk, stale);
  disk.mkdir(fresh, 0o755);
  try {
    disk.rename(path, stale);
    disk.rename(fresh, path);
  } catch (error) {
    removeTree(disk, fresh);
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
  removeTree(disk, stale);
  return true;
}

/** The lock's inode; null if stolen after mkdir. */
function sign(disk: WriteDisk, path: string, intents: LockIntents, number: number): number | null {
  try {
    intents.sign(number, path);
    return disk.lstat(path).ino;
  } catch (error) {
    if (['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) return null;
    removeTree(disk, path);
    throw error;
  }
}

function signature({ self, now }: World, run: string): string {
  return `os_pid: ${self.pid}\nat: ${new Date(now()).toISOString()}\nconvo: ${run}\n`;
}

function isOurs({ disk }: World, path: string, run: string): boolean {
  const owner = nullOn(['ENOENT', 'ENOTDIR', 'EISDIR'], () => disk.read(join(path, 'owner')));
  return owner !== null && Buffer.from(owner).toString('latin1').includes(`convo: ${run}\n`);
}

/** A numeric path, as the program's; made from run and Change, so that a later run finds it. */
function asidePath(path: string, what: string, run: string, number: number): string {
  return `${path}.${what}.${run.replace(/\D/g, '')}${Number.parseInt(run.slice(-4), 16)}${number}`;
}

export async function withOwnerLocks(
  locks: OwnerLocks,
  { change, number }: NumberedChange,
  use: () => Promise<ChangeEnd>,
): Promise<ChangeEnd> {
  const releases: (() => void)[] = [];
  let end: ChangeEnd | null = null;
  try {
    for (const lock of change.locks) releases.push(await locks.take(lock, number));
    end = await use();
  } finally {
    for (const release of releases.reverse()) {
      try {
        release();
      } catch (error) {
        end = { ...(end ?? changeEndOf(error)), unclean: true };
      }
    }
  }
  return end;
}

/**
 * Lock folders a run is about to take, one file per Change. The program's lock is a folder first and signed later: a process
 * killed in between leaves a nameless lock. The intent, written before, names its owner.
 */
interface LockIntents {
  note(number: number): void;
  /** Signs the lock, fulfilling the intent. Throws EEXIST if it is signed. */
  sign(number: number, path: string): void;
  drop(number: number): void;
  /** True if an earlier process of this run may have made the lock without signing it. */
  covers(number: number, path: string): boolean;
  /** Empties the pool, except for intents of Changes that were not reached. */
  close(): void;
}

const TAKEOVER_PREFIX = 'taking-';

/** Intents stored below `pool`, which is created on demand. `text` signs a lock. */
function lockIntents(disk: WriteDisk, pool: string, token: string, text: () => string): LockIntents {
  const intent = (number: number) => join(pool, `${TAKEOVER_PREFIX}${number}`);
  const shared = join(pool, `owner-${token}`);
  let isShared = false;
  // All locks of a process link to one file.
  const share = (): void => {
    nullOn(['EEXIST'], () => disk.mkdir(pool, 0o700));
    removeFile(disk, shared);
    writeNew(disk, shared, text());
    isShared = true;
  };
  return {
    note: (number) => {
      if (!isShared) share();
      if (!tryLink(disk, shared, intent(number))) writeNew(disk, intent(number), text());
    },
    sign: (number, path) => {
      const owner = join(path, 'owner');
      if (!tryLink(disk, intent(number), owner)) writeNew(disk, owner, text());
      disk.unlink(intent(number));
    },
    drop: (number) => {
      removeFile(disk, intent(number));
    },
    covers: (number, path) => isUnsigned(disk, intent(number), path),
    close: () => {
      for (const { name } of disk.list(pool))
        if (name !== null && !name.startsWith(TAKEOVER_PREFIX)) removeTree(disk, join(pool, name));
      nullOn(['ENOTEMPTY', 'EEXIST'], () => disk.rmdir(pool));
    },
  };
}

function isUnsigned(disk: WriteDisk, intent: string, path: string): boolean {
  if (statOf(disk, intent)?.type !== 'file' || statOf(disk, path)?.type !== 'folder') return false;
  const names = disk.list(path).map(({ name }) => name);
  if (names.length === 0) return true;
  if (names.length > 1 || names[0] !== 'owner') return false;
  // The file may be incomplete where links are impossible.
  const text = (file: string) => Buffer.from(disk.read(file)).toString('latin1');
  return text(intent).startsWith(text(join(path, 'owner')));
}

function writeNew(disk: WriteDisk, path: string, text: string): void {
  const file = disk.create(path, 0o644);
  try {
    writeAll(Buffer.from(text), (rest) => disk.write(file, rest));
  } finally {
    disk.close(file);
  }
}
