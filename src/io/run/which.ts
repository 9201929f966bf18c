import { Failure } from '../../model/failure.ts';
import type { ReadDisk } from '../disk.ts';
import { runIds } from '../journal/journal.ts';
import type { ChangeResult } from './result.ts';

/** One run under one root. */
export interface Which {
  readonly root: string;
  readonly run: string;
  /** Called once a Change, in the order of the work, when what became of it is on the device. */
  readonly report?: (result: ChangeResult) => void;
  readonly inFlight?: number;
}

/** Throws Failure 'no-match' for a run that this root has no journal of. */
export function requireRun(disk: ReadDisk, { root, run }: Which): void {
  if (runIds(disk, root).includes(run)) return;
  throw new Failure('no-match', `there is no run ${run} in ${root}`, '`convo runs` lists them.');
}
