import { Failure } from '../../model/failure.ts';
import { journalOf, runIds } from '../journal/journal.ts';
import type { JournalDisk } from '../journal/journal-disk.ts';
import { requireReadable } from '../journal/readable.ts';
import { requireTrusted, requireTrustedRun } from '../journal/trust.ts';
import type { ChangeResult } from './result.ts';

/** One run under one root. */
export interface Which {
  readonly root: string;
  readonly run: string;
  /** Called once a Change, in the order of the work, when what became of it is on the device. */
  readonly report?: (result: ChangeResult) => void;
  readonly inFlight?: number;
}

/**
 * Throws Failure 'no-match' for a run that this root has no journal of, 'refused' for a journal that is not to be trusted, 'failed'
 * for one that cannot be read to its end. A journal that is damaged is found out before anything is changed by it.
 */
export function requireRun(disk: JournalDisk, { root, run }: Which): void {
  requireTrusted(disk, root);
  if (!runIds(disk, root).includes(run))
    throw new Failure('no-match', `there is no run ${run} in ${root}`, '`convo runs` lists them.');
  requireTrustedRun(disk, journalOf(root, run));
  requireReadable(disk, journalOf(root, run));
}
