import { resumeRun, runsToResume } from '../../ops/resume.ts';
import { CARRYING } from '../change-flags.ts';
import { command } from '../command.ts';
import { takeRun } from '../take-run.ts';

export const resume = command({
  operands: '[RUN]',
  about: 'Finishes what was cut off, by a crash, a full disk or an interruption. Without RUN: every run that was.',
  flags: CARRYING,
  run: (job, [run = null], flags) =>
    takeRun(job, { verb: 'resume', choose: runsToResume, carryOut: resumeRun }, run, flags),
});
