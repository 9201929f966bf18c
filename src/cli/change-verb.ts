import type { ChangeReport } from '../model/change-report.ts';
import { type Ask, type AskFor, change } from '../ops/change/change.ts';
import { newRun } from '../ops/change/new-run.ts';
import { outputPath } from '../ops/change/output-folder.ts';
import { planPath } from '../ops/change/plan-path.ts';
import { realDisk } from '../ops/reading.ts';
import { printable } from '../report/printable.ts';
import { agreeTo, needAgreement } from './agree.ts';
import type { Changing } from './change-flags.ts';
import { EXIT, type Exit, worst } from './exit.ts';
import { exitOfChange } from './exit-of-change.ts';
import type { Job } from './job.ts';
import { narrowTo } from './narrow-to.ts';
import { nothingInScope } from './nothing-in-scope.ts';
import { progressLine } from './progress.ts';
import { readingOf, tellUnread } from './reading-of.ts';
import { tellChange } from './tell-change.ts';
import { worldOf } from './world.ts';

/** Everything that any verb may be asked. */
type Asked = AskedOf<'heal'> & AskedOf<'migrate'> & AskedOf<'fork'> & AskedOf<'restore'>;
type AskedOf<V extends Ask['verb']> = Omit<AskFor<V>, 'now' | 'newId' | 'verb'>;

/** What a changing command adds to the common flags. */
export interface Wish extends Partial<Asked> {
  readonly verb: Ask['verb'];
  readonly ids: readonly string[];
  readonly flags: Changing;
  /** A folder of its own to write to, as it was typed. */
  readonly output?: string | undefined;
  /** Seconds: only conversations not changed for as long. */
  readonly olderThan?: number | undefined;
}

const PLAIN = {
  lossy: false,
  only: null,
  to: null,
  at: null,
  timestamp: null,
  dropApprovals: false,
  mapPhase: new Map<string, string>(),
  phase: null,
  as: null,
  carry: new Set<never>(),
};

/** Carries out heal, migrate, fork, archive, restore or delete, tells what it came to, and answers the exit code. */
export async function changeVerb(job: Job, wish: Wish): Promise<Exit> {
  const { ids, flags, olderThan, output: folder, ...asked } = wish;
  const { yes, planOut, force } = flags;
  const output = outputPath(job.env.cwd, realDisk().kinds, { to: wish.to ?? null, output: folder ?? null });
  const dryRun = flags.dryRun || planOut !== undefined;
  if (ids.length === 0 && !yes && !dryRun)
    needAgreement(job, `\`convo ${job.command}\` would change everything in scope`);
  const world = worldOf(job);
  const plan = planOut === undefined ? null : planPath(world, job.env.cwd, planOut);
  const scope = await narrowTo(await readingOf(job, [], true), ids);
  const { reading, survey, unread } = scope;
  const line = progressLine(job);
  const report = await change(world, reading.kinds, {
    ask: { ...PLAIN, ...asked, now: survey.now, newId: job.env.newId },
    sites: reading.sites,
    survey: { ...survey, progress: line.show },
    until: olderThan === undefined ? null : survey.now - olderThan,
    dryRun,
    plan,
    output,
    force,
    run: newRun(job.env),
    allowEmpty: job.options.allowEmpty,
    nothing: () => nothingInScope(job, scope),
    agree: async (planned) => {
      await line.clear();
      if (ids.length === 0 && !yes) return agreeTo(job, planned);
      await forewarn(job, planned);
      return true;
    },
    made: line.made,
  });
  await line.clear();
  await tellChange(job, report, output);
  await tellUnread(job, unread);
  return worst([exitOfChange(report), unread.length > 0 ? EXIT.unjudged : EXIT.done]);
}

/** Says what follows from a change that nobody is asked about, before it is made. */
async function forewarn({ note }: Job, { remarks }: ChangeReport): Promise<void> {
  for (const remark of remarks) await note.line(printable(remark));
  await note.flush();
}
