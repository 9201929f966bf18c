import { join } from 'node:path';
import * as z from 'zod';
import { Failure } from '../model/failure.ts';
import { attempt, errorCode, succeeds, unless } from './disk/error-code.ts';
import { statOf } from './disk/look.ts';
import { tryLink } from './disk/place-file.ts';
import { reasonOf } from './disk/reason-of.ts';
import { removeFile } from './disk/remove-tree.ts';
import { discard, writeFile } from './disk/write-file.ts';
import { JOURNAL } from './journal/journal.ts';
import type { Self, World } from './world.ts';

const TRIES = 20;
const PAUSE_MS = 100;
/** Where links are impossible a lock has its name a moment before it has its content: one without it is looked at so often. */
const NAMELESS_TRIES = 5;
/** A takeover without a name takes a few calls and no pause; one this old was cut. */
const TAKEOVER_MS = 1000;

const OWNER = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** ISO 8601. */
  since: z.string(),
  run: z.string(),
  /** As `Self.birth`; null in locks of earlier versions too. */
  birth: z.string().nullable().default(null),
  /** As `Self.space`; null in locks of earlier versions too. */
  space: z.string().nullable().default(null),
});

type Owner = z.infer<typeof OWNER>;

/**
 * Calls `use` under the root's own lock, `.convo/lock`, whose folder must exist. A lock whose holder died on this host is taken
 * over. One that is held is waited for two seconds, one that names no process half a second; then Failure 'refused' says so.
 * `token` must be unique.
 */
export function withLock<T>(world: World, root: string, token: string, use: () => Promise<T>): Promise<T> {
  return lockedBy(world, root, token, writeOwner, use);
}

/** The same for what frees space: where the disk is full the lock names nobody until `sign` is called, once there is room. */
export async function withLockEvenFull<T>(
  world: World,
  root: string,
  token: string,
  use: (sign: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const lock = join(root, JOURNAL, 'lock');
  let isSigned = true;
  const write: typeof writeOwner = async (_, path, run) => {
    isSigned = await hasRoom(() => writeOwner(world, path, run));
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

/** False where the disk has no room for it. */
export async function hasRoom(work: () => Promise<void>): Promise<boolean> {
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
    await take(world, root, lock, { mine, token });
  } catch (error) {
    discard(world.disk, mine);
    if (errorCode(error) === null) throw error;
    throw new Failure('failed', `${lock} ${reasonOf(error)}`, 'Nothing was changed.', { cause: error });
  }
  try {
    return await use();
  } finally {
    release(world, lock, token);
  }
}

/** A lock that cannot be taken away is that of a dead process soon, and is taken over then. */
function release(world: World, lock: string, token: string): void {
  const owner = attempt(() => readOwner(world, lock));
  // Somebody may have deleted ours, as a refusal advises, and be at work under their own.
  if (owner === null || owner.run === token) discard(world.disk, lock);
}

/** True while someone else who may be alive holds the root's lock. */
export function isBusy(world: World, root: string): boolean {
  const lock = join(root, JOURNAL, 'lock');
  const owner = readOwner(world, lock);
  return owner === null ? statOf(world.disk, lock) !== null : !isDead(world, owner);
}

async function take(
  world: World,
  root: string,
  lock: string,
  { mine, token }: { readonly mine: string; readonly token: string },
): Promise<void> {
  let nameless = 0;
  for (let n = 0; n < TRIES && nameless < NAMELESS_TRIES; n++) {
    if (await tryTake(world, mine, lock)) return world.disk.unlink(mine);
    const owner = readOwner(world, lock);
    if (owner !== null && isDead(world, owner) && takeOver(world, lock, mine, owner)) {
      // Where a takeover was cut off before, two may have cleared it away in the same moment: the later one has the lock.
      await world.sleep(PAUSE_MS);
      if (readOwner(world, lock)?.run === token) return;
      break;
    }
    nameless = owner === null ? nameless + 1 : 0;
    await world.sleep(PAUSE_MS);
  }
  throw held(world, root, lock);
}

async function tryTake({ disk }: World, mine: string, lock: string): Promise<boolean> {
  const isLinked = unless(['EEXIST'], () => tryLink(disk, mine, lock));
  if (isLinked === null) return false;
  if (isLinked) return true;
  // Without links the name comes first and the content a moment later; who reads in between waits.
  if (statOf(disk, lock) !== null) return false;
  try {
    await writeFile(disk, lock, disk.read(mine), { mode: 0o600 });
    return true;
  } catch (error) {
    // Another one has got it in the same moment.
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isDead({ self }: World, owner: Owner): boolean {
  return isNear(self, owner) && !self.alive(owner.pid, Date.parse(owner.since), owner.birth);
}

/** Is it a process that can be looked for: on this host, and not in another container, where ids are others. */
function isNear(self: Self, { host, space }: Owner): boolean {
  return host === self.host && !isApart(self, space);
}

function isApart({ space = null }: Self, other: string | null): boolean {
  return space !== null && other !== null && space !== other;
}

/** Only one at a time may take over, or two would both see the dead owner and the second would rob the first. */
function takeOver(world: World, lock: string, mine: string, dead: Owner): boolean {
  const { disk } = world;
  const takeoverFile = `${lock}.takeover`;
  clearTurn(world, takeoverFile);
  if (!takeTurn(world, mine, takeoverFile)) return false;
  try {
    const owner = readOwner(world, lock);
    if (owner === null || owner.run !== dead.run || owner.pid !== dead.pid) return false;
    disk.rename(mine, lock);
    return true;
  } finally {
    if (!succeeds(['EISDIR', 'EPERM'], () => disk.unlink(takeoverFile))) disk.rmdir(takeoverFile);
  }
}

/** Removes what a takeover left that was itself cut: it names its process, or was made without links and is older than it can be. */
function clearTurn(world: World, takeoverFile: string): void {
  const { disk } = world;
  const old = statOf(disk, takeoverFile);
  if (old?.type === 'folder') {
    // One from the future is of a clock that was set back since.
    if (Math.abs(world.now() - old.mtimeMs) > TAKEOVER_MS) unless(['ENOENT'], () => disk.rmdir(takeoverFile));
    return;
  }
  const owner = old === null ? null : readOwner(world, takeoverFile);
  if (owner !== null && isDead(world, owner)) removeFile(disk, takeoverFile);
}

function takeTurn({ disk }: World, mine: string, takeoverFile: string): boolean {
  return succeeds(['EEXIST'], () => {
    if (!tryLink(disk, mine, takeoverFile)) disk.mkdir(takeoverFile, 0o700);
  });
}

// On the device before it is linked: an empty lock after a power cut would have no owner to be found dead.
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

/** Null when there is no lock, or nothing in it that names an owner. */
function readOwner({ disk }: World, lock: string): Owner | null {
  const bytes = unless(['ENOENT', 'ENOTDIR'], () => disk.read(lock));
  if (bytes === null) return null;
  return attempt(() => OWNER.parse(JSON.parse(Buffer.from(bytes).toString())));
}

function held(world: World, root: string, lock: string): Failure {
  const { self } = world;
  const owner = readOwner(world, lock);
  if (owner === null && statOf(world.disk, lock) !== null) {
    const hint = 'If no convo is at work on this store, delete that file and try again.';
    return new Failure('refused', `${lock} is a lock that does not say which process holds it`, hint);
  }
  if (owner === null) return new Failure('refused', `${root} is being changed by another process`, WAIT);
  const { pid, host, since } = owner;
  // Nobody is advised to end a process that may be any other program.
  const isOurs = isNear(self, owner) && self.isConvo?.(pid) === true;
  const where = host === self.host && isApart(self, owner.space) ? `in another container on ${host}` : `on ${host}`;
  const message = `${root} is being changed by process ${pid} ${where} since ${since}`;
  // Of another machine, or another container, nobody here can say whether the process is alive.
  const otherwise = `If no convo is at work on this store, delete ${lock} and try again.`;
  return new Failure('refused', message, `${WAIT} ${isOurs ? `Process ${pid} is a convo.` : otherwise}`);
}

const WAIT = 'Wait until it has finished.';
