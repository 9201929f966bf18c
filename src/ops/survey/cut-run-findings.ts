import type { ReadDisk } from '../../io/disk.ts';
import { cutRuns, isLocked } from '../../io/journal/cut-runs.ts';
import type { Finding } from '../../model/finding.ts';
import type { Site } from '../../stores/kind.ts';

/** Runs of ours that wait below a site's root to be resumed or undone. */
export function cutRunFindings(disk: ReadDisk, { root }: Pick<Site, 'root'>): Finding[] {
  const real = disk.realpath(root);
  const state = isLocked(disk, real) ? 'is at work, or was cut off while it held the lock' : 'was cut off';
  return cutRuns(disk, real).map((run) => ({
    code: 'ST401',
    id: null,
    path: `.convo/runs/${run}`,
    at: null,
    offset: null,
    owner: 'reads',
    detail: `${state}: \`convo resume ${run}\` finishes it, \`convo undo ${run}\` takes it back`,
  }));
}
