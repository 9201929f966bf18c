import { dirname } from 'node:path';
import type { Edit } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { digestSource, wholeOf } from '../disk/file-source.ts';
import { digestAt, statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { removeFile } from '../disk/remove-tree.ts';
import { holdsJust } from '../disk/same-bytes.ts';
import { editedFile, isHeld, type SeenFile, seeFile } from '../disk/seen-file.ts';
import { tempBeside } from '../disk/temp-name.ts';
import { writeFile } from '../disk/write-file.ts';
import type { ReadDisk } from '../disk.ts';
import { keepOriginal } from '../journal/keep.ts';
import type { RaceCheck } from '../run/race-watch.ts';
import { contentSource } from './content.ts';
import { amend, type Built, keepReplaced, replaceFile } from './replace-file.ts';
import type { Put, RunContext, StepJob, StepState, Work } from './work.ts';

/** A put over a file: the new one is built beside it, the old one kept in the journal, then one rename. */
export function putOver(context: RunContext, job: StepJob<Put>, path: string): Work {
  const { disk } = context;
  const temp = tempBeside(path, context.journal.run, job.n);
  // A kept original from an earlier attempt may be the only copy: it is dropped only when `path` still is that original.
  let keptByUs = false;
  let seen: SeenFile | null = null;
  let built: Built | null = null;
  let raceCheck: RaceCheck | null = null;
  const sweep = () => {
    removeFile(disk, temp);
  };
  return {
    folders: [dirname(path)],
    state: () => stateOf(context, job, path),
    prepare: async () => {
      seen = see(context, job, path);
      const content = result(context, job, seen);
      if (isSame(content, seen)) return;
      raceCheck = context.raceWatch?.expect(temp, path) ?? null;
      const { mode, mtimeMs } = seen.stat;
      const applyAttributes = { mode, owner: seen.stat, ...(job.step.keepTime === true ? { mtimeMs } : {}) };
      built = { temp, ino: await writeFile(disk, temp, content, applyAttributes) };
      keptByUs = context.first || statOf(disk, job.kept) === null;
      await keepOriginal(disk, path, seen, job.kept, job.keep);
      await context.sync(context.journal.kept);
    },
    commit: async () => {
      // Nothing was built: the file already is what it was to become.
      if (seen === null || built === null) return null;
      const raced = replaceFile(disk, built, path, seen, () => {
        keptByUs = false;
      });
      await context.sync(dirname(path));
      return (await raceCheck?.slipped())
        ? 'was saved by another program as it was replaced: that save is lost'
        : raced;
    },
    amend: () => amend(context, job, path, (before) => result(context, job, before)),
    reverse: (known) => reverse(context, job, path, known ?? stateOf(context, job, path)),
    discard: () => {
      raceCheck?.drop();
      sweep();
      if (keptByUs || digestAt(disk, path) === job.step.was) dropKept(context, job);
    },
    sweep,
  };
}

function see(context: RunContext, job: StepJob<Put>, path: string): SeenFile {
  const stat = statOf(context.disk, path);
  if (stat === null) throw new NotAsPlanned('is gone');
  if (stat.type === 'link') throw new NotAsPlanned('is a link, and no change goes through a link');
  if (stat.type !== 'file') throw new NotAsPlanned('is not a file');
  const seen = seeFile(context.disk, path, stat);
  if (seen.digest() !== job.step.was) throw new NotAsPlanned('was changed since it was read');
  return seen;
}

function result(context: RunContext, { step }: StepJob<Put>, original: SeenFile): Source {
  if (step.content.from === 'edits') return editedFile(original, step.content.edits);
  return contentSource(context.disk, context.journal.root, step.content);
}

/** A put that changes nothing is not made; of a large file that is not looked for. */
function isSame(content: Source, seen: SeenFile): boolean {
  if (!isHeld(seen) || content.size !== seen.bytes.length) return false;
  return Buffer.compare(content.slice(0, content.size), seen.bytes) === 0;
}

// The original is in the journal, durably, before it is replaced: without it there, nothing was replaced.
function stateOf(context: RunContext, job: StepJob<Put>, path: string): StepState {
  const { disk } = context;
  const { content, was } = job.step;
  const original = statOf(disk, job.kept)?.type === 'file' ? seeFile(disk, job.kept) : null;
  const isSound = original?.digest() === was;
  if (
    original !== null &&
    isSound &&
    isHeld(original) &&
    content.from === 'edits' &&
    statOf(disk, path)?.type === 'file'
  )
    return compare(disk, path, original, content.edits);
  const digest = digestAt(disk, path);
  if (digest === was) return 'before';
  if (statOf(disk, job.kept) === null) return lookWithoutOriginal(context, job, path, digest);
  if (original === null || !isSound) return 'missing';
  const becomes = content.from === 'edits' ? digestSource(editedFile(original, content.edits)) : job.becomes;
  return digest === becomes ? 'after' : 'foreign';
}

// To compare bytes takes a fraction of the time that a print takes.
function compare(disk: ReadDisk, path: string, original: SeenFile, edits: readonly Edit[]): StepState {
  const edited = wholeOf(editedFile(original, edits));
  const isEdited = holdsJust(disk, path, edited);
  if (isEdited && Buffer.compare(edited, original.bytes) !== 0) return 'after';
  return isEdited || holdsJust(disk, path, original.bytes) ? 'before' : 'foreign';
}

// Either the step was not made, or it was undone and the file saved again since, or someone took the original away.
function lookWithoutOriginal(context: RunContext, job: StepJob<Put>, path: string, digest: string): StepState {
  if (statOf(context.disk, `${job.taken}.was`) !== null) return 'before';
  const taken = digestAt(context.disk, job.taken);
  // The file that undo set aside is still in its place too: undo was cut off before it put the original back.
  if (taken === digest) return 'missing';
  if (taken !== 'absent') return 'before';
  if (context.wasMade) return 'missing';
  const { content } = job.step;
  if (content.from !== 'edits') return digest === job.becomes ? 'missing' : 'before';
  return looksEdited(context, path, content.edits) ? 'missing' : 'before';
}

// The result of an edit cannot be known without the original, only that every insertion is in its place.
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

// Anything but a file was not put there by us.
function dropKept({ disk }: RunContext, { kept }: StepJob): void {
  if (statOf(disk, kept)?.type === 'file') disk.unlink(kept);
}

async function reverse(
  context: RunContext,
  job: StepJob<Put>,
  path: string,
  progress: StepState,
): Promise<string | null> {
  const { disk, journal } = context;
  if (progress === 'before') {
    // Kept for a step that was not made, or copied back already.
    dropKept(context, job);
    return null;
  }
  if (progress !== 'after') throw new NotAsPlanned('is no longer as the run left it');
  const seen = seeFile(disk, path);
  await keepReplaced(context, job, path, seen);
  await context.sync(journal.taken);
  const raced = await bringBack(context, job, path, seen);
  await context.sync(dirname(path));
  dropKept(context, job);
  await context.sync(journal.kept);
  return raced;
}

// Renamed out of the journal, so that inode, mode and time come back; from another file system only a copy can come.
async function bringBack(context: RunContext, job: StepJob<Put>, path: string, seen: SeenFile): Promise<string | null> {
  const { disk } = context;
  const original = disk.lstat(job.kept);
  if (original.dev === seen.stat.dev) {
    return replaceFile(disk, { temp: job.kept, ino: original.ino }, path, seen);
  }
  const temp = tempBeside(path, context.journal.run, job.n);
  removeFile(disk, temp);
  const applyAttributes = { mode: original.mode, owner: original, mtimeMs: original.mtimeMs };
  const ino = await writeFile(disk, temp, seeFile(disk, job.kept, original).source, applyAttributes);
  return replaceFile(disk, { temp, ino }, path, seen);
}
