import { dirname } from 'node:path';
import type { Source } from '../../codecs/lines/source.ts';
import { sentence } from '../../model/sentence.ts';
import { digestAt, statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { isStillSeen, type SeenFile, seeFile } from '../disk/seen-file.ts';
import { tempBeside } from '../disk/temp-name.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeFile } from '../disk/write-file.ts';
import { freeName, keepOriginal, nthName } from '../journal/keep.ts';
import type { Put, RunContext, StepJob, Work } from './work.ts';

/** The file that takes its place. */
export interface Built {
  readonly temp: string;
  readonly ino: number;
}

/**
 * Renames `temp` over `path` if that still is the file that was seen; answers why it is raced, or null. Throws NotAsPlanned, and
 * touches nothing, when it is not. `crossing` is called when the next call is the rename.
 * No call closes the window between the last look and the rename: it is one call wide, and a writer that takes the program's lock
 * never meets it.
 */
export function replaceFile(
  disk: WriteDisk,
  { temp, ino }: Built,
  path: string,
  seen: SeenFile,
  crossing: () => void = () => undefined,
): string | null {
  if (!isStillSeen(disk, path, seen)) throw new NotAsPlanned('was changed meanwhile');
  crossing();
  disk.rename(temp, path);
  return statOf(disk, path)?.ino === ino ? null : 'was saved by another program in the moment it was changed';
}

/**
 * Undoes what a put did to a file that its program saved again since: only that, and not the save. The file as it is and the original
 * stay in the journal. Null where the kind cannot separate the one from the other; throws NotAsPlanned for what would harm the
 * program. `afterOf` makes of the original what the put made of it.
 */
export function amend(
  context: RunContext,
  job: StepJob<Put>,
  path: string,
  afterOf: (before: SeenFile) => Source,
): ReturnType<NonNullable<Work['amend']>> {
  const { disk, journal, takeBack, harmOf } = context;
  const stat = statOf(disk, path);
  if (takeBack === undefined || stat?.type !== 'file' || digestAt(disk, job.kept) !== job.step.was) return null;
  const original = seeFile(disk, job.kept);
  const seen = seeFile(disk, path, stat);
  const earlier = lastTaken(disk, job.taken);
  const versions = { before: original.source, after: afterOf(original), now: seen.source, ...(earlier && { earlier }) };
  const undone = takeBack(job.kind, job.step.path, versions);
  if (undone === null) return null;
  const harm = harmOf?.(job.kind, job.step.path, { ...versions, undone }) ?? null;
  if (harm !== null)
    throw new NotAsPlanned(sentence`is left as it is, because ${harm} (--force undoes it all the same)`);
  return async () => {
    const raced = undone === seen.source ? null : await replaceWith(context, job, path, seen, undone);
    // Without a kept original the step counts as undone, should this be cut off here.
    disk.rename(job.kept, freeName(disk, `${job.taken}.was`, job.step.was));
    await context.sync(journal.taken);
    await context.sync(journal.kept);
    return raced;
  };
}

/** The copy of the file that an attempt before this one kept, because it was about to replace it. */
function lastTaken(disk: WriteDisk, taken: string): Source | null {
  let last: Source | null = null;
  for (let n = 0; ; n++) {
    const path = nthName(taken, n);
    if (statOf(disk, path)?.type !== 'file') return last;
    last = seeFile(disk, path).source;
  }
}

async function replaceWith(
  context: RunContext,
  job: StepJob<Put>,
  path: string,
  seen: SeenFile,
  content: Source,
): Promise<string | null> {
  const { disk, journal } = context;
  await keepReplaced(context, job, path, seen);
  await context.sync(journal.taken);
  const temp = tempBeside(path, journal.run, job.n);
  const { mode, mtimeMs } = seen.stat;
  const applyAttributes = { mode, owner: seen.stat, ...(job.step.keepTime === true ? { mtimeMs } : {}) };
  const ino = await writeFile(disk, temp, content, applyAttributes);
  const raced = replaceFile(disk, { temp, ino }, path, seen);
  await context.sync(dirname(path));
  return raced;
}

/** Keeps in the journal what an undo is about to replace at `path`; durable once that folder of the journal is synced. */
export async function keepReplaced({ disk }: RunContext, job: StepJob, path: string, seen: SeenFile): Promise<void> {
  const digest = statOf(disk, job.taken) === null ? '' : seen.digest();
  await keepOriginal(disk, path, seen, freeName(disk, job.taken, digest), job.keep);
}
