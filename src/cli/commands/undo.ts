import { runsToUndo, undoRun } from '../../ops/undo.ts';
import { CARRYING } from '../change-flags.ts';
import { command } from '../command.ts';
import { takeRun } from '../take-run.ts';

export const undo = command({
  operands: '[RUN]',
  about:
    'Undoes a run, change by change, newest first: every byte, mode and time as before. Files changed since then are skipped and ' +
    'reported. Without RUN: the latest run that is not undone.',
  flags: CARRYING,
  run: (job, [run = null], flags) => takeRun(job, { verb: 'undo', choose: runsToUndo, carryOut: undoRun }, run, flags),
});
