import { cutRuns } from '../io/cut-runs.ts';
import type { ReadDisk } from '../io/disk.ts';
import type { Finding } from '../model/finding.ts';
import type { Site } from '../stores/kind.ts';

/** Runs of ours that wait below a site's root to be resumed or undone. */
export function cutRunFindings(disk: ReadDisk, { root }: Pick<Site, 'root'>): Finding[] {
  return cutRuns(disk, disk.realpath(root)).map((run) => ({
    code: 'ST401',
    id: null,
    path: `.convo/runs/${run}`,
    at: null,
    offset: null,
    owner: 'reads',
    detail: `was cut off: \`convo resume ${run}\` finishes it, \`convo undo ${run}\` takes it back`,
  }));
}
