import { type Outputs, outputsOf } from '../ops/outputs.ts';
import type { Reading } from '../ops/reading.ts';
import { toggle } from './flag.ts';
import type { Job } from './job.ts';
import { sitesOptions } from './scope.ts';

/** The flag of commands that only read stores, and write to files that are named. */
export const REPLACE = { force: toggle('--force', 'replace a named file even if convo did not write it') };

/** The files that a command line reads and writes beside its stores. */
export function outputsFor(job: Job, reading: Reading, { force }: { readonly force: boolean }): Outputs {
  const { cwd, vars } = job.env;
  return outputsOf(reading, {
    cwd,
    around: sitesOptions(job).around,
    force,
    added: vars['GITHUB_STEP_SUMMARY'] ?? null,
  });
}
