import { dirname, join } from 'node:path';
import type { Digest } from '../../model/plan.ts';
import { syncFolder } from '../disk/folder-sync.ts';
import { makeFolder, removeTree } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { digestAt, isEmptyFolder, statOf } from '../disk/seen-file.ts';
import { tempBeside } from '../disk/temp-name.ts';
import { writeFile } from '../disk/write-file.ts';
import { freeName } from '../journal/keep.ts';
import { newFile } from './content.ts';
import { moveFolder, revertFolderMove, settleFolderMove, wayBack } from './move-folder.ts';
import type { Plant, RunContext, StepJob, StepState, Work } from './work.ts';

/** Builds and syncs a folder under a temporary name, then renames it. */
export function plant(context: RunContext, job: StepJob<Plant>, path: string): Work {
  const { disk } = context;
  const temp = tempBeside(path, context.journal.run, job.n);
  const digest = job.becomes ?? '';
  // Undo moves it the other way.
  const taken = () => ({ from: freeFolder(context, job.taken, digest), to: path, digest, n: `${job.n}.t` });
  const state = (): StepState => {
    const found = digestAt(disk, path);
    if (found === 'absent') return 'before';
    if (found === digest) return 'after';
    return isEmptyFolder(disk, path) ? 'begun' : 'foreign';
  };
  return {
    folders: [dirname(path)],
    state,
    prepare: async () => {
      // Without its reservation the name is free.
      if (!context.first && state() === 'begun') disk.rmdir(path);
      if (statOf(disk, path) !== null) throw new NotAsPlanned('is in the way: it exists already');
      await context.makeWay(path);
      await build(context, job, temp);
      if (digestAt(disk, temp) !== digest)
        throw new NotAsPlanned('cannot be made as planned: its source was changed meanwhile');
    },
    commit: async () => {
      await moveFolder(context, { from: temp, to: path, digest, n: job.n }, 'before');
      return null;
    },
    reverse: async () => {
      const progress = state();
      if (progress === 'foreign') throw new NotAsPlanned('is no longer as the run left it');
      if (progress === 'begun') disk.rmdir(path);
      if (progress !== 'after') return null;
      return revertFolderMove(context, taken());
    },
    discard: () => removeTree(disk, temp),
    sweep: () => {
      removeTree(disk, temp);
      settleFolderMove(context, wayBack(taken()));
    },
  };
}

// An empty folder is an earlier attempt's reservation, and so is its copy: both free.
function freeFolder({ disk }: RunContext, name: string, digest: Digest): string {
  return isEmptyFolder(disk, name) || digestAt(disk, name) === digest ? name : freeName(disk, name, '');
}

async function build(context: RunContext, { step }: StepJob<Plant>, temp: string): Promise<void> {
  const { disk } = context;
  const folders = new Set([temp]);
  makeFolder(disk, temp);
  for (const file of step.files) {
    const path = join(temp, file.path);
    for (const folder of between(temp, path)) {
      if (!folders.has(folder)) makeFolder(disk, folder);
      folders.add(folder);
    }
    const made = newFile(disk, context.journal.root, path, file);
    await writeFile(disk, path, made.content, made.attributes);
  }
  for (const folder of folders) await syncFolder(disk, folder);
}

function between(top: string, path: string): string[] {
  const out: string[] = [];
  for (let at = dirname(path); at.length > top.length; at = dirname(at)) out.unshift(at);
  return out;
}
