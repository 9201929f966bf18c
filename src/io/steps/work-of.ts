import { basename, dirname, join } from 'node:path';
import { pathTurnover } from '../../model/check-change.ts';
import type { Change, Step } from '../../model/plan.ts';
import { digestAt } from '../disk/digest.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { statOf } from '../disk/stat-of.ts';
import { targetIn } from '../disk/target.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { NumberedChange } from '../journal/intentions.ts';
import { isMarked, type Journal } from '../journal/journal.ts';
import { carryMoveBack, fileMoveState, moveFile, type Origin, recoverSetAside, refuseToReverse } from './move-file.ts';
import {
  folderMoveState,
  moveFolder,
  plantStep,
  recoverFolderMove,
  reverseMove,
  revertFolderMove,
} from './move-folder.ts';
import { createStep, replaceStep } from './put-over.ts';
import {
  type MoveStep,
  type PathMove,
  type RemoveStep,
  type RunContext,
  requireType,
  type StepJob,
  type StepState,
  type StepWork,
} from './work.ts';

/** The works of a Change, in step order. Throws NotAsPlanned for a link among a path's folders. */
export function worksOf(context: RunContext, { change, number, becomes }: NumberedChange): StepWork[] {
  return change.steps.map((step, index) => {
    const name = `${number}.${index}`;
    const originalPath = join(context.journal.originalsFolder, name);
    const undone = join(context.journal.undone, name);
    const { keep, kind } = change;
    const job = { step, name, originalPath, undone, becomes: becomes[index] ?? null, keep, kind };
    return workOf(context, job, () => originOf(context, change, number, index));
  });
}

function originOf({ disk, journal }: RunContext, { steps }: Change, number: number, index: number): Origin | null {
  const step = steps[index];
  if (step?.do !== 'put' || step.content.from !== 'copy') return null;
  const { path: name, was } = step.content;
  const taker = steps.findIndex(
    (each, n) => n > index && each.do === 'remove' && each.what === 'file' && each.path === name && each.was === was,
  );
  if (taker === -1) return null;
  const folder = step.path.replace(/\.[^./]+$/, '');
  const isOurs = folder === step.path || steps.some((each) => pathTurnover(each).fills === folder);
  const companionFolder = isOurs ? null : join(journal.root, folder);
  const path = targetIn(disk, journal.root, name);
  return {
    name,
    path,
    digest: was,
    originalPath: join(journal.originalsFolder, `${number}.${taker}`),
    companionFolder,
  };
}

function workOf(context: RunContext, job: StepJob, origin: () => Origin | null): StepWork {
  const { step } = job;
  const at = (path: string) => targetIn(context.disk, context.journal.root, path);
  if (step.do === 'put') {
    return step.was === 'absent'
      ? createStep(context, { ...job, step }, at(step.path), origin())
      : replaceStep(context, { ...job, step }, at(step.path));
  }
  if (step.do === 'plant') return plantStep(context, { ...job, step }, at(step.path));
  const from = at(step.do === 'move' ? step.from : step.path);
  const to = step.do === 'move' ? at(step.to) : job.originalPath;
  const route = { from, to };
  return step.what === 'file'
    ? moveFileWork(context, { ...job, step }, route)
    : moveFolderWork(context, { ...job, step }, route);
}

/**
 * The states of the steps of a Change. If one step empties a path and a later one fills it, each state depends on the other:
 * 1. While the path is not emptied, the filling step is before its work, whatever is at the path.
 * 2. Once the filling step made its file there, the emptying step is done.
 */
export function stepStates({ steps }: Change, works: readonly StepWork[]): readonly StepState[] {
  const emptiers = steps.map((step, n) => emptierOf(steps.slice(0, n), step));
  const states: StepState[] = [];
  for (const [n, work] of works.entries()) {
    const emptier = emptiers[n] ?? NO_STEP;
    const [found, before] = [work.state(), states[emptier]];
    states.push(before === 'before' || before === 'begun' ? 'before' : found);
    // The path was filled by this run, so it was emptied before.
    if (before === 'before' && found === 'after') states[emptier] = 'missing';
  }
  return states.map((state, n) => {
    const filler = states[emptiers.indexOf(n)];
    return state === 'not-as-planned' && (filler === 'after' || filler === 'begun') ? 'after' : state;
  });
}

const NO_STEP = -1;

/** Index of the earlier step that empties the path which `step` fills. */
function emptierOf(earlier: readonly Step[], step: Step): number {
  const { fills } = pathTurnover(step);
  return fills === null ? NO_STEP : earlier.findIndex((each) => pathTurnover(each).empties === fills);
}

export function runContext(disk: WriteDisk, journal: Journal): RunContext {
  const nothing = async () => undefined;
  return { disk, journal, first: false, wasMade: isMarked(disk, journal, 'is-done'), sync: nothing, makeWay: nothing };
}

interface MoveRoute {
  readonly from: string;
  readonly to: string;
}

function moveFileWork(context: RunContext, job: StepJob<MoveStep | RemoveStep>, route: MoveRoute): StepWork {
  const { step } = job;
  const there: PathMove = { ...route, digest: step.was, name: job.name };
  const back: PathMove = { from: route.to, to: route.from, digest: step.was, name: `${job.name}.u` };
  const sweep = () => {
    recoverSetAside(context, there);
    recoverSetAside(context, back);
  };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    state: () => fileMoveState(context, there),
    prepare: async () => check(context, there, 'file', () => fileMoveState(context, there) === 'begun'),
    commit: async () => {
      await moveFile(context, there, context.first ? 'before' : fileMoveState(context, there));
      return null;
    },
    reverse: async () => {
      const progress = fileMoveState(context, there);
      refuseToReverse(progress);
      if (progress !== 'before') await moveFile(context, back, progress === 'begun' ? 'begun' : 'before');
      return null;
    },
    undoUnderSaves: () => (step.do === 'move' ? carryMoveBack(context, { ...job, step }, back) : null),
    discard: sweep,
    sweep,
  };
}

function moveFolderWork(context: RunContext, job: StepJob<MoveStep | RemoveStep>, route: MoveRoute): StepWork {
  const there: PathMove = { ...route, digest: job.step.was, name: job.name };
  const sweep = () => {
    recoverFolderMove(context, there);
    recoverFolderMove(context, reverseMove(there));
  };
  return {
    folders: [dirname(route.from), dirname(route.to)],
    state: () => folderMoveState(context, there),
    prepare: async () => check(context, there, 'folder', () => folderMoveState(context, there) === 'begun'),
    commit: async () => {
      await moveFolder(context, there, context.first ? 'before' : folderMoveState(context, there));
      return null;
    },
    reverse: () => revertFolderMove(context, there),
    discard: sweep,
    sweep,
  };
}

function check(context: RunContext, move: PathMove, type: 'file' | 'folder', isBegun: () => boolean): void {
  const { disk } = context;
  if (!context.first && isBegun()) return;
  requireType(statOf(disk, move.from), type);
  if (digestAt(disk, move.from) !== move.digest) throw new NotAsPlanned('was changed since it was read');
  if (statOf(disk, move.to) !== null) throw new NotAsPlanned(`cannot be moved: ${basename(move.to)} exists already`);
}
