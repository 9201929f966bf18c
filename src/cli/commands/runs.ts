import { Failure } from '../../model/failure.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { pruneRuns, runsToPrune } from '../../ops/prune.ts';
import { listRuns, unusableJournals } from '../../ops/runs.ts';
import { prunedText, runsJson, runsText } from '../../report/change/runs.ts';
import { printable } from '../../report/printable.ts';
import { askAgreement, needAgreement } from '../change/consent.ts';
import { rootsOf, worldFor } from '../change/world.ts';
import { command } from '../command.ts';
import { EXIT, type Exit } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import type { Job } from '../job.ts';
import { rerun } from '../scope.ts';
import { moment, spanAt } from '../values/moment.ts';

export const runs = command({
  operands: '[prune]',
  about:
    'Lists what was changed in these stores, oldest first, with what its journal keeps. `convo runs prune` deletes the journals ' +
    'of finished runs, and every original in them, for good.',
  examples: [
    ['convo runs', 'what was changed here'],
    ['convo runs prune --older-than 90d --dry-run', 'which backups would go'],
    ['convo runs --json', 'for programs'],
  ],
  flags: {
    olderThan: flag('--older-than <time>', 'prune only runs begun before then: 90d, 12h, 2026-01-31', moment),
    dryRun: toggle('--dry-run', 'prune: show which runs would go'),
    yes: toggle('--yes', 'prune: do not ask'),
  },
  run: async (job, [word], { olderThan: before, dryRun, yes }) => {
    const { now } = job.clock;
    const olderThan = before === undefined ? null : now - spanAt(before, now).from;
    if (word !== undefined && word !== 'prune')
      throw new Failure(
        'usage',
        `\`convo runs\` knows no ${word}`,
        'It lists runs; `convo runs prune` deletes originals.',
      );
    if (word === 'prune') return prune(job, { olderThan, dryRun, yes });
    const roots = (await rootsOf(job)).map(({ root }) => root);
    const { disk } = worldFor(job);
    const unusable = unusableJournals(disk, roots);
    const found = listRuns(
      disk,
      roots.filter((root) => !unusable.some((each) => each.root === root)),
    );
    for (const { reason } of unusable) await job.note.line(`runs could not be looked for: ${printable(reason)}`);
    if (job.options.json) await job.out.line(runsJson(found));
    else for (const line of runsText(found, rerun(job.options))) await job.out.line(line);
    return unusable.length + found.filter(({ state }) => state === 'unreadable').length === 0
      ? EXIT.done
      : EXIT.unjudged;
  },
});

interface Pruning {
  readonly olderThan: number | null;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

async function prune(job: Job, { olderThan, dryRun, yes }: Pruning): Promise<Exit> {
  if (!yes && !dryRun) needAgreement(job, '`convo runs prune` would delete originals for good');
  const world = worldFor(job);
  const order = { roots: (await rootsOf(job)).map(({ root }) => root), olderThan, token: newRun(job.env) };
  const due = runsToPrune(world, order);
  if (dryRun || due.length === 0) return tellPruned(job, due, true);
  if (!yes && !(await agreeTo(job, due))) throw new Failure('usage', 'declined: nothing was pruned');
  return tellPruned(job, await pruneRuns(world, order), false);
}

type Pruned = ReturnType<typeof runsToPrune>;

async function agreeTo(job: Job, due: Pruned): Promise<boolean> {
  for (const line of runsText(due, rerun(job.options))) await job.note.line(line);
  return askAgreement(job, 'Delete their originals for good? These runs can then no longer be undone.');
}

async function tellPruned(job: Job, gone: Pruned, dryRun: boolean): Promise<Exit> {
  if (job.options.json) await job.out.line(runsJson(gone));
  else for (const line of prunedText(gone, dryRun)) await job.out.line(line);
  return EXIT.done;
}
