import { isBack, previewRun } from '../../ops/change/preview-run.ts';
import { refuseOwnersOf } from '../../ops/change/refuse-owner.ts';
import { type Listen, type RunResult, runReporter } from '../../ops/change/run-report.ts';
import type { World } from '../../ops/world.ts';
import { type Exit, exitOfChange } from '../exit.ts';
import type { Job } from '../job.ts';
import { tellChange, watched } from './outcome.ts';
import { rootsOf, worldFor } from './world.ts';

/** Undo and resume as the command line sees them: which runs they mean, and how they are carried out. */
export interface Take {
  readonly verb: 'undo' | 'resume';
  choose(world: World, ask: Choice): readonly { readonly root: string; readonly run: string }[];
  carryOut(world: World, ask: Choice & { readonly report: Listen }): Promise<readonly RunResult[]>;
}

interface Flags {
  readonly dryRun: boolean;
  readonly force: boolean;
}

interface Choice {
  readonly roots: readonly string[];
  readonly run: string | null;
}

/** Carries out undo or resume over the roots in scope, or shows what it would do, and tells what it came to. */
export async function takeRun(job: Job, take: Take, run: string | null, { dryRun, force }: Flags): Promise<Exit> {
  const named = await rootsOf(job);
  const world = worldFor(job);
  const spell = (root: string) => named.find((each) => each.root === root)?.as ?? root;
  const ask = { roots: named.map(({ root }) => root), run };
  const chosen = take.choose(world, ask);
  const back = new Set(chosen.filter((which) => isBack(world, take.verb, which)).map(({ root }) => root));
  const reporter = runReporter(take.verb, { dryRun, spell, isBack: (root) => back.has(root) });
  if (chosen.length === 0) await job.note.line(nothingTo(take.verb, run));
  for (const which of dryRun ? chosen : [])
    for (const result of previewRun(world, { ...which, verb: take.verb })) reporter.listen(result, which.root);
  if (!dryRun && !force) refuseOwnersOf(world, chosen);
  const carryOut = (report: Listen) => take.carryOut(world, { ...ask, report });
  const results = dryRun ? [] : await watched(job, reporter.listen, carryOut);
  const report = { ...reporter.report(results), run: chosen[0]?.run ?? null, isUndone: back.size > 0 };
  await tellChange(job, report);
  return exitOfChange(report);
}

function nothingTo(verb: Take['verb'], run: string | null): string {
  return run === null ? NOTHING[verb] : `run ${run} ${SETTLED[verb]}`;
}

const SETTLED = {
  undo: 'is undone already',
  resume: 'was not cut off: there is nothing to resume',
} as const;

const NOTHING = {
  undo: 'there is no run to undo; `convo runs` lists them',
  resume: 'no run was cut off: there is nothing to resume',
} as const;
