import { join } from 'node:path';
import { lockOwner, type LockOwner as Owner } from '../contract/journal.ts';
import { Failure, nothingChanged } from '../model/failure.ts';
import { errorCode, nullOn, orNull, reasonOf, succeeds } from './disk/error-code.ts';
import { removeFile } from './disk/make-folder.ts';
import { statOf } from './disk/stat-of.ts';
import { tryLink } from './disk/target.ts';
import { discard, writeFile } from './disk/write-file.ts';
import type { ReadDisk } from './disk.ts';
import { JOURNAL } from './journal/journal.ts';
import type { ThisProcess, World } from './world.ts';

const MAX_TRIES = 20;
const PAUSE_MS = 100;
/** Without hard links a lock has no owner for a moment, so reading it is retried. */
const NAMELESS_TRIES = 5;
/** A takeover file without an owner needs no wait; one older than this was cut. */
const TAKEOVER_MS = 1000;

/**
 * Calls `use` under `.convo/lock`, whose folder must exist. Takes over from a holder that died on this host. Waits two seconds for a live
 * holder, half a second for a lock without owner; then throws Failure 'refused'. `token` must be unique.
 */
export function withLock<T>(world: World, root: string, token: string, use: () => Promise<T>): Promise<T> {
  return lockedBy(world, root, token, writeOwner, use);
}

export function isLocked(disk: ReadDisk, root: string): boolean {
  return statOf(disk, join(root, JOURNAL, 'lock')) !== null;
}

/** `withLock` for freeing space: on a full disk the lock has no owner until `sign`. */
export async function withLockEvenFull<T>(
  world: World,
  root: string,
  token: string,
  use: (sign: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const lock = join(root, JOURNAL, 'lock');
  let isSigned = true;
  const write: typeof writeOwner = async (_, path, run) => {
    isSigned = await hasSpace(() => writeOwner(world, path, run));
    if (!isSigned) await writeFile(world.disk, path, new Uint8Array(), { mode: 0o600 });
  };
  const sign = async (): Promise<void> => {
    const mine = `${lock}.${token}`;
    if (isSigned) return;
    await write(world, mine, token);
    world.disk.rename(mine, lock);
  };
  return lockedBy(world, root, token, write, () => use(sign));
}

export async function hasSpace(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) throw error;
    return false;
  }
}

async function lockedBy<T>(
  world: World,
  root: string,
  token: string,
  write: typeof writeOwner,
  use: () => Promise<T>,
): Promise<T> {
  const lock = join(root, JOURNAL, 'lock');
  const mine = `${lock}.${token}`;
  try {
    await write(world, mine, token);
    await takeLock(world, root, lock, { mine, token });
  } catch (error) {
    discard(world.disk, mine);
    if (errorCode(error) === null) throw error;
    throw new Failure('failed', `${lock} ${reasonOf(error)}`, nothingChanged(root), { cause: error });
  }
  try {
    sweepDead(world, root, lock);
    return await use();
  } finally {
    releaseLock(world, lock, token);
  }
}

/** Removes locks of dead processes, unless a run is at work or the user may not write there. `token` must be unique. */
export async function clearDead(world: World, root: string, token: string): Promise<void> {
  if (deadIn(world, root).length === 0) return;
  try {
    await withLock(world, root, token, async () => {});
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** Removes files, under the lock, of processes that died while taking it. Failures are ignored. */
function sweepDead(world: World, root: string, own: string): void {
  for (const path of deadIn(world, root)) if (path !== own) orNull(() => removeFile(world.disk, path));
}

function deadIn(world: World, root: string): string[] {
  const names = orNull(() => world.disk.list(join(root, JOURNAL))) ?? [];
  return names.flatMap(({ name, type }) => {
    if (type !== 'file' || name === null || !LOCKS.test(name)) return [];
    const path = join(root, JOURNAL, name);
    const owner = orNull(() => readOwner(world, path));
    return owner !== null && isDead(world, owner) ? [path] : [];
  });
}

const LOCKS = /^lock(?:$|\.)/;

/** Removes the lock. On failure, the lock is taken over once this process has ended. */
function releaseLock(world: World, lock: string, token: string): void {
  const owner = orNull(() => readOwner(world, lock));
  // If a person deleted the lock, as a refusal advises, the present one may be another process's.
  if (owner === null || owner.run === token) discard(world.disk, lock);
}

export function isBusy(world: World, root: string): boolean {
  const lock = join(root, JOURNAL, 'lock');
  const owner = readOwner(world, lock);
  return owner === null ? statOf(world.disk, lock) !== null : !isDead(world, owner);
}

/** Waits as `withLock` does. Throws Failure 'refused' while someone else holds the root's lock. */
export async function refuseHeld(world: World, root: string): Promise<void> {
  for (let n = 0; isBusy(world, root); n++) {
    if (n === MAX_TRIES) throw heldFailure(world, root, join(root, JOURNAL, 'lock'));
    await world.sleep(PAUSE_MS);
  }
}

async function takeLock(
  world: World,
  root: string,
  lock: string,
  { mine, token }: { readonly mine: string; readonly token: string },
): Promise<void> {
  let nameless = 0;
  for (let n = 0; n < MAX_TRIES && nameless < NAMELESS_TRIES; n++) {
    if (await tryTake(world, mine, lock)) return world.disk.unlink(mine);
    const owner = readOwner(world, lock);
    if (owner !== null && isDead(world, owner) && takeOver(world, lock, mine, owner)) {
      // Two processes may clear a cut takeover at once: the later one gets the lock.
      await world.sleep(PAUSE_MS);
      if (readOwner(world, lock)?.run === token) return;
      break;
    }
    nameless = owner === null ? nameless + 1 : 0;
    await world.sleep(PAUSE_MS);
  }
  throw heldFailure(world, root, lock);
}

async function tryTake({ disk }: World, mine: string, lock: string): Promise<boolean> {
  const isLinked = nullOn(['EEXIST'], () => tryLink(disk, mine, lock));
  if (isLinked === null) return false;
  if (isLinked) return true;
  // Without links, the content follows the name, for which readers wait.
  if (statOf(disk, lock) !== null) return false;
  try {
    await writeFile(disk, lock, disk.read(mine), { mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isDead({ self }: World, owner: Owner): boolean {
  return isNear(self, owner) && !self.alive(owner.pid, Date.parse(owner.since), owner.birth);
}

/** True for an owner on this host and in this container: otherwise process ids differ. */
function isNear(self: ThisProcess, { host, space }: Owner): boolean {
  return host === self.host && !isApart(self, space);
}

function isApart({ space = null }: ThisProcess, other: string | null): boolean {
  return space !== null && other !== null && space !== other;
}

/** Takes a dead owner's lock, one process at a time: otherwise two see the dead owner, and the second takes the first one's lock. */
function takeOver(world: World, lock: string, mine: string, dead: Owner): boolean {
  const { disk } = world;
  const takeoverFile = `${lock}.takeover`;
  removeStaleTakeover(world, takeoverFile);
  if (!claimTakeover(world, mine, takeoverFile)) return false;
  try {
    const owner = readOwner(world, lock);
    if (owner === null || owner.run !== dead.run || owner.pid !== dead.pid) return false;
    disk.rename(mine, lock);
    return true;
  } finally {
    if (!succeeds(['EISDIR', 'EPERM'], () => disk.unlink(takeoverFile))) disk.rmdir(takeoverFile);
  }
}

/** Removes a takeover that was cut: named by a dead process, or unnamed and too old. */
function removeStaleTakeover(world: World, takeoverFile: string): void {
  const { disk } = world;
  const old = statOf(disk, takeoverFile);
  if (old?.type === 'folder') {
    // Future times come from a clock set back.
    if (Math.abs(world.now() - old.mtimeMs) > TAKEOVER_MS) nullOn(['ENOENT'], () => disk.rmdir(takeoverFile));
    return;
  }
  const owner = old === null ? null : readOwner(world, takeoverFile);
  if (owner !== null && isDead(world, owner)) removeFile(disk, takeoverFile);
}

function claimTakeover({ disk }: World, mine: string, takeoverFile: string): boolean {
  return succeeds(['EEXIST'], () => {
    if (!tryLink(disk, mine, takeoverFile)) disk.mkdir(takeoverFile, 0o700);
  });
}

/** Writes the lock's owner. Synced before linking: an empty lock after a power cut would have no owner. */
async function writeOwner({ disk, self, now }: World, path: string, run: string): Promise<void> {
  const signed: Owner = {
    pid: self.pid,
    host: self.host,
    since: new Date(now()).toISOString(),
    run,
    birth: self.birth ?? null,
    space: self.space ?? null,
  };
  removeFile(disk, path);
  await writeFile(disk, path, Buffer.from(`${JSON.stringify(signed)}\n`), { mode: 0o600 });
}

function readOwner({ disk }: World, lock: string): Owner | null {
  const bytes = nullOn(['ENOENT', 'ENOTDIR'], () => disk.read(lock));
  if (bytes === null) return null;
  return orNull(() => lockOwner.parse(JSON.parse(Buffer.from(bytes).toString())));
}

function heldFailure(world: World, root: string, lock: string): Failure {
  const { self } = world;
  const owner = readOwner(world, lock);
  if (owner === null && statOf(world.disk, lock) !== null) {
    const hint = 'If no convo is at work on this store, delete that file and try again.';
    return new Failure('refused', `${lock} is a lock that does not say which process holds it`, hint);
  }
  if (owner === null) return new Failure('refused', `${root} is being changed by another process`, WAIT_HINT);
  const { pid, host, since } = owner;
  // The advice never is to end a process that may be another program.
  const isOurs = isNear(self, owner) && self.isConvo?.(pid) === true;
  const where = host === self.host && isApart(self, owner.space) ? `in another container on ${host}` : `on ${host}`;
  const message = `${root} is being changed by process ${pid} ${where} since ${since}`;
  // The process may run on another machine or container.
  const otherwise = `If no convo is at work on this store, delete ${lock} and try again.`;
  return new Failure('refused', message, `${WAIT_HINT} ${isOurs ? `Process ${pid} is a convo.` : otherwise}`);
}

const WAIT_HINT = 'Wait until it has finished.';
