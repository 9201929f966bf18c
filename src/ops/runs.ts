import type { WriteDisk } from '../io/disk/write-disk.ts';
import { type Run, runs } from '../io/journal/runs.ts';
import { distrustRoot } from '../io/journal/trust.ts';

/** A root whose journal cannot be used, and why, as a sentence. */
export interface UnusableJournal {
  readonly root: string;
  readonly reason: string;
}

/** The roots of these whose journal must not be used, or cannot be looked at. Reads only. */
export function unusableJournals(disk: WriteDisk, roots: readonly string[]): UnusableJournal[] {
  return roots.flatMap((root) => {
    const distrust = distrustRoot(disk, root, 'read');
    return distrust === null ? [] : [{ root, reason: `${distrust.path} ${distrust.reason}` }];
  });
}

/** The runs of all these roots, oldest first; reads only. */
export function listRuns(disk: WriteDisk, roots: readonly string[]): Run[] {
  return roots.flatMap((root) => runs(disk, root)).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
