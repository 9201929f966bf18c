import type { ChangeReport } from '../../model/change-report.ts';
import { applyPlans, type CheckedPlan } from '../../ops/apply.ts';
import type { PartedStores } from '../../ops/change/refuse-owner.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { type RunReportOptions, runReporter, withLockFailures } from '../../ops/change/run-report.ts';
import type { Job } from '../command.ts';
import type { ProgressLine } from '../progress.ts';
import type { VerbWorld } from '../world.ts';
import { withProgress } from './print-change.ts';

interface PlansOptions extends Pick<RunReportOptions, 'spell'> {
  readonly world: VerbWorld;
  readonly force: boolean;
  readonly line: ProgressLine;
}

/** Carries plans out as one run. Changes of locked stores are reported as not reached. */
export async function carryOutPlans(
  env: Job['env'],
  command: 'apply' | 'redo',
  { free: plans, locked, whyLocked }: PartedStores<CheckedPlan>,
  { world, spell, force, line }: PlansOptions,
): Promise<ChangeReport> {
  const reporter = runReporter(command, { spell, dryRun: false });
  const run = newRun(env);
  const results = await withProgress(line, changeCount(plans), reporter.listen, (report) =>
    applyPlans(world, plans, { run, force, report }),
  );
  for (const { store } of locked) store.preview((result) => reporter.passBy(result, store.root));
  return reporter.report(withLockFailures(results, whyLocked));
}

export function changeCount(plans: readonly CheckedPlan[]): number {
  return plans.reduce((sum, { count }) => sum + count, 0);
}
