import { applyPlan, previewPlan } from '../../ops/apply.ts';
import { newRun } from '../../ops/change/new-run.ts';
import { type Listen, runReporter } from '../../ops/change/run-report.ts';
import { stepViews } from '../../ops/change/step-views.ts';
import { originalsBelow } from '../../ops/sites/originals-below.ts';
import { CARRYING } from '../change-flags.ts';
import { command } from '../command.ts';
import { exitOfChange } from '../exit-of-change.ts';
import { rootsOf } from '../roots-of.ts';
import { tellChange } from '../tell-change.ts';
import { watched } from '../watched.ts';
import { worldOf } from '../world.ts';

export const apply = command({
  operands: '<PLAN>',
  about:
    'Carries out a plan that `--plan-out` saved, if nothing that it names has changed since; else it is refused whole.',
  flags: CARRYING,
  run: async (job, [file = ''], { dryRun, force }) => {
    const world = worldOf(job);
    const { cwd } = job.env;
    const named = job.options.root.length === 0 ? null : await rootsOf(job);
    const reporter = runReporter('apply', {
      dryRun,
      spell: (root) => named?.find((each) => each.root === root)?.as ?? root,
      steps: (change, each) => stepViews(change.steps, originalsBelow(world, each)),
    });
    const roots = named?.map(({ root }) => root) ?? null;
    const order = { cwd, file, roots, force };
    const carryOut = (report: Listen) => applyPlan(world, { ...order, report, run: newRun(job.env) });
    const result = dryRun
      ? previewPlan(world, { ...order, report: reporter.listen })
      : await watched(job, reporter.listen, carryOut);
    const report = reporter.report(result === null ? [] : [result]);
    // The plan knew its root; whoever wants to go back has to name it.
    const root = job.options.root.length === 0 && result !== null ? [result.root] : job.options.root;
    await tellChange({ ...job, options: { ...job.options, root } }, report);
    return exitOfChange(report);
  },
});
