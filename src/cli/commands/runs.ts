import { type ChangeCommand, DECIDED_VERBS } from '../../model/change-report.ts';
import { cmd, RUN, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { RUNS } from '../../model/rules/row.ts';
import { findRun, newRun } from '../../ops/change/run-ids.ts';
import { listRuns, listRunsNow, pruneRuns, runEdits, runsToPrune, unusableJournals } from '../../ops/runs.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { prunedLines, prunedText, runsJson, runsText, runText } from '../../report/change/runs.ts';
import { fitted, printable } from '../../report/text.ts';
import { ask, needAgreement } from '../change/consent.ts';
import { changeWords } from '../change/print-change.ts';
import { notePassedOver, runsScreen } from '../change/run-over-runs.ts';
import { command, type Job, rerun } from '../command.ts';
import { EXIT, type Exit, exitOf } from '../exit.ts';
import { flag, givenFlag, toggle } from '../flag.ts';
import { learntRedactor, type RedactFlags, reportRedacted } from '../redact.ts';
import { readingOf } from '../scope.ts';
import { moment, spanAt } from '../values/moment.ts';
import { REDACT } from '../values/redact.ts';
import { rootsOf, worldFor } from '../world.ts';

export const runsCommand = command({
  operands: '[show|prune] [RUN...]',
  about:
    'Lists what was changed in these stores, oldest first, with what its journal keeps. Each run has a short name, the end of its id: undo, ' +
    'redo, resume, `runs show`, `runs prune` and `diff --before` take it. `convo runs show RUN` shows every edit of a run. ' +
    '`convo runs prune` deletes the journals of finished runs, and every original in them, for good.',
  examples: [
    ['convo runs', 'what was changed here'],
    ['convo runs show b1ce', 'what this run changed, edit by edit'],
    ['convo runs show b1ce --redact', 'its edits, without secrets, to hand on'],
    ['convo runs prune --older-than 90d --dry-run', 'which backups would go'],
  ],
  flags: {
    olderThan: flag('--older-than <time>', 'prune only runs begun before then: 90d, 12h, 2026-01-31', moment),
    dryRun: toggle('--dry-run', 'prune: show which runs would go'),
    yes: toggle('--yes', 'prune: do not ask'),
    ...REDACT,
  },
  run: async (job, [word, ...names], { olderThan, dryRun, yes, ...redact }) => {
    const begunBefore = olderThan === undefined ? null : spanAt(olderThan, job.clock.now).from;
    if (word === 'prune') return prune(job, names, { begunBefore, dryRun, yes });
    const ofPrune = givenFlag({ '--older-than': olderThan, '--dry-run': dryRun, '--yes': yes });
    if (ofPrune !== undefined) throw new Failure('usage', `${ofPrune} is for \`convo runs prune\` alone`);
    if (word === 'show') return show(job, names, redact);
    if (redact.redact || redact.redactAlso.length > 0) throw new Failure('usage', '--redact is for `convo runs show`');
    if (word === undefined) return list(job);
    throw new Failure(
      'usage',
      `\`convo runs\` does not know the word ${word}`,
      sentence`It lists runs; ${cmd`runs show ${RUN}`} shows one, ${cmd`runs prune`} deletes originals.`,
    );
  },
});

async function list(job: Job): Promise<Exit> {
  const { roots } = await rootsOf(job);
  const world = worldFor(job);
  const unusable = unusableJournals(world.disk, roots);
  const found = listRunsNow(
    world,
    roots.filter((root) => !unusable.some((each) => each.root === root)),
  );
  await notePassedOver(job, world, roots);
  for (const { reason } of unusable) await job.err.line(`runs could not be looked for: ${printable(reason)}`);
  if (job.options.json) await job.out.line(runsJson(found));
  // With an unreadable journal there may still be runs.
  else if (found.length > 0 || unusable.length === 0)
    for (const line of runsText(found, runsScreen(job))) await job.out.line(line);
  return exitOf({ unreadableCount: unusable.length + found.filter(({ state }) => state === 'unreadable').length });
}

async function show(job: Job, [name, ...more]: readonly string[], redact: RedactFlags): Promise<Exit> {
  if (name === undefined || more.length > 0)
    throw new Failure('usage', '`convo runs show` takes one run', sentence`${RUNS} lists them.`);
  const { roots, spell } = await rootsOf(job);
  const world = worldFor(job);
  const id = findRun(world, roots, name);
  const redactor = await redactorOfStores(job, redact);
  const clean = redactor ?? String;
  const words = await changeWords(job.options, redactor);
  const found = listRuns(world.disk, roots)
    .filter((run) => run.id === id)
    .map((run) => {
      if (run.reason !== null) throw new Failure('failed', run.reason);
      const report = runEdits(world, { root: run.root, run: id }, { command: commandOf(run.command), spell });
      return { run, report: words(report) };
    });
  if (job.options.json) {
    await job.out.line(
      runsJson(found.map(({ run, report }) => ({ ...run, root: clean(run.root), items: report.items }))),
    );
    await reportRedacted(job, redactor);
    return EXIT.done;
  }
  const textOptions = { commandPrefix: clean(rerun(job.options)), paint: job.paint, width: job.out.width };
  for (const { run, report } of found)
    for (const line of runText({ ...run, root: clean(spell(run.root)) }, report, runsScreen(job), textOptions))
      await job.out.line(line);
  await reportRedacted(job, redactor);
  return EXIT.done;
}

/** A redactor with the secrets of the stores: a quoted edit may have half of one. */
async function redactorOfStores(job: Job, flags: RedactFlags): Promise<Redactor | null> {
  if (!flags.redact && flags.redactAlso.length === 0) return null;
  const { reading, survey } = await readingOf(job);
  return learntRedactor(job, flags, reading, survey);
}

/** The command of a run; `apply` for others, such as those of later versions. */
function commandOf(word: string | null): ChangeCommand {
  return DECIDED_VERBS.find((each) => each === word) ?? 'apply';
}

interface Pruning {
  /** Selects runs that began before this, in Unix seconds; null for all. */
  readonly begunBefore: number | null;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

async function prune(job: Job, names: readonly string[], { begunBefore, dryRun, yes }: Pruning): Promise<Exit> {
  const world = worldFor(job);
  const { roots } = await rootsOf(job);
  const named = new Map(names.map((name) => [findRun(world, roots, name), name]));
  const only = names.length === 0 ? null : new Set(named.keys());
  const options = { roots, begunBefore, only, token: newRun(job.env) };
  const due = runsToPrune(world, options);
  const none =
    begunBefore !== null ? 'no finished run is that old' : `no run ${only === null ? '' : 'of these '}is finished`;
  await reportLeft(job, named, due);
  if (dryRun || due.length === 0) return printPruned(job, due, { dryRun: true, none, isShown: false });
  if (!yes) needAgreement(job, '`convo runs prune` would delete originals for good');
  if (!yes && !(await agreeToPrune(job, due))) throw new Failure('usage', 'declined: nothing was pruned');
  return printPruned(job, await pruneRuns(world, options), { dryRun, none, isShown: !yes });
}

type Pruned = ReturnType<typeof runsToPrune>;

async function reportLeft({ err, options }: Job, named: ReadonlyMap<string, string>, due: Pruned): Promise<void> {
  for (const [id, name] of named)
    if (!due.some((run) => run.id === id))
      await err.line(`run ${name} stays: \`${rerun(options)} runs\` says when it began and what it waits for`);
}

async function agreeToPrune(job: Job, due: Pruned): Promise<boolean> {
  for (const line of runsText(due, runsScreen(job))) await job.err.line(line);
  return ask(job, 'Delete their originals for good? These runs can then no longer be undone.');
}

async function printPruned(
  job: Job,
  gone: Pruned,
  { dryRun, none, isShown }: { readonly dryRun: boolean; readonly none: string; readonly isShown: boolean },
): Promise<Exit> {
  const { out, env } = job;
  if (job.options.json) {
    await out.line(runsJson(gone));
    return EXIT.done;
  }
  await out.lines(fitted(prunedText(gone, dryRun, none), out.width));
  if (env.stdout.isTTY !== true) await out.lines(prunedLines(gone));
  else if (gone.length > 0 && !isShown) await out.lines(runsText(gone, runsScreen(job)));
  return EXIT.done;
}
