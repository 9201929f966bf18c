import { runsToUndo, undoRun } from '../../ops/undo.ts';
import { CARRYING } from '../change/flags.ts';
import { takeRun } from '../change/take-run.ts';
import { command } from '../command.ts';

export const undo = command({
  operands: '[RUN]',
  about:
    'Undoes a run, change by change, newest first: every byte, mode and time as before. Files changed since then are skipped and ' +
    'reported. Without RUN: the latest run that is not undone.',
  examples: [
    ['convo undo --dry-run', 'what the latest run would give back'],
    ['convo undo', 'the latest run'],
    ['convo undo 20261121T120000000Z-0a1b', 'one run, as `convo runs` names it'],
  ],
  flags: CARRYING,
  run: (job, [run = null], flags) => takeRun(job, { verb: 'undo', choose: runsToUndo, carryOut: undoRun }, run, flags),
});
