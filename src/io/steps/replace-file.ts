import { dirname } from 'node:path';
import type { Source } from '../../codecs/lines/source.ts';
import { sentence } from '../../model/command.ts';
import type { VersionsAndUndone } from '../../model/plan.ts';
import { digestAt } from '../disk/digest.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { isStillSeen, type SeenFile, seeFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import { temporaryPath } from '../disk/target.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { type Attributes, writeFile } from '../disk/write-file.ts';
import { freeName, keepOriginal, nthName } from '../journal/keep.ts';
import type { PutStep, RunContext, StepJob, StepWork } from './work.ts';

export interface TempFile {
  readonly temp: string;
  readonly ino: number;
}

/**
 * Renames `temp` over `path` if that is unchanged since `seen`; returns why it raced, or null. Otherwise throws NotAsPlanned, with nothing
 * changed. `crossing` is called before the rename. The remaining window is one call wide; writers that take the program's lock never meet
 * it.
 */
export function replaceFile(
  disk: WriteDisk,
  { temp, ino }: TempFile,
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
 * Undoes a put on a file that was saved later, keeping the save. Both versions stay in the journal. Null if inseparable; throws
 * NotAsPlanned if it would harm the program. `afterOf` repeats the put on the original.
 */
export function undoUnderSaves(
  context: RunContext,
  job: StepJob<PutStep>,
  path: string,
  afterOf: (before: SeenFile) => Source,
): ReturnType<NonNullable<StepWork['undoUnderSaves']>> {
  const { disk, journal, putBack } = context;
  const stat = statOf(disk, path);
  // Lines appended later follow those that the run added.
  if (putBack === undefined || job.step.content.from === 'range') return null;
  if (stat?.type !== 'file' || digestAt(disk, job.originalPath) !== job.step.was) return null;
  const original = seeFile(disk, job.originalPath);
  const seen = seeFile(disk, path, stat);
  const earlier = lastTaken(disk, job.undone);
  const versions = { before: original.source, after: afterOf(original), now: seen.source, ...(earlier && { earlier }) };
  const undone = putBack(job.kind, job.step.path, versions);
  if (undone === null) return null;
  refuseHarm(context, job, job.step.path, { ...versions, undone });
  return async () => {
    const raced = undone === seen.source ? null : await replaceWith(context, job, path, seen, undone);
    // From here an interruption counts as undone, because the original is no longer in place.
    disk.rename(job.originalPath, freeName(disk, `${job.undone}.was`, job.step.was));
    await context.sync(journal.undone);
    await context.sync(journal.originalsFolder);
    return raced;
  };
}

export function refuseHarm({ harmOf }: RunContext, { kind }: StepJob, path: string, change: VersionsAndUndone): void {
  const harm = harmOf?.(kind, path, change) ?? null;
  if (harm !== null)
    throw new NotAsPlanned(sentence`is left as it is, because ${harm} (--force undoes it all the same)`);
}

function lastTaken(disk: WriteDisk, name: string): Source | null {
  let last: Source | null = null;
  for (let n = 0; ; n++) {
    const path = nthName(name, n);
    if (statOf(disk, path)?.type !== 'file') return last;
    last = seeFile(disk, path).source;
  }
}

async function replaceWith(
  context: RunContext,
  job: StepJob<PutStep>,
  path: string,
  seen: SeenFile,
  content: Source,
): Promise<string | null> {
  const { disk, journal } = context;
  await keepReplacedFile(context, job, path, seen);
  await context.sync(journal.undone);
  const temp = temporaryPath(path, journal.run, job.name);
  const ino = await writeFile(disk, temp, content, attributesFor(job, seen));
  const raced = replaceFile(disk, { temp, ino }, path, seen);
  await context.sync(dirname(path));
  return raced;
}

/** Attributes of the replaced file, except the time of a later copy. */
export function attributesFor({ step }: StepJob<PutStep>, { stat }: SeenFile): Attributes {
  const { mode, mtimeMs } = stat;
  const { content } = step;
  const copied = content.from === 'range' ? content.mtimeMs : mtimeMs;
  return { mode, owner: stat, ...(step.keepTime === true ? { mtimeMs: Math.max(mtimeMs, copied) } : {}) };
}

/** Keeps a file that undo replaces; durable once that journal folder is synced. */
export async function keepReplacedFile(
  { disk }: RunContext,
  job: StepJob,
  path: string,
  seen: SeenFile,
): Promise<void> {
  const digest = statOf(disk, job.undone) === null ? '' : seen.digest();
  await keepOriginal(disk, path, seen, freeName(disk, job.undone, digest), job.keep);
}
