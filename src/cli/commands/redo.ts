import { previewPlans } from '../../ops/apply.ts';
import { hasMoreIds } from '../../ops/change/preview-run.ts';
import { partLocked, withLockStop } from '../../ops/change/refuse-owner.ts';
import { checkRedo, runsToRedo } from '../../ops/redo.ts';
import { EVERYTHING } from '../../ops/survey/survey-options.ts';
import { carryOutPlans } from '../change/carry-out-plans.ts';
import { agreeTo } from '../change/consent.ts';
import { ASK_ABOVE, UNDO_FLAGS } from '../change/flags.ts';
import { printChange } from '../change/print-change.ts';
import { noRunsText, notePassedOver, printRunNames, withTitles } from '../change/run-over-runs.ts';
import { command } from '../command.ts';
import { exitOf } from '../exit.ts';
import { progressLine } from '../progress.ts';
import { surveyRun } from '../scope.ts';
import { rootsOf, worldFor } from '../world.ts';

export const redoCommand = command({
  operands: '[RUN]',
  about:
    'Makes the changes of an undone run again, as a new run that `convo undo` undoes. Before that, each ' +
    'conversation is checked: one that was changed since is named and left as it is, and the others are redone; of those that one ' +
    'index holds together, all or none. An unpack is done again by `convo unpack FILE`.\n\n' +
    'Without RUN: the run that was undone last. RUN is the short name or the id that `convo runs` lists.',
  examples: [
    ['convo redo --dry-run', 'each edit that would be made again'],
    ['convo redo', 'the run that was undone last'],
    ['convo redo b1ce', 'this run, as `convo runs` names it'],
  ],
  flags: UNDO_FLAGS,
  run: async (job, [named = null], { dryRun, yes, force }) => {
    const { roots, spell } = await rootsOf(job);
    const line = progressLine(job);
    const world = worldFor(job, line);
    await notePassedOver(job, world, roots);
    const chosen = runsToRedo(world, { roots, run: named });
    if (chosen.length === 0) await job.err.line(`convo: ${noRunsText('redo', named, job)}`);
    await printRunNames(job, world, chosen, { roots, spell });
    const checked = await checkRedo(world, chosen, {
      survey: { select: EVERYTHING, run: surveyRun(job) },
      force,
    });
    const { whyLocked, ...parted } = await partLocked(world, checked.plans, { force, dryRun });
    const failures = [...checked.failures, ...whyLocked];
    const preview = () => previewPlans('redo', parted.free, { spell });
    const mustAsk = named === null && !dryRun && !yes;
    const isShown = mustAsk && hasMoreIds(world, chosen, ASK_ABOVE);
    if (isShown) await agreeTo(job, await withTitles(job, preview()), failures);
    const made = dryRun
      ? withLockStop(preview(), failures)
      : await carryOutPlans(job.env, 'redo', { ...parted, whyLocked: failures }, { world, spell, force, line });
    const report = await withTitles(job, made);
    if (chosen.length > 0 || job.options.json) await printChange(job, report, { isShown });
    return exitOf({ change: report });
  },
});
