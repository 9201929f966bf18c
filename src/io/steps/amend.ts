import { basename, dirname, join } from 'node:path';
import { applyEdits } from '../../codecs/edit.ts';
import { printAt, statOf } from '../disk/look.ts';
import { tempName } from '../disk/temp-name.ts';
import { writeFile } from '../disk/write-file.ts';
import { freeName } from '../journal/keep.ts';
import { replaceFile, type Seen } from './replace-file.ts';
import { take } from './take.ts';
import type { Job, Put, RunContext, Work } from './work.ts';

/**
 * Takes back what a put did to a shared file that its owner saved again since: only that, and not the save. The file as it
 * lies and the original stay in the journal. Null where the kind cannot tell the one from the other. `afterOf` makes of the
 * original what the put made of it.
 */
export function amend(
  context: RunContext,
  job: Job<Put>,
  path: string,
  afterOf: (before: Uint8Array) => Uint8Array,
): ReturnType<NonNullable<Work['amend']>> {
  const { disk, journal, takeBack } = context;
  const stat = statOf(disk, path);
  if (takeBack === undefined || stat?.type !== 'file' || printAt(disk, job.kept) !== job.step.was) return null;
  const before = disk.read(job.kept);
  const seen = { stat, bytes: disk.read(path) };
  const edits = takeBack(job.kind, job.step.path, { before, after: afterOf(before), now: seen.bytes });
  if (edits === null) return null;
  return async () => {
    const bytes = applyEdits(seen.bytes, edits);
    const raced = edits.length === 0 ? null : await replaceWith(context, job, path, seen, bytes);
    // Without a kept original the step counts as taken back, should this be cut off here.
    disk.rename(job.kept, freeName(disk, `${job.taken}.was`, job.step.was));
    await context.sync(journal.taken);
    await context.sync(journal.kept);
    return raced;
  };
}

async function replaceWith(
  context: RunContext,
  job: Job<Put>,
  path: string,
  seen: Seen,
  bytes: Uint8Array,
): Promise<string | null> {
  const { disk, journal } = context;
  await take(context, job, path, seen.bytes);
  await context.sync(journal.taken);
  const temp = join(dirname(path), tempName(basename(path), journal.run, job.n));
  const ino = await writeFile(disk, temp, bytes, { mode: seen.stat.mode, owner: seen.stat });
  const raced = replaceFile(disk, { temp, ino }, path, seen, () => undefined);
  await context.sync(dirname(path));
  return raced;
}
