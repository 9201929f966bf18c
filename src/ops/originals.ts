import { join } from 'node:path';
import { nullOn, orNull } from '../io/disk/error-code.ts';
import { NotAsPlanned } from '../io/disk/not-as-planned.ts';
import { seeFile } from '../io/disk/seen-file.ts';
import { statOf } from '../io/disk/stat-of.ts';
import { targetIn } from '../io/disk/target.ts';
import { intentions } from '../io/journal/intentions.ts';
import { journalOf } from '../io/journal/journal.ts';
import { untrustedInRoot } from '../io/journal/readable.ts';
import { runs } from '../io/journal/runs.ts';
import type { World } from '../io/world.ts';
import { addTo } from '../model/collections.ts';
import type { Original } from '../model/lost.ts';
import type { Source } from '../model/part.ts';
import type { Step } from '../model/plan.ts';
import type { Run } from '../model/run.ts';

/** Originals that a journal kept before runs, oldest first; `idOf` gives a path's id. Reads only. `unreadablePaths`: untrusted journals. */
export function originalsIn(
  disk: World['disk'],
  root: string,
  idOf: (path: string) => string | null,
  unreadablePaths: { path: string; reason: string }[],
): ReadonlyMap<string, Original[]> {
  const found = new Map<string, Original[]>();
  const real = orNull(() => disk.realpath(root)) ?? root;
  const distrust = untrustedInRoot(disk, real, 'read');
  if (distrust !== null) unreadablePaths.push(distrust);
  for (const run of distrust === null ? runs(disk, real) : []) {
    if (run.state === 'unreadable')
      unreadablePaths.push({ path: journalOf(real, run.id).folder, reason: run.reason ?? '' });
    else keptBy(disk, run, idOf, found);
  }
  return found;
}

function keptBy(
  disk: World['disk'],
  { root, id, command }: Run,
  idOf: (path: string) => string | null,
  into: Map<string, Original[]>,
): void {
  const journal = journalOf(root, id);
  for (const { number, change } of intentions(disk, journal))
    for (const [index, step] of change.steps.entries()) {
      const path = replacedBy(step);
      const conversation = path === null ? null : idOf(path);
      const originalPath = join(journal.originalsFolder, `${number}.${index}`);
      if (path === null || conversation === null || statOf(disk, originalPath)?.type !== 'file') continue;
      addTo(into, conversation, { run: id, verb: command ?? '', path: originalPath, from: join(root, path) });
    }
}

export function replacedBy(step: Step): string | null {
  if (step.do === 'put') return step.was === 'absent' ? null : step.path;
  return step.do === 'remove' ? step.path : null;
}

/** Opens files below a root by ranges; null behind a link, too. */
export function originalsBelow({ disk }: Pick<World, 'disk'>, root: string): (path: string) => Source | null {
  return (path) => {
    try {
      return originalIn(disk, targetIn(disk, root, path));
    } catch (error) {
      if (error instanceof NotAsPlanned) return null;
      throw error;
    }
  };
}

/** Opens an absolute file by ranges. */
export function originalIn(disk: World['disk'], path: string): Source | null {
  return nullOn(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTFILE'], () => seeFile(disk, path).source);
}
