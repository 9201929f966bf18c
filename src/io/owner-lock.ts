import { dirname, join } from 'node:path';
import type { OwnerLock } from '../model/plan.ts';
import { errorCode, succeeds, unless } from './disk/error-code.ts';
import { syncFolder } from './disk/folder-sync.ts';
import { statOf } from './disk/look.ts';
import type { MakeWay } from './disk/make-folder.ts';
import { NotAsPlanned } from './disk/not-as-planned.ts';
import { placeIn } from './disk/place.ts';
import { removeFile, removeTree } from './disk/remove-tree.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import type { Numbered } from './journal/intentions.ts';
import type { Journal } from './journal/journal.ts';
import { type LockIntents, lockIntents } from './journal/lock-intents.ts';
import { type Outcome, outcomeOf } from './run/result.ts';
import type { World } from './world.ts';

const TRIES = 30;
const PAUSE_MS = 100;

/** Takes and clears the locks of the program that owns the store, on behalf of one run. */
export interface OwnerLocks {
  /**
   * Takes a lock as the program itself does (docs/formats/fnord.md): mkdir, then a file `owner`; one older than `staleAfter` is taken
   * over. Held by someone else: waits up to three seconds, then throws NotAsPlanned. Answers the release.
   */
  take(lock: OwnerLock, number: number): Promise<() => void>;
  /**
   * Clears what a killed holder of this run left of a lock: the lock itself, signed or only intended, and what it had set aside.
   * What the program itself would call stale is cleared as well.
   */
  clear(lock: OwnerLock, number: number): void;
  /** Drops all released locks, so that after a power cut none is back in its place. */
  close(): Promise<void>;
}

/**
 * Released locks are renamed into the journal and dropped together at the end: a file system that avoids the numbers of files
 * deleted in the last minute (ext4) would take longer for each new one otherwise.
 */
export function ownerLocks(world: World, journal: Journal, makeWay: MakeWay = async () => undefined): OwnerLocks {
  const { disk } = world;
  const parent = join(journal.folder, 'locks');
  const held = new Set<string>();
  // Apart from what a process with the same id may have left here.
  const token = `${world.self.pid}-${world.now()}`;
  const intents = lockIntents(disk, parent, token, () => signature(world, journal.run));
  const released = releasedDirs(world, parent, token);
  const release = (path: string, ino: number, number: number): void => {
    // Taken over after `staleAfter`: it is no longer ours to release.
    if (statOf(disk, path)?.ino !== ino) return;
    held.add(dirname(path));
    if (released.take(path)) return;
    const gone = aside(path, 'released', journal.run, number);
    disk.rename(path, gone);
    removeTree(disk, gone);
  };
  const clear = (lock: OwnerLock, number: number): void => {
    const path = placeIn(disk, journal.root, lock.path);
    held.add(dirname(path));
    const stat = statOf(disk, path);
    if (
      stat !== null &&
      (isOurs(world, path, journal.run) || intents.covers(number, path) || isStale(world, path, lock))
    )
      release(path, stat.ino, number);
    intents.drop(number);
    for (const what of ['tmp', 'stale', 'released']) removeTree(disk, aside(path, what, journal.run, number));
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
      const path = placeIn(disk, journal.root, lock.path);
      await makeWay(path);
      for (let n = 0; n < TRIES; n++) {
        const ino = tryTake(path, lock, number);
        if (ino !== null) return () => release(path, ino, number);
        await world.sleep(PAUSE_MS);
      }
      throw new NotAsPlanned(lockedWords(path));
    },
    close: async () => {
      if (statOf(disk, parent) === null) return;
      await syncReleases(disk, parent, held);
      await released.drop();
      intents.close();
    },
  };
}

/** Makes the renames of locks into the pool durable, from these folders, and by killed processes too. */
async function syncReleases(disk: WriteDisk, parent: string, from: ReadonlySet<string>): Promise<void> {
  // A rename is on the device once both of its folders are.
  const released = disk.list(parent).flatMap(({ name }) => (name === null ? [] : [join(parent, name)]));
  for (const folder of [...from, ...released, parent])
    if (statOf(disk, folder)?.type === 'folder') await syncFolder(disk, folder);
}

function lockedWords(path: string): string {
  return `is locked by the program that owns it (${path}): try again when it has saved`;
}

/** Why these locks cannot all be taken at this moment, as a run would say it; null where they can. Reads only. */
export function lockInTheWay(world: World, root: string, locks: readonly OwnerLock[]): string | null {
  const paths = locks.map((lock) => ({ lock, path: placeIn(world.disk, root, lock.path) }));
  const held = paths.find(({ lock, path }) => statOf(world.disk, path) !== null && !isStale(world, path, lock));
  return held === undefined ? null : lockedWords(held.path);
}

/** Folders that released locks go to: whoever drops a name waits for all others that are dropped from the same folder. */
const RELEASED_DIRS = 4;
/** Locks that are dropped at a time. */
const WORKERS = 8;

/** Released locks below `parent`, a folder of the journal that is made when it is needed. */
function releasedDirs(world: World, parent: string, token: string) {
  const { disk } = world;
  const dirAt = (n: number) => join(parent, `${token}-${n % RELEASED_DIRS}`);
  const at = (n: number) => join(dirAt(n), String(n));
  let taken = 0;
  return {
    /** Takes one; false where it is on another file system. */
    take: (path: string): boolean => {
      if (taken === 0) unless(['EEXIST'], () => disk.mkdir(parent, 0o700));
      if (taken < RELEASED_DIRS) unless(['EEXIST'], () => disk.mkdir(dirAt(taken), 0o700));
      const isTaken = succeeds(['EXDEV'], () => disk.rename(path, at(taken)));
      if (isTaken) taken += 1;
      return isTaken;
    },
    /** Drops them all; when one fails, it throws once nothing is under way any more. */
    drop: async (): Promise<void> => {
      let [begun, done] = [0, 0];
      const lane = async () => {
        while (begun < taken) {
          await dropLock(disk, at(begun++));
          world.tidied?.(++done, taken);
        }
      };
      const lanes = await Promise.allSettled(Array.from({ length: Math.min(WORKERS, taken) }, lane));
      for (const each of lanes) if (each.status === 'rejected') throw each.reason;
    },
  };
}

// Two calls a lock, where looking first would make it eight.
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

/** Makes the lock's folder, or takes one over that is stale; false while somebody else holds it. */
function madeFolder(world: World, path: string, lock: OwnerLock, run: string, number: number): boolean {
  if (succeeds(['EEXIST'], () => world.disk.mkdir(path, 0o755))) return true;
  return !isOurs(world, path, run) && isStale(world, path, lock) && takeOver(world, path, run, number);
}

// The order of the program's own takeover, so that of two who try, one wins.
function takeOver({ disk }: World, path: string, run: string, number: number): boolean {
  const fresh = aside(path, 'tmp', run, number);
  const stale = aside(path, 'stale', run, number);
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

/** The lock's inode; null when it was taken from us between mkdir and here. */
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
  const owner = unless(['ENOENT', 'ENOTDIR', 'EISDIR'], () => disk.read(join(path, 'owner')));
  return owner !== null && Buffer.from(owner).toString('latin1').includes(`convo: ${run}\n`);
}

// The program numbers these names; ours are numbers too, made from the run and the Change so that a later run finds them.
function aside(path: string, what: string, run: string, number: number): string {
  return `${path}.${what}.${run.replace(/\D/g, '')}${Number.parseInt(run.slice(-4), 16)}${number}`;
}

/** Calls `use` with all of a Change's owner locks held. */
export async function withOwnerLocks(
  locks: OwnerLocks,
  { change, number }: Numbered,
  use: () => Promise<Outcome>,
): Promise<Outcome> {
  const releases: (() => void)[] = [];
  let outcome: Outcome | null = null;
  try {
    for (const lock of change.locks) releases.push(await locks.take(lock, number));
    outcome = await use();
  } finally {
    for (const release of releases.reverse()) {
      try {
        release();
      } catch (error) {
        outcome = { ...(outcome ?? outcomeOf(error)), unclean: true };
      }
    }
  }
  return outcome;
}
