import { basename, dirname } from 'node:path';
import { printAt, statOf } from '../disk/look.ts';
import { Refusal } from '../run/refusal.ts';
import { type FileMove, lookAtFileMove, moveFile, settleAside } from './move-file.ts';
import { type FolderMove, lookAtFolderMove, moveFolder } from './move-folder.ts';
import type { Job, Move, Progress, Remove, RunContext, Work } from './work.ts';

/** Where a move goes, and whether as a second link or as a copy. */
export interface Route {
  readonly from: string;
  readonly to: string;
  readonly by: 'link' | 'copy';
}

/** A move of a file; a removal is one into the journal. */
export function moveFileWork(context: RunContext, job: Job<Move | Remove>, route: Route): Work {
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
export function moveFolderWork(context: RunContext, job: Job<Move | Remove>, route: Route): Work {
  const there: FolderMove = { from: route.from, to: route.to, print: job.step.was };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    look: () => lookAtFolderMove(context, there),
    prepare: async () => check(context, there, 'folder', () => lookAtFolderMove(context, there) === 'begun'),
    commit: async () => {
      await moveFolder(context, there, context.first ? 'before' : lookAtFolderMove(context, there));
      return null;
    },
    reverse: () => takeFolderBack(context, there),
    discard: () => undefined,
    sweep: () => undefined,
  };
}

/** Moves a folder back to where it came from; a name that was only reserved is let go. */
export async function takeFolderBack(context: RunContext, there: FolderMove): Promise<null> {
  const progress = lookAtFolderMove(context, there);
  refuseToReverse(progress);
  const back = { from: there.to, to: there.from, print: there.print };
  if (progress !== 'before') await moveFolder(context, back, progress === 'begun' ? 'begun' : 'before');
  return null;
}

function refuseToReverse(progress: Progress): void {
  if (progress === 'missing')
    throw new Refusal('cannot be undone: it is neither where it was nor where the run put it');
  if (progress === 'foreign') throw new Refusal('is no longer as the run left it');
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
  if (stat === null) throw new Refusal('is gone');
  if (stat.type === 'link') throw new Refusal('is a link, and no change goes through a link');
  if (stat.type !== type) throw new Refusal(`is no ${type}`);
  if (printAt(disk, move.from) !== move.print) throw new Refusal('was changed since it was read');
  if (statOf(disk, move.to) !== null) throw new Refusal(`cannot be moved: ${basename(move.to)} exists already`);
}
