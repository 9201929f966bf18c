import { dirname } from 'node:path';
import { digestSource } from '../disk/file-source.ts';
import { digestAt, statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { placeFile } from '../disk/place-file.ts';
import { removeFile } from '../disk/remove-tree.ts';
import { tempBeside } from '../disk/temp-name.ts';
import { writeFile } from '../disk/write-file.ts';
import { freeName } from '../journal/keep.ts';
import { carriedTemp, carryBack, type Origin } from './carry-back.ts';
import { newFile } from './content.ts';
import { type FileMove, moveFile, settleAside } from './move-file.ts';
import type { Put, RunContext, StepJob, StepState, Work } from './work.ts';

/** A put without an old file: linked to its name, which fails if taken. */
export function putNew(context: RunContext, job: StepJob<Put>, path: string, origin: Origin | null): Work {
  const { disk } = context;
  const temp = tempBeside(path, context.journal.run, job.n);
  const state = (): StepState => {
    const digest = digestAt(disk, path);
    if (digest === 'absent') return 'before';
    return digest === job.becomes ? 'after' : 'foreign';
  };
  const back = (): FileMove => {
    const digest = job.becomes ?? '';
    return { from: path, to: freeName(disk, job.taken, digest), digest, n: `${job.n}.u` };
  };
  const sweep = () => {
    removeFile(disk, temp);
    if (origin !== null) removeFile(disk, carriedTemp(context, job, origin));
    settleAside(context, back());
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
      if (state() === 'foreign') throw new NotAsPlanned('is no longer as the run left it');
      if (state() === 'after') await moveFile(context, move, statOf(disk, move.to) === null ? 'before' : 'begun');
      return null;
    },
    amend: () => (origin === null ? null : carryBack(context, job, path, origin)),
    discard: sweep,
    sweep,
  };
}

async function prepare(context: RunContext, job: StepJob<Put>, path: string, temp: string): Promise<void> {
  const { content, keepTime, isPrivate } = job.step;
  if (content.from === 'edits') throw new NotAsPlanned('cannot be edited: it does not exist');
  if (statOf(context.disk, path) !== null) throw new NotAsPlanned('is in the way: it exists already');
  await context.makeWay(path);
  const made = newFile(context.disk, context.journal.root, path, { content, keepTime, isPrivate });
  if (digestSource(made.content) !== job.becomes)
    throw new NotAsPlanned('cannot be made as planned: its source was changed meanwhile');
  await writeFile(context.disk, temp, made.content, made.attributes);
}
