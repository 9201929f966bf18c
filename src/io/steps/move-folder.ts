import { dirname, join } from 'node:path';
import type { Digest } from '../../model/plan.ts';
import { digestAt } from '../disk/digest.ts';
import { errorCode, nullOn } from '../disk/error-code.ts';
import { makeFolder, removeTree, syncFolder } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { seeFile } from '../disk/seen-file.ts';
import { isEmptyFolder, statOf } from '../disk/stat-of.ts';
import { temporaryPath } from '../disk/target.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeFile } from '../disk/write-file.ts';
import { freeName } from '../journal/keep.ts';
import { newFile } from './content.ts';
import { refuseToReverse, stateWithoutTarget } from './move-file.ts';
import {
  NOT_AS_LEFT,
  type PathMove,
  type PlantStep,
  type RunContext,
  type StepJob,
  type StepState,
  type StepWork,
} from './work.ts';

export function reverseMove({ from, to, digest, name }: PathMove): PathMove {
  return { from: to, to: from, digest, name: `${name}.u` };
}

/** State of a folder move. Halfway: full under one name, empty (reserved) under the other, or full under both (copied across file systems). */
export function folderMoveState(context: RunContext, move: PathMove): StepState {
  const { disk } = context;
  const from = digestAt(disk, move.from);
  if (statOf(disk, move.to) === null) return stateWithoutTarget(context, from, move.digest);
  const to = digestAt(disk, move.to);
  if (from === 'absent') return to === move.digest ? 'after' : 'not-as-planned';
  if (from === move.digest) return to === move.digest || isEmptyFolder(disk, move.to) ? 'begun' : 'before';
  return to === move.digest && isEmptyFolder(disk, move.from) ? 'begun' : 'not-as-planned';
}

/**
 * Durable move, never onto another folder: an empty folder reserves the name, and rename only replaces an empty one.
 * Across file systems it copies first. Continues an earlier attempt. Throws NotAsPlanned, with the folder back, if it
 * changed.
 */
export async function moveFolder(context: RunContext, move: PathMove, progress: StepState): Promise<void> {
  if (progress === 'before') {
    await context.makeWay(move.to);
    reserve(context, move);
  }
  if (progress === 'begun' && digestAt(context.disk, move.from) !== move.digest) context.disk.rmdir(move.from);
  else if (progress !== 'after') await renameFolder(context, move);
  await context.sync(dirname(move.to));
  await context.sync(dirname(move.from));
}

export async function revertFolderMove(context: RunContext, there: PathMove): Promise<null> {
  const progress = folderMoveState(context, there);
  refuseToReverse(progress);
  if (progress !== 'before') await moveFolder(context, reverseMove(there), progress === 'begun' ? 'begun' : 'before');
  return null;
}

/** Cleans up after a crash: drops built copies, and renamed folders that arrived; otherwise restores them. */
export function recoverFolderMove({ disk, journal }: RunContext, move: PathMove): void {
  removeTree(disk, temporaryPath(move.to, journal.run, move.name));
  const aside = temporaryPath(move.from, journal.run, move.name);
  if (statOf(disk, aside) === null) return;
  const isThere = digestAt(disk, move.to) === move.digest || digestAt(disk, move.from) === move.digest;
  if (isThere) removeTree(disk, aside);
  else if (statOf(disk, move.from) === null) disk.rename(aside, move.from);
}

function reserve({ disk }: RunContext, move: PathMove): void {
  try {
    disk.mkdir(move.to, 0o700);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new NotAsPlanned(`cannot be moved: ${move.to} exists already`);
    throw error;
  }
}

async function renameFolder(context: RunContext, move: PathMove): Promise<void> {
  const { disk } = context;
  const isCopied = statOf(disk, move.to) !== null && !isEmptyFolder(disk, move.to);
  if (digestAt(disk, move.from) !== move.digest) {
    disk.rmdir(move.to);
    throw new NotAsPlanned('was changed meanwhile');
  }
  if (isCopied) return removeSourceFolder(context, move);
  try {
    disk.rename(move.from, move.to);
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return copyThenRemove(context, move);
    nullOn(['ENOTEMPTY', 'ENOENT'], () => disk.rmdir(move.to));
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? ''))
      throw new NotAsPlanned(`cannot be moved: ${move.to} is in use`);
    throw error;
  }
  // A file that was written at that moment moved along; it goes back too.
  if (digestAt(disk, move.to) === move.digest) return;
  disk.rename(move.to, move.from);
  throw new NotAsPlanned('was changed meanwhile');
}

async function copyThenRemove(context: RunContext, move: PathMove): Promise<void> {
  const { disk, journal } = context;
  const temp = temporaryPath(move.to, journal.run, move.name);
  try {
    removeTree(disk, temp);
    await copyTree(disk, move.from, temp);
    if (digestAt(disk, temp) !== move.digest) throw new NotAsPlanned('was changed meanwhile');
    disk.rename(temp, move.to);
  } catch (error) {
    removeTree(disk, temp);
    nullOn(['ENOTEMPTY', 'ENOENT'], () => disk.rmdir(move.to));
    throw error;
  }
  await removeSourceFolder(context, move);
}

/** Removes a moved folder's source. It is renamed first, so that programs never see part of it. */
async function removeSourceFolder({ disk, journal, sync }: RunContext, move: PathMove): Promise<void> {
  await sync(dirname(move.to));
  const aside = temporaryPath(move.from, journal.run, move.name);
  disk.rename(move.from, aside);
  if (digestAt(disk, aside) !== move.digest) {
    removeTree(disk, move.to);
    disk.rename(aside, move.from);
    throw new NotAsPlanned('was changed meanwhile');
  }
  await sync(dirname(move.from));
  removeTree(disk, aside);
}

/** Copies a folder with modes, owners and file times; all is synced except its own name. */
async function copyTree(disk: WriteDisk, from: string, to: string): Promise<void> {
  const { mode, uid, gid } = disk.lstat(from);
  disk.mkdir(to, 0o700);
  for (const { name } of disk.list(from)) {
    if (name === null)
      throw new NotAsPlanned('holds a name that is not UTF-8, so it is not copied to another file system');
    const path = join(from, name);
    const target = join(to, name);
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

export function plantStep(context: RunContext, job: StepJob<PlantStep>, path: string): StepWork {
  const { disk } = context;
  const temp = temporaryPath(path, context.journal.run, job.name);
  const digest = job.becomes ?? '';
  const placement = () => ({ from: freeFolder(context, job.undone, digest), to: path, digest, name: `${job.name}.t` });
  const state = (): StepState => {
    const found = digestAt(disk, path);
    if (found === 'absent') return 'before';
    if (found === digest) return 'after';
    return isEmptyFolder(disk, path) ? 'begun' : 'not-as-planned';
  };
  return {
    folders: [dirname(path)],
    state,
    prepare: async () => {
      // Removes the reservation, which frees the name.
      if (!context.first && state() === 'begun') disk.rmdir(path);
      if (statOf(disk, path) !== null) throw new NotAsPlanned('is in the way: it exists already');
      await context.makeWay(path);
      await build(context, job, temp);
      if (digestAt(disk, temp) !== digest)
        throw new NotAsPlanned('cannot be made as planned: its source was changed meanwhile');
    },
    commit: async () => {
      await moveFolder(context, { from: temp, to: path, digest, name: job.name }, 'before');
      return null;
    },
    reverse: async () => {
      const progress = state();
      if (progress === 'not-as-planned') throw new NotAsPlanned(NOT_AS_LEFT);
      if (progress === 'begun') disk.rmdir(path);
      if (progress !== 'after') return null;
      return revertFolderMove(context, placement());
    },
    discard: () => removeTree(disk, temp),
    sweep: () => {
      removeTree(disk, temp);
      recoverFolderMove(context, reverseMove(placement()));
    },
  };
}

/** A free folder name. An empty folder is an earlier attempt's reservation and counts as free, as does its copy. */
function freeFolder({ disk }: RunContext, name: string, digest: Digest): string {
  return isEmptyFolder(disk, name) || digestAt(disk, name) === digest ? name : freeName(disk, name, '');
}

async function build(context: RunContext, { step }: StepJob<PlantStep>, temp: string): Promise<void> {
  const { disk } = context;
  const folders = new Set([temp]);
  makeFolder(disk, temp);
  for (const file of step.files) {
    const path = join(temp, file.path);
    for (const folder of foldersBetween(temp, path)) {
      if (!folders.has(folder)) makeFolder(disk, folder);
      folders.add(folder);
    }
    const made = newFile(disk, context.journal.root, path, file);
    await writeFile(disk, path, made.content, made.attributes);
  }
  for (const folder of folders) await syncFolder(disk, folder);
}

function foldersBetween(top: string, path: string): string[] {
  const out: string[] = [];
  for (let at = dirname(path); at.length > top.length; at = dirname(at)) out.unshift(at);
  return out;
}
