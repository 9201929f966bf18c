import { dirname } from 'node:path';
import type { Edit } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { digestAt } from '../disk/digest.ts';
import { allBytes, digestSource } from '../disk/file-source.ts';
import { removeFile } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { editedFile, hasExactly, isInMemory, type SeenFile, seeFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import { placeFile, temporaryPath } from '../disk/target.ts';
import { writeFile } from '../disk/write-file.ts';
import type { ReadDisk } from '../disk.ts';
import { freeName, keepOriginal } from '../journal/keep.ts';
import type { RaceCheck } from '../run/race-watch.ts';
import { contentSource, newFile } from './content.ts';
import { carriedTempPath, moveFile, moveOriginalBack, type Origin, recoverSetAside } from './move-file.ts';
import { attributesFor, keepReplacedFile, replaceFile, type TempFile, undoUnderSaves } from './replace-file.ts';
import {
  NOT_AS_LEFT,
  type PathMove,
  type PutStep,
  type RunContext,
  requireType,
  type StepJob,
  type StepState,
  type StepWork,
} from './work.ts';

/** The work of a put over a file: build beside it, keep the old one, rename. */
export function replaceStep(context: RunContext, job: StepJob<PutStep>, path: string): StepWork {
  const { disk } = context;
  const temp = temporaryPath(path, context.journal.run, job.name);
  // The original of an earlier attempt may be the only copy: dropped only if `path` still equals it.
  let keptByUs = false;
  let seen: SeenFile | null = null;
  let built: TempFile | null = null;
  let raceCheck: RaceCheck | null = null;
  const sweep = () => {
    removeFile(disk, temp);
  };
  return {
    folders: [dirname(path)],
    state: () => stateOf(context, job, path),
    prepare: async () => {
      seen = seeOriginal(context, job, path);
      const content = resultOf(context, job, seen);
      if (isSame(content, seen)) return;
      raceCheck = context.raceWatch?.expect(temp, path) ?? null;
      built = { temp, ino: await writeFile(disk, temp, content, attributesFor(job, seen)) };
      keptByUs = context.first || statOf(disk, job.originalPath) === null;
      await keepOriginal(disk, path, seen, job.originalPath, job.keep);
      await context.sync(context.journal.originalsFolder);
    },
    commit: async () => {
      // Nothing was built: no change needed.
      if (seen === null || built === null) return null;
      const raced = replaceFile(disk, built, path, seen, () => {
        keptByUs = false;
      });
      await context.sync(dirname(path));
      return (await raceCheck?.slipped())
        ? 'was saved by another program as it was replaced: that save is lost'
        : raced;
    },
    undoUnderSaves: () => undoUnderSaves(context, job, path, (before) => resultOf(context, job, before)),
    reverse: (known) => reverse(context, job, path, known ?? stateOf(context, job, path)),
    discard: () => {
      raceCheck?.drop();
      sweep();
      if (keptByUs || digestAt(disk, path) === job.step.was) dropKept(context, job);
    },
    sweep,
  };
}

function seeOriginal(context: RunContext, job: StepJob<PutStep>, path: string): SeenFile {
  const stat = requireType(statOf(context.disk, path), 'file');
  const seen = seeFile(context.disk, path, stat);
  if (seen.digest() !== job.step.was) throw new NotAsPlanned('was changed since it was read');
  return seen;
}

function resultOf(context: RunContext, { step }: StepJob<PutStep>, original: SeenFile): Source {
  if (step.content.from === 'edits') return editedFile(original, step.content.edits);
  return contentSource(context.disk, context.journal.root, step.content);
}

function isSame(content: Source, seen: SeenFile): boolean {
  if (!isInMemory(seen) || content.size !== seen.bytes.length) return false;
  return Buffer.compare(content.slice(0, content.size), seen.bytes) === 0;
}

/** State of a put. The original is durable first, so without one nothing was replaced. */
function stateOf(context: RunContext, job: StepJob<PutStep>, path: string): StepState {
  const { disk } = context;
  const { content, was } = job.step;
  const original = statOf(disk, job.originalPath)?.type === 'file' ? seeFile(disk, job.originalPath) : null;
  const isSound = original?.digest() === was;
  if (
    original !== null &&
    isSound &&
    isInMemory(original) &&
    content.from === 'edits' &&
    statOf(disk, path)?.type === 'file'
  )
    return comparePrepared(disk, path, original, content.edits);
  const digest = digestAt(disk, path);
  if (digest === was) return 'before';
  if (statOf(disk, job.originalPath) === null) return stateWithoutOriginal(context, job, path, digest);
  if (original === null || !isSound) return 'missing';
  const becomes = content.from === 'edits' ? digestSource(editedFile(original, content.edits)) : job.becomes;
  return digest === becomes ? 'after' : 'not-as-planned';
}

/** State by comparing bytes, which is far cheaper than hashing. */
function comparePrepared(disk: ReadDisk, path: string, original: SeenFile, edits: readonly Edit[]): StepState {
  const edited = allBytes(editedFile(original, edits));
  const isEdited = hasExactly(disk, path, edited);
  if (isEdited && Buffer.compare(edited, original.bytes) !== 0) return 'after';
  return isEdited || hasExactly(disk, path, original.bytes) ? 'before' : 'not-as-planned';
}

/** State without an original: not made, undone and saved later, or the original was taken. */
function stateWithoutOriginal(context: RunContext, job: StepJob<PutStep>, path: string, digest: string): StepState {
  if (statOf(context.disk, `${job.undone}.was`) !== null) return 'before';
  const atUndone = digestAt(context.disk, job.undone);
  // The renamed file is there too: undo was cut before restoring it.
  if (atUndone === digest) return 'missing';
  if (atUndone !== 'absent') return 'before';
  if (context.wasMade) return 'missing';
  const { content } = job.step;
  if (content.from !== 'edits') return digest === job.becomes ? 'missing' : 'before';
  return looksEdited(context, path, content.edits) ? 'missing' : 'before';
}

/** True if the file looks edited; without the original only insertions can be checked. */
function looksEdited(context: RunContext, path: string, edits: readonly Edit[]): boolean {
  if (statOf(context.disk, path)?.type !== 'file') return false;
  const { source } = seeFile(context.disk, path);
  let shift = 0;
  for (const { at, remove, insert } of [...edits].sort((a, b) => a.at - b.at)) {
    if (Buffer.compare(source.slice(at + shift, insert.length), insert) !== 0) return false;
    shift += insert.length - remove;
  }
  return true;
}

function dropKept({ disk }: RunContext, { originalPath }: StepJob): void {
  if (statOf(disk, originalPath)?.type === 'file') disk.unlink(originalPath);
}

async function reverse(
  context: RunContext,
  job: StepJob<PutStep>,
  path: string,
  progress: StepState,
): Promise<string | null> {
  const { disk, journal } = context;
  if (progress === 'before') {
    // The original was kept for a step that was not made, or is restored.
    dropKept(context, job);
    return null;
  }
  if (progress !== 'after') throw new NotAsPlanned(NOT_AS_LEFT);
  const seen = seeFile(disk, path);
  await keepReplacedFile(context, job, path, seen);
  await context.sync(journal.undone);
  const raced = await bringBack(context, job, path, seen);
  await context.sync(dirname(path));
  dropKept(context, job);
  await context.sync(journal.originalsFolder);
  return raced;
}

/** Restores the original. A rename restores inode, mode and time; across file systems only a copy is possible. */
async function bringBack(
  context: RunContext,
  job: StepJob<PutStep>,
  path: string,
  seen: SeenFile,
): Promise<string | null> {
  const { disk } = context;
  const original = disk.lstat(job.originalPath);
  if (original.dev === seen.stat.dev) {
    return replaceFile(disk, { temp: job.originalPath, ino: original.ino }, path, seen);
  }
  const temp = temporaryPath(path, context.journal.run, job.name);
  removeFile(disk, temp);
  const attributes = { mode: original.mode, owner: original, mtimeMs: original.mtimeMs };
  const ino = await writeFile(disk, temp, seeFile(disk, job.originalPath, original).source, attributes);
  return replaceFile(disk, { temp, ino }, path, seen);
}

/** The work of a put without an old file: linked to its name, which fails if the name is taken. */
export function createStep(context: RunContext, job: StepJob<PutStep>, path: string, origin: Origin | null): StepWork {
  const { disk } = context;
  const temp = temporaryPath(path, context.journal.run, job.name);
  const state = (): StepState => {
    const digest = digestAt(disk, path);
    if (digest === 'absent') return 'before';
    return digest === job.becomes ? 'after' : 'not-as-planned';
  };
  const back = (): PathMove => {
    const digest = job.becomes ?? '';
    return { from: path, to: freeName(disk, job.undone, digest), digest, name: `${job.name}.u` };
  };
  const sweep = () => {
    removeFile(disk, temp);
    if (origin !== null) removeFile(disk, carriedTempPath(context, job, origin));
    recoverSetAside(context, back());
  };
  return {
    folders: [dirname(path)],
    state,
    prepare: () => prepare(context, job, path, temp),
    commit: async () => {
      placeFile(disk, temp, path);
      await context.sync(dirname(path));
      return null;
    },
    reverse: async () => {
      const move = back();
      if (state() === 'not-as-planned') throw new NotAsPlanned(NOT_AS_LEFT);
      if (state() === 'after') await moveFile(context, move, statOf(disk, move.to) === null ? 'before' : 'begun');
      return null;
    },
    undoUnderSaves: () => (origin === null ? null : moveOriginalBack(context, job, path, origin)),
    discard: sweep,
    sweep,
  };
}

async function prepare(context: RunContext, job: StepJob<PutStep>, path: string, temp: string): Promise<void> {
  const { content, keepTime, isPrivate } = job.step;
  if (content.from === 'edits') throw new NotAsPlanned('cannot be edited: it does not exist');
  if (statOf(context.disk, path) !== null) throw new NotAsPlanned('is in the way: it exists already');
  await context.makeWay(path);
  const made = newFile(context.disk, context.journal.root, path, { content, keepTime, isPrivate });
  if (digestSource(made.content) !== job.becomes)
    throw new NotAsPlanned('cannot be made as planned: its source was changed meanwhile');
  await writeFile(context.disk, temp, made.content, made.attributes);
}
