import { runsToUndo, undoRun } from '../../ops/undo.ts';
import { CARRYING } from '../change-flags.ts';
import { command } from '../command.ts';
import { takeRun } from '../take-run.ts';

export const undo = command({
  operands: '[RUN]',
  about:
    'Takes a run back, change by change, newest first: every byte, mode and time as before. What was changed since is left alone ' +
    'and told. Without RUN: the latest that is not undone.',
  flags: CARRYING,
  run: (job, [run = null], flags) => takeRun(job, { verb: 'undo', choose: runsToUndo, carryOut: undoRun }, run, flags),
});
