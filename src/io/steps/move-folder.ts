import { dirname, join } from 'node:path';
import type { Digest } from '../../model/plan.ts';
import { errorCode, unless } from '../disk/error-code.ts';
import { syncFolder } from '../disk/folder-sync.ts';
import { digestAt, isEmptyFolder, statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { removeTree } from '../disk/remove-tree.ts';
import { seeFile } from '../disk/seen-file.ts';
import { tempBeside } from '../disk/temp-name.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeFile } from '../disk/write-file.ts';
import { refuseToReverse, withoutTarget } from './move-file.ts';
import type { RunContext, StepState } from './work.ts';

/** A folder that goes from one name to another; `n` names what is built or set aside on the way. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
  readonly digest: Digest;
  readonly n: string;
}

/** The move the other way round. */
export function wayBack({ from, to, digest, n }: FolderMove): FolderMove {
  return { from: to, to: from, digest, n: `${n}.u` };
}

/**
 * How far the move is. A full folder under one name and an empty one under the other is half-way: the empty one is reserved. So is a
 * full one under both: it was copied to another file system.
 */
export function lookAtFolderMove(context: RunContext, move: FolderMove): StepState {
  const { disk } = context;
  const from = digestAt(disk, move.from);
  if (statOf(disk, move.to) === null) return withoutTarget(context, from, move.digest);
  const to = digestAt(disk, move.to);
  if (from === 'absent') return to === move.digest ? 'after' : 'foreign';
  if (from === move.digest) return to === move.digest || isEmptyFolder(disk, move.to) ? 'begun' : 'before';
  return to === move.digest && isEmptyFolder(disk, move.from) ? 'begun' : 'foreign';
}

/**
 * Moves a folder, durably, never onto another: the new name is reserved by an empty folder, and a rename succeeds only over an
 * empty one. To another file system it is copied first. Goes on where an earlier attempt stopped. Throws NotAsPlanned, with the folder
 * where it was, when it is not what it was.
 */
export async function moveFolder(context: RunContext, move: FolderMove, progress: StepState): Promise<void> {
  if (progress === 'before') {
    await context.makeWay(move.to);
    reserve(context, move);
  }
  if (progress === 'begun' && digestAt(context.disk, move.from) !== move.digest) context.disk.rmdir(move.from);
  else if (progress !== 'after') await bring(context, move);
  await context.sync(dirname(move.to));
  await context.sync(dirname(move.from));
}

/** Moves a folder back to where it came from; a name that was only reserved is removed. */
export async function revertFolderMove(context: RunContext, there: FolderMove): Promise<null> {
  const progress = lookAtFolderMove(context, there);
  refuseToReverse(progress);
  if (progress !== 'before') await moveFolder(context, wayBack(there), progress === 'begun' ? 'begun' : 'before');
  return null;
}

/** After a crash: what was built is dropped, and what was set aside when it is in one of its places; else that is put back. */
export function settleFolderMove({ disk, journal }: RunContext, move: FolderMove): void {
  removeTree(disk, tempBeside(move.to, journal.run, move.n));
  const aside = tempBeside(move.from, journal.run, move.n);
  if (statOf(disk, aside) === null) return;
  const isThere = digestAt(disk, move.to) === move.digest || digestAt(disk, move.from) === move.digest;
  if (isThere) removeTree(disk, aside);
  else if (statOf(disk, move.from) === null) disk.rename(aside, move.from);
}

function reserve({ disk }: RunContext, move: FolderMove): void {
  try {
    disk.mkdir(move.to, 0o700);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new NotAsPlanned(`cannot be moved: ${move.to} exists already`);
    throw error;
  }
}

async function bring(context: RunContext, move: FolderMove): Promise<void> {
  const { disk } = context;
  const isCopied = statOf(disk, move.to) !== null && !isEmptyFolder(disk, move.to);
  if (digestAt(disk, move.from) !== move.digest) {
    disk.rmdir(move.to);
    throw new NotAsPlanned('was changed meanwhile');
  }
  if (isCopied) return takeAway(context, move);
  try {
    disk.rename(move.from, move.to);
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return carry(context, move);
    unless(['ENOTEMPTY', 'ENOENT'], () => disk.rmdir(move.to));
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? ''))
      throw new NotAsPlanned(`cannot be moved: ${move.to} is in use`);
    throw error;
  }
  // A file that came into the folder in the same moment has moved with it; it goes back with it too.
  if (digestAt(disk, move.to) === move.digest) return;
  disk.rename(move.to, move.from);
  throw new NotAsPlanned('was changed meanwhile');
}

/** Copies the folder to another file system, beside its place, and takes it away where it was. */
async function carry(context: RunContext, move: FolderMove): Promise<void> {
  const { disk, journal } = context;
  const temp = tempBeside(move.to, journal.run, move.n);
  try {
    removeTree(disk, temp);
    await copyTree(disk, move.from, temp);
    if (digestAt(disk, temp) !== move.digest) throw new NotAsPlanned('was changed meanwhile');
    disk.rename(temp, move.to);
  } catch (error) {
    removeTree(disk, temp);
    unless(['ENOTEMPTY', 'ENOENT'], () => disk.rmdir(move.to));
    throw error;
  }
  await takeAway(context, move);
}

/** Takes away what is on the device under its new name. It loses its name before its files, so that it is never there in part. */
async function takeAway({ disk, journal, sync }: RunContext, move: FolderMove): Promise<void> {
  await sync(dirname(move.to));
  const aside = tempBeside(move.from, journal.run, move.n);
  disk.rename(move.from, aside);
  if (digestAt(disk, aside) !== move.digest) {
    // The copy first: without it, what was set aside is put back whatever fails here.
    removeTree(disk, move.to);
    disk.rename(aside, move.from);
    throw new NotAsPlanned('was changed meanwhile');
  }
  await sync(dirname(move.from));
  removeTree(disk, aside);
}

/** A copy of a folder with modes, owners and the times of files, all of it on the device but its own name. */
async function copyTree(disk: WriteDisk, from: string, to: string): Promise<void> {
  const { mode, uid, gid } = disk.lstat(from);
  disk.mkdir(to, 0o700);
  for (const { name } of disk.list(from)) {
    if (name === null)
      throw new NotAsPlanned('holds a name that is not UTF-8, so it is not copied to another file system');
    const [path, target] = [join(from, name), join(to, name)];
    const stat = disk.lstat(path);
    if (stat.type === 'folder') await copyTree(disk, path, target);
    else if (stat.type === 'file')
      await writeFile(disk, target, seeFile(disk, path).source, {
        mode: stat.mode,
        owner: stat,
        mtimeMs: stat.mtimeMs,
      });
    else throw new NotAsPlanned(`holds ${name}, which is no file, so it is not copied to another file system`);
  }
  const file = disk.open(to);
  try {
    const now = disk.lstat(to);
    if (now.uid !== uid || now.gid !== gid) disk.chown(file, uid, gid);
    disk.chmod(file, mode & 0o7777);
  } finally {
    disk.close(file);
  }
  await syncFolder(disk, to);
}
