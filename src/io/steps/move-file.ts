import { dirname, join } from 'node:path';
import { editedSource } from '../../codecs/edit.ts';
import { joinedSource, type Source, startsWith } from '../../codecs/lines/source.ts';
import type { Digest } from '../../model/plan.ts';
import { digestAt, prefixLength } from '../disk/digest.ts';
import { nullOn } from '../disk/error-code.ts';
import { removeFile } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { type SeenFile, seeFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import { placeFile, temporaryPath, tryLink } from '../disk/target.ts';
import { discard, writeFile } from '../disk/write-file.ts';
import type { ReadDisk } from '../disk.ts';
import { freeName } from '../journal/keep.ts';
import { refuseHarm, replaceFile } from './replace-file.ts';
import {
  type MoveStep,
  NOT_AS_LEFT,
  type PathMove,
  type PutStep,
  type RunContext,
  type StepJob,
  type StepState,
} from './work.ts';

/** State of a move; a file under both names is halfway, in either direction. */
export function fileMoveState(context: RunContext, move: PathMove): StepState {
  const to = digestAt(context.disk, move.to);
  const from = digestAt(context.disk, move.from);
  if (to === 'absent') {
    const state = stateWithoutTarget(context, from, move.digest);
    return state === 'not-as-planned' && hasGrown(context.disk, move.from, move.digest) ? 'before' : state;
  }
  if (to !== move.digest) return from === move.digest ? 'before' : 'not-as-planned';
  if (from === 'absent') return 'after';
  return from === move.digest ? 'begun' : 'not-as-planned';
}

function hasGrown(disk: ReadDisk, path: string, digest: Digest): boolean {
  const stat = statOf(disk, path);
  return stat?.type === 'file' && prefixLength(seeFile(disk, path, stat).source, digest) !== null;
}

/** State of a move whose target is missing. A changed source counts as not moved, except in a finished run. */
export function stateWithoutTarget(context: RunContext, from: string, digest: Digest): StepState {
  if (from === 'absent') return 'missing';
  return from === digest || !context.wasMade ? 'before' : 'not-as-planned';
}

export const NEITHER_PLACE = 'cannot be undone: it is neither where it was nor where the run put it';

/** Throws NotAsPlanned for a step that cannot be undone: its file is missing, or not as the run left it. */
export function refuseToReverse(progress: StepState): void {
  if (progress === 'missing') throw new NotAsPlanned(NEITHER_PLACE);
  if (progress === 'not-as-planned') throw new NotAsPlanned(NOT_AS_LEFT);
}

/**
 * Moves a file durably, never onto another one: the new name is synced before the old one is removed. The old name is renamed first, so
 * that a save at that instant is kept: it is restored and the move refused. Continues an earlier attempt.
 */
export async function moveFile(context: RunContext, move: PathMove, progress: StepState): Promise<void> {
  if (progress === 'before') await putAtTarget(context, move);
  if (progress !== 'after') {
    // An earlier attempt may have died before this sync.
    await context.sync(dirname(move.to));
    removeSourceFile(context, move);
  }
  await context.sync(dirname(move.from));
}

/** Cleans up after a crash: drops a renamed copy, and a renamed original whose content arrived; otherwise restores it. */
export function recoverSetAside(context: RunContext, move: PathMove): void {
  removeFile(context.disk, asideOf(context, move.to, move.name));
  const aside = asideOf(context, move.from, move.name);
  const stat = statOf(context.disk, aside);
  if (stat === null) return;
  if (statOf(context.disk, move.to)?.ino !== stat.ino && digestAt(context.disk, aside) !== move.digest)
    restoreAside(context, move, aside);
  else context.disk.unlink(aside);
}

async function putAtTarget(context: RunContext, move: PathMove): Promise<void> {
  await context.makeWay(move.to);
  if (!linkToTarget(context, move)) await copy(context, move);
}

function linkToTarget({ disk }: RunContext, { from, to }: PathMove): boolean {
  const isLinked = nullOn(['EEXIST'], () => tryLink(disk, from, to));
  if (isLinked === null) throw new NotAsPlanned(`cannot be moved: ${to} exists already`);
  return isLinked;
}

async function copy(context: RunContext, move: PathMove): Promise<void> {
  const { disk } = context;
  const { stat, source } = seeFile(disk, move.from);
  const temp = asideOf(context, move.to, move.name);
  removeFile(disk, temp);
  await writeFile(disk, temp, source, { mode: stat.mode, owner: stat, mtimeMs: stat.mtimeMs });
  try {
    placeFile(disk, temp, move.to);
  } catch (error) {
    discard(disk, temp);
    throw error;
  }
}

function removeSourceFile(context: RunContext, move: PathMove): void {
  const { disk } = context;
  const aside = asideOf(context, move.from, move.name);
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
  restoreAside(context, move, aside);
  disk.unlink(move.to);
  throw new NotAsPlanned('was changed meanwhile');
}

/** Restores a renamed original; if a newer save has the name, it goes into the journal. */
function restoreAside(context: RunContext, move: PathMove, aside: string): void {
  const { disk, journal } = context;
  try {
    placeFile(disk, aside, move.from);
  } catch (error) {
    if (!(error instanceof NotAsPlanned)) throw error;
    disk.rename(aside, join(journal.originalsFolder, `${move.name}.aside`));
  }
}

function asideOf(context: RunContext, path: string, name: string): string {
  return temporaryPath(path, context.journal.run, name);
}

/**
 * Source of a copied file that a later step removes: together a move with edits. `companionFolder`: folder that the program may put beside
 * the new file; null if impossible.
 */
export interface Origin {
  readonly name: string;
  readonly path: string;
  readonly digest: Digest;
  readonly originalPath: string;
  readonly companionFolder: string | null;
}

/**
 * Undoes a move with edits after the program appended to the file: appended lines go back too. Call it when undoing the removal of the
 * original. Null if they cannot be separated; throws NotAsPlanned if it would harm the program.
 */
export function moveOriginalBack(
  context: RunContext,
  job: StepJob<PutStep>,
  path: string,
  origin: Origin,
): (() => Promise<string | null>) | null {
  if (originalPlace(context, job, path, origin) === null) return null;
  return async () => {
    const { disk, journal } = context;
    const found = originalPlace(context, job, path, origin);
    if (found?.old == null) throw new NotAsPlanned(NOT_AS_LEFT);
    const { seen, undone, old } = found;
    // Both files exist until the returning one is complete, so an interruption leaves one.
    const raced = startsWith(old.source, undone) ? null : await writeBackGrown(context, job, origin, found, old);
    await context.sync(dirname(origin.path));
    const digest = seen.digest();
    const move: PathMove = { from: path, to: freeName(disk, job.undone, digest), digest, name: `${job.name}.u` };
    await moveFile(context, move, statOf(disk, move.to) === null ? 'before' : 'begun');
    await context.sync(journal.undone);
    return raced;
  };
}

/** Undoes a plain move after appends: the file goes back as it is. Null for other changes, or if the old path is taken. */
export function carryMoveBack(
  context: RunContext,
  { step, kind, undone }: StepJob<MoveStep>,
  back: PathMove,
): (() => Promise<null>) | null {
  const { disk, putBack } = context;
  const stat = statOf(disk, back.from);
  if (putBack === undefined || stat?.type !== 'file') return null;
  const { source, digest } = seeFile(disk, back.from, stat);
  const size = prefixLength(source, step.was);
  if (size === null) return null;
  const was = joinedSource([{ source, from: 0, to: size }]);
  const isKnown = putBack(kind, step.from, { before: was, after: was, now: source }) !== null;
  const old = inItsPlace(disk, back.to, source);
  if (!isKnown || old === 'other') return null;
  return async () => {
    const move = { ...back, digest: digest() };
    // After a cut undo: a link or copy is there, and either file may have grown.
    if (old !== null && old.digest() !== move.digest && startsWith(source, old.source)) removeFile(disk, back.to);
    const isThere = statOf(disk, back.to) !== null;
    const isLonger = isThere && digestAt(disk, back.to) !== move.digest;
    if (isLonger) await moveFile(context, { ...move, to: freeName(disk, undone, move.digest) }, 'before');
    else await moveFile(context, move, isThere ? 'begun' : 'before');
    return null;
  };
}

export function carriedTempPath({ journal }: RunContext, { name }: StepJob<PutStep>, { path }: Origin): string {
  return temporaryPath(path, journal.run, `${name}.b`);
}

interface OriginalPlace {
  readonly seen: SeenFile;
  readonly undone: Source;
  /** File in the original's place; null if none. */
  readonly old: SeenFile | null;
}

function originalPlace(context: RunContext, job: StepJob<PutStep>, path: string, origin: Origin): OriginalPlace | null {
  const { disk, putBack } = context;
  const { content } = job.step;
  const stat = statOf(disk, path);
  const before = originalOf(disk, origin);
  if (putBack === undefined || content.from !== 'copy' || before === null || stat?.type !== 'file') return null;
  if (origin.companionFolder !== null && statOf(disk, origin.companionFolder) !== null) return null;
  const seen = seeFile(disk, path, stat);
  const versions = { before, after: editedSource(before, content.edits), now: seen.source };
  const undone = putBack(job.kind, origin.name, versions);
  // A cut undo must recognise the original as a prefix.
  if (undone === null || prefixLength(undone, origin.digest) === null) return null;
  refuseHarm(context, job, origin.name, { ...versions, undone });
  const old = inItsPlace(disk, origin.path, undone);
  return old === 'other' ? null : { seen, undone, old };
}

/** The original, or the result of a cut undo: neither is lost. Null if missing. */
function inItsPlace(disk: ReadDisk, path: string, undone: Source): SeenFile | null | 'other' {
  const stat = statOf(disk, path);
  if (stat === null) return null;
  const old = stat.type === 'file' ? seeFile(disk, path, stat) : null;
  const isOurs = old !== null && (startsWith(undone, old.source) || startsWith(old.source, undone));
  return isOurs ? old : 'other';
}

/** The original in the journal; after that step's undo it is in its place, perhaps with more lines. */
function originalOf(disk: ReadDisk, { originalPath, path, digest }: Origin): Source | null {
  if (digestAt(disk, originalPath) === digest) return seeFile(disk, originalPath).source;
  if (statOf(disk, path)?.type !== 'file') return null;
  const { source } = seeFile(disk, path);
  const size = prefixLength(source, digest);
  return size === null ? null : joinedSource([{ source, from: 0, to: size }]);
}

async function writeBackGrown(
  context: RunContext,
  job: StepJob<PutStep>,
  origin: Origin,
  { seen, undone }: OriginalPlace,
  old: SeenFile,
): Promise<string | null> {
  const { disk } = context;
  const temp = carriedTempPath(context, job, origin);
  removeFile(disk, temp);
  const { mode } = old.stat;
  const ino = await writeFile(disk, temp, undone, { mode, owner: old.stat, mtimeMs: seen.stat.mtimeMs });
  try {
    return replaceFile(disk, { temp, ino }, origin.path, old);
  } catch (error) {
    discard(disk, temp);
    throw error;
  }
}
