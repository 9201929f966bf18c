import { Failure } from '../model/failure.ts';
import type { ReadDisk } from './disk.ts';
import { journalOf, runIds, stateOf } from './journal.ts';

/** The runs of a root that are neither done nor undone, oldest first; reads names alone. */
export function cutRuns(disk: ReadDisk, root: string): string[] {
  return runIds(disk, root).filter((run) => stateOf(disk, journalOf(root, run)) === 'cut');
}

/** Throws Failure 'refused' while a cut run waits in this root. */
export function refuseCut(disk: ReadDisk, root: string): void {
  const [run] = cutRuns(disk, root);
  if (run === undefined) return;
  const hint = `\`convo resume ${run}\` finishes it, \`convo undo ${run}\` takes it back.`;
  throw new Failure('refused', `run ${run} in ${root} was cut off`, hint);
}
