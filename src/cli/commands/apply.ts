import type { ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { applyPlans, type CheckedPlan, checkPlans, previewPlans } from '../../ops/apply.ts';
import { type PartedStores, partLocked, withLockStop } from '../../ops/change/refuse-owner.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { type RunReportOptions, runReporter, withLockFailures } from '../../ops/change/run-report.ts';
import { EVERYTHING } from '../../ops/survey/survey-options.ts';
import { countText } from '../../report/text.ts';
import { agreeTo, needAgreement } from '../change/consent.ts';
import { APPLY_FLAGS } from '../change/flags.ts';
import { printChange, withProgress } from '../change/print-change.ts';
import { rootsOf, worldFor } from '../change/world.ts';
import { command, type Job } from '../command.ts';
import { exitOf } from '../exit.ts';
import { type ProgressLine, progressLine } from '../progress.ts';
import { surveyRun } from '../scope.ts';

export const applyCommand = command({
  operands: '<PLAN>',
  about:
    'Carries out a plan that `--plan-out` saved. It is decided on again, and refused whole when anything that it names has changed since, or when it is not what convo would do now, to the byte. A plan for several stores is carried out as one run. It is shown first, and carried out once you agree.',
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
    const named = job.options.root.length === 0 ? null : await rootsOf(job);
    const survey = { select: EVERYTHING, run: surveyRun(job) };
    const plans = await checkPlans(world, { cwd: env.cwd, file, roots: named?.roots ?? null, survey, force });
    const spell = (root: string) => named?.spell(root) ?? root;
    const parted = await partLocked(world, plans, { force, dryRun });
    const preview = () => withTakenOut(previewPlans('apply', parted.free, { spell }), parted.free);
    const isShown = !dryRun && !yes;
    if (isShown) await requireAgreement(job, preview(), parted.whyLocked);
    const report = dryRun
      ? withLockStop(preview(), parted.whyLocked)
      : await carryOut(job, parted, { spell, force, line });
    // The plan named its roots; an undo must.
    const isNamed = job.options.root.length > 0 || report.run === null;
    const root = isNamed ? job.options.root : [...new Set(plans.map((plan) => plan.root))];
    await printChange({ ...job, options: { ...job.options, root, kind: [] } }, report, { isShown });
    return exitOf({ change: report });
  },
});

function withTakenOut(report: ChangeReport, plans: readonly CheckedPlan[]): ChangeReport {
  const takenOut = plans.reduce((sum, plan) => sum + plan.takenOut, 0);
  if (takenOut === 0) return report;
  const count = plans.reduce((sum, plan) => sum + plan.count, 0);
  const remark = `the plan was saved with ${countText(count + takenOut, 'change')} and holds ${countText(count, 'change')}: what was taken out of it stays as it is`;
  return { ...report, remarks: [...report.remarks, remark] };
}

/** Throws Failure `usage` when declined. */
async function requireAgreement(job: Job, planned: ChangeReport, whyLocked: readonly Failure[]): Promise<void> {
  if (planned.items.length === 0) return;
  needAgreement(job, '`convo apply` would change what the plan names');
  if (!(await agreeTo(job, planned, whyLocked))) throw new Failure('usage', 'declined: nothing was changed');
}

async function carryOut(
  job: Job,
  { free: plans, locked, whyLocked }: PartedStores<CheckedPlan>,
  { spell, force, line }: Pick<RunReportOptions, 'spell'> & { readonly force: boolean; readonly line: ProgressLine },
): Promise<ChangeReport> {
  const reporter = runReporter('apply', { spell, dryRun: false });
  const run = newRun(job.env);
  const count = plans.reduce((sum, plan) => sum + plan.count, 0);
  const results = await withProgress(line, count, reporter.listen, (report) =>
    applyPlans(worldFor(job, line), plans, { run, force, report }),
  );
  for (const { store } of locked) store.preview((result) => reporter.passBy(result, store.root));
  return withTakenOut(reporter.report(withLockFailures(results, whyLocked)), plans);
}
