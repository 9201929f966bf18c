import { type Outputs, outputsOf } from '../ops/outputs.ts';
import type { Reading } from '../ops/reading.ts';
import { toggle } from './flag.ts';
import type { Job } from './job.ts';
import { sitesOptions } from './scope.ts';

/** For reading commands that write named files. */
export const REPLACE = { force: toggle('--force', 'replace a named file even if convo did not write it') };

/** Files read and written beside the stores. */
export function outputsFor(job: Job, reading: Reading, { force }: { readonly force: boolean }): Outputs {
  const { cwd, vars } = job.env;
  return outputsOf(reading, {
    cwd,
    around: sitesOptions(job).around,
    force,
    added: vars['GITHUB_STEP_SUMMARY'] ?? null,
  });
}
