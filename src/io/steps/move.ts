import { basename, dirname } from 'node:path';
import type { Print } from '../../model/plan.ts';
import { errorCode, unless } from '../disk/error-code.ts';
import { isEmptyFolder, printAt, statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../run/not-as-planned.ts';
import { type FileMove, lookAtFileMove, moveFile, settleAside, withoutTarget } from './move-file.ts';
import type { Move, Remove, RunContext, StepJob, StepState, Work } from './work.ts';

/** Where a move goes, and whether as a second link or as a copy. */
export interface MoveRoute {
  readonly from: string;
  readonly to: string;
  readonly by: 'link' | 'copy';
}

/** A move of a file; a removal is one into the journal. */
export function moveFileWork(context: RunContext, job: StepJob<Move | Remove>, route: MoveRoute): Work {
  const there: FileMove = { ...route, print: job.step.was, n: job.n };
  const back: FileMove = { from: route.to, to: route.from, by: 'link', print: job.step.was, n: `${job.n}.u` };
  const sweep = () => {
    settleAside(context, there);
    settleAside(context, back);
  };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    look: () => lookAtFileMove(context, there),
    prepare: async () => check(context, there, 'file', () => lookAtFileMove(context, there) === 'begun'),
    commit: async () => {
      await moveFile(context, there, context.first ? 'before' : lookAtFileMove(context, there));
      return null;
    },
    reverse: async () => {
      const progress = lookAtFileMove(context, there);
      refuseToReverse(progress);
      if (progress !== 'before') await moveFile(context, back, progress === 'begun' ? 'begun' : 'before');
      return null;
    },
    discard: sweep,
    sweep,
  };
}

/** A move of a folder; a removal is one into the journal. */
export function moveFolderWork(context: RunContext, job: StepJob<Move | Remove>, route: MoveRoute): Work {
  const there: FolderMove = { from: route.from, to: route.to, print: job.step.was };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    look: () => lookAtFolderMove(context, there),
    prepare: async () => check(context, there, 'folder', () => lookAtFolderMove(context, there) === 'begun'),
    commit: async () => {
      await moveFolder(context, there, context.first ? 'before' : lookAtFolderMove(context, there));
      return null;
    },
    reverse: () => revertFolderMove(context, there),
    discard: () => undefined,
    sweep: () => undefined,
  };
}

/** Moves a folder back to where it came from; a name that was only reserved is removed. */
export async function revertFolderMove(context: RunContext, there: FolderMove): Promise<null> {
  const progress = lookAtFolderMove(context, there);
  refuseToReverse(progress);
  const back = { from: there.to, to: there.from, print: there.print };
  if (progress !== 'before') await moveFolder(context, back, progress === 'begun' ? 'begun' : 'before');
  return null;
}

function refuseToReverse(progress: StepState): void {
  if (progress === 'missing')
    throw new NotAsPlanned('cannot be undone: it is neither where it was nor where the run put it');
  if (progress === 'foreign') throw new NotAsPlanned('is no longer as the run left it');
}

function check(
  context: RunContext,
  move: FileMove | FolderMove,
  type: 'file' | 'folder',
  isBegun: () => boolean,
): void {
  const { disk } = context;
  if (!context.first && isBegun()) return;
  const stat = statOf(disk, move.from);
  if (stat === null) throw new NotAsPlanned('is gone');
  if (stat.type === 'link') throw new NotAsPlanned('is a link, and no change goes through a link');
  if (stat.type !== type) throw new NotAsPlanned(`is not a ${type}`);
  if (printAt(disk, move.from) !== move.print) throw new NotAsPlanned('was changed since it was read');
  if (statOf(disk, move.to) !== null) throw new NotAsPlanned(`cannot be moved: ${basename(move.to)} exists already`);
}

/** A folder that goes from one name to another. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
  readonly print: Print;
}

/** How far the move is. A full folder under one name and an empty one under the other is half-way: the empty one is reserved. */
function lookAtFolderMove(context: RunContext, move: FolderMove): StepState {
  const { disk } = context;
  const from = printAt(disk, move.from);
  if (statOf(disk, move.to) === null) return withoutTarget(context, from, move.print);
  const to = printAt(disk, move.to);
  if (from === 'absent') return to === move.print ? 'after' : 'foreign';
  if (from === move.print) return isEmptyFolder(disk, move.to) ? 'begun' : 'before';
  return to === move.print && isEmptyFolder(disk, move.from) ? 'begun' : 'foreign';
}

/**
 * Moves a folder, durably, never onto another: the new name is reserved by an empty folder, and a rename succeeds only over an
 * empty one. Goes on where an earlier attempt stopped. Throws NotAsPlanned, with the folder where it was, when it is not what it was.
 */
export async function moveFolder(context: RunContext, move: FolderMove, progress: StepState): Promise<void> {
  if (progress === 'before') {
    await context.makeWay(move.to);
    reserve(context, move);
  }
  if (progress === 'begun' && printAt(context.disk, move.from) !== move.print) context.disk.rmdir(move.from);
  else if (progress !== 'after') rename(context, move);
  await context.sync(dirname(move.to));
  await context.sync(dirname(move.from));
}

function reserve({ disk }: RunContext, move: FolderMove): void {
  try {
    disk.mkdir(move.to, 0o700);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new NotAsPlanned(`cannot be moved: ${move.to} exists already`);
    throw error;
  }
}

function rename({ disk }: RunContext, move: FolderMove): void {
  if (printAt(disk, move.from) !== move.print) {
    disk.rmdir(move.to);
    throw new NotAsPlanned('was changed meanwhile');
  }
  try {
    disk.rename(move.from, move.to);
  } catch (error) {
    unless(['ENOTEMPTY', 'ENOENT'], () => disk.rmdir(move.to));
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? ''))
      throw new NotAsPlanned(`cannot be moved: ${move.to} is in use`);
    throw error;
  }
  // A file that came into the folder in the same moment has moved with it; it goes back with it too.
  if (printAt(disk, move.to) === move.print) return;
  disk.rename(move.to, move.from);
  throw new NotAsPlanned('was changed meanwhile');
}
