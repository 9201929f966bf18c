import { basename, dirname } from 'node:path';
import { NotAsPlanned } from '../disk/error-code.ts';
import { digestAt, statOf } from '../disk/seen-file.ts';
import { carryMoveBack } from './carry-back.ts';
import { type FileMove, lookAtFileMove, moveFile, refuseToReverse, settleAside } from './move-file.ts';
import {
  type FolderMove,
  lookAtFolderMove,
  moveFolder,
  revertFolderMove,
  settleFolderMove,
  wayBack,
} from './move-folder.ts';
import type { Move, Remove, RunContext, StepJob, Work } from './work.ts';

export interface MoveRoute {
  readonly from: string;
  readonly to: string;
}

/** A removal is a move into the journal. */
export function moveFileWork(context: RunContext, job: StepJob<Move | Remove>, route: MoveRoute): Work {
  const { step } = job;
  const there: FileMove = { ...route, digest: step.was, n: job.n };
  const back: FileMove = { from: route.to, to: route.from, digest: step.was, n: `${job.n}.u` };
  const sweep = () => {
    settleAside(context, there);
    settleAside(context, back);
  };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    state: () => lookAtFileMove(context, there),
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
    amend: () => (step.do === 'move' ? carryMoveBack(context, { ...job, step }, back) : null),
    discard: sweep,
    sweep,
  };
}

/** A removal is a move into the journal. */
export function moveFolderWork(context: RunContext, job: StepJob<Move | Remove>, route: MoveRoute): Work {
  const there: FolderMove = { ...route, digest: job.step.was, n: job.n };
  const sweep = () => {
    settleFolderMove(context, there);
    settleFolderMove(context, wayBack(there));
  };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    state: () => lookAtFolderMove(context, there),
    prepare: async () => check(context, there, 'folder', () => lookAtFolderMove(context, there) === 'begun'),
    commit: async () => {
      await moveFolder(context, there, context.first ? 'before' : lookAtFolderMove(context, there));
      return null;
    },
    reverse: () => revertFolderMove(context, there),
    discard: sweep,
    sweep,
  };
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
  if (digestAt(disk, move.from) !== move.digest) throw new NotAsPlanned('was changed since it was read');
  if (statOf(disk, move.to) !== null) throw new NotAsPlanned(`cannot be moved: ${basename(move.to)} exists already`);
}
