import { resumeRun, runsToResume } from '../../ops/runs.ts';
import { CARRYING } from '../change/flags.ts';
import { takeRun } from '../change/take-run.ts';
import { command } from '../command.ts';

export const resumeCommand = command({
  operands: '[RUN]',
  about:
    'Finishes what was cut off, by a crash, a full disk or an interruption. Without RUN: every run that was. RUN is a number or an id that `convo runs` lists.',
  examples: [
    ['convo resume --dry-run', 'what was cut off'],
    ['convo resume', 'every run that was cut off'],
    ['convo resume 3', 'run 3, as `convo runs` numbers it'],
  ],
  flags: CARRYING,
  run: (job, [run = null], flags) =>
    takeRun(job, { verb: 'resume', choose: runsToResume, carryOut: resumeRun }, run, flags),
});
