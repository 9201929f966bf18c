import { dirname, join } from 'node:path';
import type { Digest } from '../../model/plan.ts';
import { grownFrom } from '../disk/digest.ts';
import { NotAsPlanned, unless } from '../disk/error-code.ts';
import { removeFile } from '../disk/make-folder.ts';
import { placeFile, tempBeside, tryLink } from '../disk/place.ts';
import { digestAt, seeFile, statOf } from '../disk/seen-file.ts';
import { discard, writeFile } from '../disk/write-file.ts';
import type { ReadDisk } from '../disk.ts';
import type { RunContext, StepState } from './work.ts';

/** `n` names the file set aside. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
  readonly digest: Digest;
  readonly n: string;
}

/** Under both names: halfway, in either direction. */
export function lookAtFileMove(context: RunContext, move: FileMove): StepState {
  const to = digestAt(context.disk, move.to);
  const from = digestAt(context.disk, move.from);
  if (to === 'absent') {
    const state = withoutTarget(context, from, move.digest);
    // Moved back, with appended lines.
    return state === 'foreign' && hasGrown(context.disk, move.from, move.digest) ? 'before' : state;
  }
  if (to !== move.digest) return from === move.digest ? 'before' : 'foreign';
  if (from === 'absent') return 'after';
  return from === move.digest ? 'begun' : 'foreign';
}

function hasGrown(disk: ReadDisk, path: string, digest: Digest): boolean {
  const stat = statOf(disk, path);
  return stat?.type === 'file' && grownFrom(seeFile(disk, path, stat).source, digest) !== null;
}

/** State of a move without a target: a finished run had moved it. */
export function withoutTarget(context: RunContext, from: string, digest: Digest): StepState {
  if (from === 'absent') return 'missing';
  return from === digest || !context.wasMade ? 'before' : 'foreign';
}

/** Throws NotAsPlanned if nothing is left to undo. */
export function refuseToReverse(progress: StepState): void {
  if (progress === 'missing')
    throw new NotAsPlanned('cannot be undone: it is neither where it was nor where the run put it');
  if (progress === 'foreign') throw new NotAsPlanned('is no longer as the run left it');
}

/**
 * Durable move, never onto another file: the new name is synced before the old one goes. The old name is renamed aside, so that
 * a save at that instant is kept: it is put back and the move refused. Continues an earlier attempt.
 */
export async function moveFile(context: RunContext, move: FileMove, progress: StepState): Promise<void> {
  if (progress === 'before') await bring(context, move);
  if (progress !== 'after') {
    // An earlier attempt may have died before this sync.
    await context.sync(dirname(move.to));
    takeAway(context, move);
  }
  await context.sync(dirname(move.from));
}

/** After a crash: drops a copy set aside, and a name set aside whose content arrived; otherwise puts it back. */
export function settleAside(context: RunContext, move: FileMove): void {
  removeFile(context.disk, asideOf(context, move.to, move.n));
  const aside = asideOf(context, move.from, move.n);
  const stat = statOf(context.disk, aside);
  if (stat === null) return;
  if (statOf(context.disk, move.to)?.ino !== stat.ino && digestAt(context.disk, aside) !== move.digest)
    putBack(context, move, aside);
  else context.disk.unlink(aside);
}

async function bring(context: RunContext, move: FileMove): Promise<void> {
  await context.makeWay(move.to);
  if (!linked(context, move)) await copy(context, move);
}

function linked({ disk }: RunContext, { from, to }: FileMove): boolean {
  const isLinked = unless(['EEXIST'], () => tryLink(disk, from, to));
  if (isLinked === null) throw new NotAsPlanned(`cannot be moved: ${to} exists already`);
  return isLinked;
}

async function copy(context: RunContext, move: FileMove): Promise<void> {
  const { disk } = context;
  const { stat, source } = seeFile(disk, move.from);
  const temp = asideOf(context, move.to, move.n);
  removeFile(disk, temp);
  await writeFile(disk, temp, source, { mode: stat.mode, owner: stat, mtimeMs: stat.mtimeMs });
  try {
    placeFile(disk, temp, move.to);
  } catch (error) {
    discard(disk, temp);
    throw error;
  }
}

function takeAway(context: RunContext, move: FileMove): void {
  const { disk } = context;
  const aside = asideOf(context, move.from, move.n);
  if (digestAt(disk, move.from) !== move.digest) {
    removeFile(disk, move.to);
    throw new NotAsPlanned('was changed meanwhile');
  }
  disk.rename(move.from, aside);
  const same = disk.lstat(aside).ino === disk.lstat(move.to).ino || digestAt(disk, aside) === move.digest;
  if (same) {
    disk.unlink(aside);
    return;
  }
  putBack(context, move, aside);
  disk.unlink(move.to);
  throw new NotAsPlanned('was changed meanwhile');
}

// If a newer save has the name, the older one goes into the journal.
function putBack(context: RunContext, move: FileMove, aside: string): void {
  const { disk, journal } = context;
  try {
    placeFile(disk, aside, move.from);
  } catch (error) {
    if (!(error instanceof NotAsPlanned)) throw error;
    disk.rename(aside, join(journal.kept, `${move.n}.aside`));
  }
}

function asideOf(context: RunContext, path: string, n: string): string {
  return tempBeside(path, context.journal.run, n);
}
