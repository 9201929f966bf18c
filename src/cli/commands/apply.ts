import type { ChangeReport } from '../../model/change-report.ts';
import { type CheckedPlan, checkPlans, previewPlans } from '../../ops/apply.ts';
import { partLocked, withLockStop } from '../../ops/change/refuse-owner.ts';
import { EVERYTHING } from '../../ops/survey/survey-options.ts';
import { countText } from '../../report/text.ts';
import { carryOutPlans, changeCount } from '../change/carry-out-plans.ts';
import { agreeTo } from '../change/consent.ts';
import { APPLY_FLAGS } from '../change/flags.ts';
import { printChange } from '../change/print-change.ts';
import { command, type Roots } from '../command.ts';
import { exitOf } from '../exit.ts';
import { progressLine } from '../progress.ts';
import { surveyRun } from '../scope.ts';
import { rootsOf, worldFor } from '../world.ts';

export const applyCommand = command({
  operands: '<PLAN>',
  about:
    'Carries out a plan that `--plan-out` saved: it is shown first, and carried out once you agree. A plan for several stores is ' +
    'carried out as one run.\n\n' +
    'The plan is decided on again, and refused whole when anything that it names has changed since, or when it is not what convo ' +
    'would do now, to the byte.',
  examples: [
    ['convo heal --plan-out heal.plan', 'save a plan, to look at it'],
    ['convo apply heal.plan --dry-run', 'what it would do now'],
    ['convo apply heal.plan', 'carry it out'],
  ],
  flags: APPLY_FLAGS,
  run: async (job, [file = ''], { dryRun, yes, force }) => {
    const line = progressLine(job);
    const world = worldFor(job, line);
    const { env } = job;
    const named = job.options.roots.paths.length === 0 ? null : await rootsOf(job);
    const survey = { select: EVERYTHING, run: surveyRun(job) };
    const plans = await checkPlans(world, { cwd: env.cwd, file, roots: named?.roots ?? null, survey, force });
    const spell = (root: string) => named?.spell(root) ?? root;
    const parted = await partLocked(world, plans, { force, dryRun });
    const preview = () => withTakenOut(previewPlans('apply', parted.free, { spell }), parted.free);
    const isShown = !dryRun && !yes;
    if (isShown) await agreeTo(job, preview(), parted.whyLocked);
    const report = dryRun
      ? withLockStop(preview(), parted.whyLocked)
      : withTakenOut(await carryOutPlans(env, 'apply', parted, { world, spell, force, line }), parted.free);
    // A plan names its roots; an undo needs `--root`.
    const isNamed = job.options.roots.paths.length > 0 || report.run === null;
    const roots: Roots = isNamed
      ? job.options.roots
      : { from: 'words', paths: [...new Set(plans.map((plan) => plan.root))] };
    await printChange({ ...job, options: { ...job.options, roots, kind: [] } }, report, { isShown });
    return exitOf({ change: report });
  },
});

function withTakenOut(report: ChangeReport, plans: readonly CheckedPlan[]): ChangeReport {
  const takenOut = plans.reduce((sum, plan) => sum + plan.takenOut, 0);
  if (takenOut === 0) return report;
  const count = changeCount(plans);
  const remark = `the plan was saved with ${countText(count + takenOut, 'change')} and holds ${countText(count, 'change')}: what was taken out of it stays as it is`;
  return { ...report, remarks: [...report.remarks, remark] };
}
