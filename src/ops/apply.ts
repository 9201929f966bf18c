import { dirname, resolve } from 'node:path';
import { apply } from '../io/apply.ts';
import { refuseCutEarly } from '../io/journal/cut-runs.ts';
import { readPlan, type SavedPlan } from '../io/journal/plan-file.ts';
import { staleness } from '../io/journal/stale.ts';
import type { RunResult } from '../io/run/result.ts';
import { Failure } from '../model/failure.ts';
import type { PlanHeader } from '../model/plan.ts';
import { KINDS } from '../stores/index.ts';
import { refuseOwner } from './change/refuse-owner.ts';
import type { Listen } from './change/run-report.ts';
import { existsAt } from './sites/given.ts';
import type { World } from './world.ts';

/** A saved plan that is to be carried out. */
export interface PlanOrder {
  /** Relative to `cwd`. */
  readonly file: string;
  readonly cwd: string;
  /** Real paths, of which it must be for one; null for the plan's own. */
  readonly roots: readonly string[] | null;
  /** Carry it out even where the owner is at work. */
  readonly force: boolean;
  readonly report?: Listen;
}

/**
 * Carries out a saved plan as the run named; null when it has no Change. Throws Failure: `usage` for a file that is no plan or a
 * plan for another root, `refused` when anything it names is no longer as it was, and then nothing is changed.
 */
export async function applyPlan(world: World, order: PlanOrder & { readonly run: string }): Promise<RunResult | null> {
  const { header, changes } = freshPlan(world, order);
  if (!order.force && header.newRoot !== true) refuseOwner(world, KINDS, [header]);
  const report = (result: Parameters<Listen>[0]) => order.report?.(result, header.root);
  return apply(world, { run: order.run, header, changes: changes(), report });
}

/** Tells what a saved plan would do; always null. Throws Failure as `applyPlan` does. */
export function previewPlan(world: World, order: PlanOrder): null {
  const { header, changes } = freshPlan(world, order);
  let number = 0;
  for (const change of changes())
    order.report?.({ number: number++, change, state: 'done', reason: null }, header.root);
  return null;
}

function freshPlan(world: World, { file, cwd, roots }: PlanOrder): SavedPlan {
  const path = resolve(cwd, file);
  if (!existsAt(world.disk, path)) throw new Failure('usage', `${path} does not exist`);
  const plan = readPlan(world.disk, path);
  requireRoot(world, path, plan.header, roots);
  // Said before what the cut run has changed looks like a stale plan.
  refuseCutEarly(world, plan.header.root);
  for (const change of plan.changes()) {
    const reason = staleness(world.disk, plan.header.root, change);
    if (reason === null) continue;
    throw new Failure('refused', `the plan ${path} is stale: ${reason}`, 'Nothing was changed. Make the plan anew.');
  }
  return plan;
}

function requireRoot({ disk }: World, file: string, header: PlanHeader, roots: PlanOrder['roots']): void {
  if (roots !== null && !roots.includes(header.root))
    throw new Failure('usage', `the plan ${file} is for ${header.root}, not for ${roots.join(', ')}`);
  const real = realOf(disk, header.root);
  if (real === null && isPlace(disk, header)) return;
  if (real === null) throw new Failure('refused', `the plan ${file} is for ${header.root}, which is not there`);
  if (real !== header.root) throw new Failure('refused', `the plan ${file} is for ${header.root}, which is a link now`);
}

/** Could the folder that a plan makes be made: the one above it is there, and no link. */
function isPlace(disk: World['disk'], { root, newRoot }: PlanHeader): boolean {
  return newRoot === true && realOf(disk, dirname(root)) === dirname(root);
}

function realOf(disk: World['disk'], path: string): string | null {
  try {
    return disk.realpath(path);
  } catch {
    return null;
  }
}
