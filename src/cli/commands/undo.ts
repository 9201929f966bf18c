import { runsToUndo, undoRun } from '../../ops/runs.ts';
import { UNDO_FLAGS } from '../change/flags.ts';
import { runOverRuns } from '../change/run-over-runs.ts';
import { command } from '../command.ts';

export const undoCommand = command({
  operands: '[RUN]',
  about:
    'Undoes a run, change by change, newest first: every byte, mode and time as before. What a program appended since then stays; ' +
    'a file that was changed otherwise, or again by a later run, is skipped and reported: undo the later run first. A run that ' +
    '`convo redo` brought back is undone by the name of that later run.\n\n' +
    'Without RUN: the latest run that is not undone; where it cannot be read, none. RUN is the short name or the id that ' +
    '`convo runs` lists.',
  examples: [
    ['convo undo --dry-run', 'what the latest run would give back'],
    ['convo undo', 'the latest run'],
    ['convo undo b1ce', 'this run, as `convo runs` names it'],
  ],
  flags: UNDO_FLAGS,
  run: (job, [run = null], flags) =>
    runOverRuns(job, { verb: 'undo', choose: runsToUndo, carryOut: undoRun }, run, flags),
});
