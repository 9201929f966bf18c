import { dirname } from 'node:path';
import { apply } from '../io/apply.ts';
import { realAt } from '../io/disk/stat-of.ts';
import { firstLink } from '../io/disk/target.ts';
import { readPlans, type SavedPlan } from '../io/journal/plan-file.ts';
import { refuseCutEarly } from '../io/journal/runs.ts';
import { lockInTheWay } from '../io/owner-lock.ts';
import type { ChangeResult, RunResult } from '../io/run/result.ts';
import { staleness } from '../io/staleness.ts';
import type { World } from '../io/world.ts';
import type { ChangeReport, StepView } from '../model/change-report.ts';
import { pathsOf } from '../model/check-change.ts';
import { Failure } from '../model/failure.ts';
import type { KindName } from '../model/kinds.ts';
import type { PlanHeader } from '../model/plan.ts';
import { KINDS } from '../stores/registry.ts';
import { joinReports } from './change/change.ts';
import { decideAgain } from './change/decide-again.ts';
import { refuseOwner } from './change/refuse-owner.ts';
import {
  type ResultListener,
  type RootResults,
  type RunReportOptions,
  runInEachRoot,
  runReporter,
} from './change/run-report.ts';
import { stepViews } from './change/step-views.ts';
import { originalsBelow } from './originals.ts';
import { existsAt } from './sites/given.ts';
import type { SurveyOptions } from './survey/survey-options.ts';
import { pathFromArgument } from './user-files.ts';

/** `file` is relative to `cwd`. `roots`: real paths, the plan must be for one of them; null for the plan's own. */
export interface PlanOptions {
  readonly file: string;
  readonly cwd: string;
  readonly roots: readonly string[] | null;
  readonly survey: SurveyOptions;
  readonly force: boolean;
}

export interface CheckedPlan {
  readonly root: string;
  readonly kind: KindName;
  readonly isNew: boolean;
  readonly count: number;
  /** Number of Changes removed since the plan was saved; 0 if unknown. */
  readonly takenOut: number;
  preview(report: ResultListener): void;
  steps(number: number): Iterable<StepView>;
  /**
   * Carries the plan out as this run; null without Changes. `force`: even while the owning program is at work. Throws
   * Failure `refused`, with nothing changed, for that program, a held lock or a cut run.
   */
  apply(how: {
    readonly run: string;
    readonly force: boolean;
    readonly report: ResultListener;
  }): Promise<RunResult | null>;
}

/**
 * Reads a saved plan and checks it for each store. Changes nothing. Throws Failure `usage` for an invalid plan, one for
 * another root, or with a forbidden path; `refused` if it is stale, or convo would decide otherwise now.
 */
export async function checkPlans(
  world: World,
  { file, cwd, roots, survey, force }: PlanOptions,
): Promise<CheckedPlan[]> {
  const path = pathFromArgument(cwd, file);
  if (!existsAt(world.disk, path))
    throw new Failure('usage', `${path} does not exist`, 'A plan is saved with --plan-out FILE.');
  const plans = readPlans(world.disk, path);
  // The whole file is checked first: with one invalid line it is no plan for any root.
  for (const { header, changes } of plans)
    for (const change of changes()) refuseLinks(world, path, header, pathsOf(change));
  for (const { header } of plans) requireRoot(world, path, header, roots);
  // Checked first, because after the Changes of a cut run the plan looks stale.
  for (const { header } of plans) refuseCutEarly(world, header.root);
  const checked: CheckedPlan[] = [];
  for (const plan of plans)
    checked.push(
      await checkMade(world, `the plan ${path}`, plan, {
        survey,
        force,
        hint: 'Nothing was changed. Make the plan anew.',
      }),
    );
  return checked;
}

export function previewPlans(
  command: 'apply' | 'redo',
  plans: readonly CheckedPlan[],
  reporting: Pick<RunReportOptions, 'spell'>,
): ChangeReport {
  const reports = plans.map((plan) => {
    const steps = ({ number }: ChangeResult) => plan.steps(number);
    const reporter = runReporter(command, { ...reporting, dryRun: true, steps });
    plan.preview(reporter.listen);
    return reporter.report();
  });
  return joinReports(runReporter(command, { ...reporting, dryRun: true }).report(), reports);
}

/** Carries plans out as one new run, root by root. Throws Failure like `apply`. */
export function applyPlans(
  world: World,
  plans: readonly CheckedPlan[],
  how: Parameters<CheckedPlan['apply']>[0],
): Promise<RootResults> {
  const all = plans.map((plan) => ({ root: plan.root, run: how.run, plan }));
  return runInEachRoot(world, all, ({ plan }) => plan.apply(how));
}

/**
 * Checks a plan against its store, named `name` in messages. Changes nothing. Throws Failure `refused` if it is stale,
 * or convo would decide otherwise now.
 */
export async function checkMade(
  world: World,
  name: string,
  plan: SavedPlan,
  how: Pick<PlanOptions, 'survey' | 'force'> & { readonly hint: string },
): Promise<CheckedPlan> {
  const { header } = plan;
  const count = refuseStale(world, name, plan, how.hint);
  await decideAgain(world, KINDS, { name, plan, ...how });
  return {
    count,
    takenOut: Math.max(0, (plan.saved() ?? count) - count),
    root: header.root,
    kind: header.kind,
    isNew: header.newRoot === true,
    preview: (report) => {
      let number = 0;
      for (const change of plan.changes()) {
        const reason = lockInTheWay(world, header.root, change.locks);
        report({ number: number++, change, state: reason === null ? 'done' : 'refused', reason }, header.root);
      }
    },
    steps: (number) => ({
      [Symbol.iterator]: () => stepViews(plan.change(number).steps, originalsBelow(world, header.root)).values(),
    }),
    apply: async ({ run, force, report }) => {
      if (!force && header.newRoot !== true) refuseOwner(world, KINDS, [header]);
      return apply(world, { run, header, changes: plan.changes(), report: (result) => report(result, header.root) });
    },
  };
}

function refuseLinks({ disk }: World, file: string, { root }: PlanHeader, paths: readonly string[]): void {
  for (const path of paths) {
    const link = firstLink(disk, root, path);
    if (link !== null)
      throw new Failure(
        'usage',
        `the plan ${file} names a path behind the link ${link}`,
        'No change goes through a link.',
      );
  }
}

function refuseStale({ disk }: World, name: string, { header, changes }: SavedPlan, hint: string): number {
  let count = 0;
  for (const change of changes()) {
    count++;
    const reason = staleness(disk, header.root, change);
    if (reason === null) continue;
    throw new Failure('refused', `${name} is stale: ${reason}`, hint);
  }
  return count;
}

function requireRoot({ disk }: World, file: string, header: PlanHeader, roots: PlanOptions['roots']): void {
  if (roots !== null && !roots.includes(header.root))
    throw new Failure('usage', `the plan ${file} is for ${header.root}, not for ${roots.join(', ')}`);
  const real = realAt(disk, header.root);
  if (real === null && isPlace(disk, header)) return;
  if (real === null) throw new Failure('refused', `the plan ${file} is for ${header.root}, which does not exist`);
  if (real !== header.root) throw new Failure('refused', `the plan ${file} is for ${header.root}, which is a link now`);
}

function isPlace(disk: World['disk'], { root, newRoot }: PlanHeader): boolean {
  return newRoot === true && realAt(disk, dirname(root)) === dirname(root);
}
