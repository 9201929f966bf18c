import { type Outputs, outputsOf } from '../ops/outputs.ts';
import type { ReadContext } from '../ops/reading.ts';
import type { Job } from './command.ts';
import { toggle } from './flag.ts';
import { sitesOptions } from './scope.ts';

export const REPLACE = { force: toggle('--force', 'replace a named file even if convo did not write it') };

export function outputsFor(job: Job, reading: ReadContext, { force }: { readonly force: boolean }): Outputs {
  const { cwd, vars } = job.env;
  return outputsOf(reading, {
    cwd,
    around: sitesOptions(job).around,
    force,
    added: vars['GITHUB_STEP_SUMMARY'] ?? null,
  });
}
