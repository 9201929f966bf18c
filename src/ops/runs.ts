import type { WriteDisk } from '../io/disk/write-disk.ts';
import { type Run, runs } from '../io/journal/runs.ts';

/** The runs of all these roots, oldest first; reads only. */
export function listRuns(disk: WriteDisk, roots: readonly string[]): Run[] {
  return roots.flatMap((root) => runs(disk, root)).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
