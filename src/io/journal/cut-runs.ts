import { join } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { statOf } from '../disk/look.ts';
import type { ReadDisk } from '../disk.ts';
import { isBusy } from '../lock.ts';
import type { World } from '../world.ts';
import { JOURNAL, journalOf, runIds, stateOf } from './journal.ts';

/** The runs of a root that are neither done nor undone, oldest first; reads names alone. */
export function cutRuns(disk: ReadDisk, root: string): string[] {
  return runIds(disk, root).filter((run) => stateOf(disk, journalOf(root, run)) === 'cut');
}

/** True while someone holds the root's lock, alive or dead. */
export function isLocked(disk: ReadDisk, root: string): boolean {
  return statOf(disk, join(root, JOURNAL, 'lock')) !== null;
}

/** As `refuseCut`, before the lock is asked for: a run that is at work looks cut, and waiting for its lock tells which it is. */
export function refuseCutEarly(world: World, root: string): void {
  if (!isBusy(world, root)) refuseCut(world.disk, root);
}

/** Under the lock: throws Failure 'refused' while a cut run waits in this root. */
export function refuseCut(disk: ReadDisk, root: string): void {
  const [run] = cutRuns(disk, root);
  if (run === undefined) return;
  const hint = `\`convo resume ${run}\` finishes it, \`convo undo ${run}\` takes it back.`;
  throw new Failure('refused', `run ${run} in ${root} was cut off`, hint);
}
