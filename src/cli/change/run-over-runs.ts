import type { ChangeReport } from '../../model/change-report.ts';
import { grouped } from '../../model/collections.ts';
import { cmd, sentence, sentenceText } from '../../model/command.ts';
import { conversationKey } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { RUNS } from '../../model/rules/row.ts';
import type { Run } from '../../model/run.ts';
import { endGoingOn } from '../../ops/change/going-on.ts';
import { countChanges, hasMoreIds, previewRun, undoesRun } from '../../ops/change/preview-run.ts';
import { partLocked, storesOf, withLockStop } from '../../ops/change/refuse-owner.ts';
import { findRun, newRun, type RunChoice, runNamesIn } from '../../ops/change/run-ids.ts';
import { type ResultListener, type RootResults, runReporter, withLockFailures } from '../../ops/change/run-report.ts';
import { listAll } from '../../ops/list.ts';
import { realDisk } from '../../ops/reading.ts';
import { clearDeadLocks, listRuns, shortRuns, unrecognisedPaths } from '../../ops/runs.ts';
import { findSites } from '../../ops/sites/find-sites.ts';
import type { JournalRoots } from '../../ops/sites/store-around.ts';
import { EVERYTHING, silentRun } from '../../ops/survey/survey-options.ts';
import { worldForUndo } from '../../ops/world.ts';
import { type RunsScreen, runLine } from '../../report/change/runs.ts';
import { titleText } from '../../report/list/title.ts';
import { numberText, printable } from '../../report/text.ts';
import { type Job, rerun } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { progressLine } from '../progress.ts';
import { sitesOptions, surveyRun } from '../scope.ts';
import { rootsOf, type VerbWorld, worldFor } from '../world.ts';
import { agreeTo } from './consent.ts';
import { ASK_ABOVE } from './flags.ts';
import { printChange, withProgress } from './print-change.ts';

export interface RunVerb {
  readonly verb: 'undo' | 'finish';
  choose(world: VerbWorld, choice: RunChoice): readonly RunId[];
  carryOut(world: VerbWorld, chosen: readonly RunId[], report: ResultListener): Promise<RootResults>;
}

interface RunId {
  readonly root: string;
  readonly run: string;
}

interface Flags {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly force: boolean;
}

export async function runOverRuns(
  job: Job,
  verb: RunVerb,
  run: string | null,
  { dryRun, yes, force }: Flags,
): Promise<Exit> {
  const { roots, spell } = await rootsOf(job);
  const line = progressLine(job);
  const world = await worldForUndo(worldFor(job, line), force);
  await notePassedOver(job, world, roots);
  const chosen = verb.choose(world, { roots, run });
  const short = verb.verb === 'finish' ? shortRuns(world, { roots, run }) : [];
  const named = [...chosen, ...short];
  if (chosen.length === 0) await noteNone(job, world, { verb: verb.verb, roots, run }, { short, dryRun });
  await printRunNames(job, world, named, { roots, spell });
  const { free, locked, whyLocked } = await partLocked(world, storesOf(world, chosen), { force, dryRun });
  const { reporter, preview, passBy, isUndone } = reportingOf(world, verb.verb, chosen, { roots, spell });
  const mustAsk = verb.verb === 'undo' && run === null && !dryRun && !yes;
  const isShown = mustAsk && (hasMoreIds(world, free, ASK_ABOVE) || removesSeveral(preview(free)));
  if (isShown) await agreeTo(job, await withTitles(job, preview(free)), whyLocked);
  const carriedOut = async (): Promise<ChangeReport> => {
    const carryOut = (report: ResultListener) => verb.carryOut(world, free, report);
    const results = await withProgress(line, countChanges(world, free), reporter.listen, carryOut);
    passBy(locked.map(({ store }) => store));
    return reporter.report(withLockFailures(results, whyLocked));
  };
  const made = dryRun ? withLockStop(preview(chosen), whyLocked) : await carriedOut();
  const whole = verb.verb === 'finish' ? await withStoresLeft(job, world, { chosen, short, dryRun }, made) : made;
  const report = { ...(await withTitles(job, whole)), run: named[0]?.run ?? null, isUndone };
  // Without a run only JSON needs a report.
  const canRedo = chosenRuns(world, chosen).every(({ command }) => command !== 'unpack');
  if (named.length > 0 || job.options.json) await printChange(job, report, { isShown, canRedo });
  return exitOf({ change: report });
}

interface FinishedRuns {
  readonly chosen: readonly RunId[];
  readonly short: readonly RunId[];
  readonly dryRun: boolean;
}

/**
 * Adds stores that these runs had not begun with, except for runs that are being undone. Where none of them has anything left to do, a
 * short run is taken for a whole one from then on.
 */
async function withStoresLeft(
  job: Job,
  world: VerbWorld,
  { chosen, short, dryRun }: FinishedRuns,
  made: ChangeReport,
): Promise<ChangeReport> {
  const begun = [...chosen.filter((which) => !undoesRun(world, 'finish', which)), ...short];
  if (begun.length === 0) return made;
  const { withNotBegun } = await import('../../ops/change/not-begun.ts');
  const whole = await withNotBegun(
    world,
    realDisk().kinds,
    { chosen: begun, survey: { select: EVERYTHING, run: surveyRun(job) } },
    made,
  );
  if (!dryRun && whole.notReached === made.notReached) await endGoingOn(world, short);
  return whole;
}

async function noteNone(
  job: Job,
  world: VerbWorld,
  { verb, roots, run }: RunChoice & Pick<RunVerb, 'verb'>,
  { short, dryRun }: Pick<FinishedRuns, 'short' | 'dryRun'>,
): Promise<void> {
  if (verb === 'undo' && run !== null) await refuseRedone(world, roots, run);
  if (short.length === 0) await job.err.line(`convo: ${noRunsText(verb, run, job)}`);
  if (!dryRun) await clearDeadLocks(world, roots, newRun(job.env));
}

/** Throws Failure `refused` for an undone run that was redone: its changes are in the stores. */
async function refuseRedone(world: VerbWorld, roots: readonly string[], named: string): Promise<void> {
  const { redoOf } = await import('../../ops/redo.ts');
  const later = redoOf(world, roots, findRun(world, roots, named));
  if (later === null) return;
  const name = runNamesIn(world.disk, roots)(later);
  const way = sentence`${cmd`undo ${name}`} undoes that.`;
  throw new Failure('refused', `run ${named} was undone, and run ${name} brought it back`, way);
}

/** `preview`: results that the runs would have now. `passBy`: enters runs of skipped stores. */
function reportingOf(
  world: VerbWorld,
  verb: RunVerb['verb'],
  chosen: readonly RunId[],
  { roots, spell }: JournalRoots,
) {
  const back = new Set(chosen.filter((which) => undoesRun(world, verb, which)).map(({ root }) => root));
  const command = verb === 'finish' ? 'resume' : verb;
  const [first] = chosen;
  const run = first === undefined ? null : runNamesIn(world.disk, roots)(first.run);
  const reporting = { spell, run, isBack: (root: string) => back.has(root) };
  const look = (runs: readonly RunId[], listen: ResultListener): void => {
    for (const which of runs) for (const result of previewRun(world, { ...which, verb })) listen(result, which.root);
  };
  const reporter = runReporter(command, { ...reporting, dryRun: false });
  return {
    reporter,
    preview: (runs: readonly RunId[]): ChangeReport => {
      const previewed = runReporter(command, { ...reporting, dryRun: true });
      look(runs, previewed.listen);
      return previewed.report();
    },
    passBy: (runs: readonly RunId[]): void => look(runs, reporter.passBy),
    isUndone: back.size > 0,
  };
}

/** True if the verb removes several conversations, like an undo of an unpack. */
function removesSeveral({ before, after }: ChangeReport): boolean {
  return before.conversations - after.conversations > 1;
}

export async function notePassedOver({ err }: Job, { disk }: VerbWorld, roots: readonly string[]): Promise<void> {
  const found = unrecognisedPaths(disk, roots);
  for (const path of found.slice(0, MAX_PATHS_NAMED))
    await err.line(`${printable(path)} is not a run: it is passed over`);
  if (found.length > MAX_PATHS_NAMED)
    await err.line(`and ${numberText(found.length - MAX_PATHS_NAMED)} more that are no runs`);
}

const MAX_PATHS_NAMED = 5;

export async function printRunNames(
  job: Job,
  { disk }: VerbWorld,
  chosen: readonly RunId[],
  { roots, spell }: JournalRoots,
): Promise<void> {
  if (job.options.json) return;
  const runs = chosenRuns({ disk }, chosen);
  const nameOf = runNamesIn(disk, roots);
  for (const [id, parts] of grouped(runs.map((run) => [run.id, { ...run, root: spell(run.root) }])))
    for (const line of runLine(nameOf(id), parts, runsScreen(job))) await job.out.line(line);
}

function chosenRuns({ disk }: Pick<VerbWorld, 'disk'>, chosen: readonly RunId[]): Run[] {
  const of = new Map<string, readonly Run[]>();
  for (const { root } of chosen) of.set(root, of.get(root) ?? listRuns(disk, [root]));
  return chosen.flatMap(({ root, run }) => of.get(root)?.filter(({ id }) => id === run) ?? []);
}

export function noRunsText(
  verb: RunVerb['verb'] | 'redo',
  run: string | null,
  { options }: Pick<Job, 'options'>,
): string {
  return run === null ? sentenceText(NO_RUN_TEXTS[verb], rerun(options)) : `run ${run} ${SETTLED_WORDS[verb]}`;
}

const SETTLED_WORDS = {
  undo: 'is undone already',
  redo: 'is not undone as a whole: there is nothing to redo',
  finish: 'was not cut off: there is nothing to resume',
} as const;

const NO_RUN_TEXTS = {
  undo: sentence`there is no run to undo; ${RUNS} lists them`,
  redo: sentence`there is no undone run to redo; ${RUNS} lists them`,
  finish: 'no run was cut off: there is nothing to resume',
} as const;

/** Adds present titles for people; JSON has none. */
export async function withTitles(job: Job, report: ChangeReport): Promise<ChangeReport> {
  if (job.options.json || report.items.every(({ id }) => id === null)) return report;
  const titles = await titlesOf(job, report).catch((error: unknown) => {
    // After the change a store may be gone, or a signal may have come: the report is still made.
    if (error instanceof Failure) return new Map<string, string>();
    throw error;
  });
  return {
    ...report,
    items: report.items.map((item) => ({ title: titles.get(conversationKey(item)) ?? '', ...item })),
  };
}

async function titlesOf(job: Job, { items }: ChangeReport): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(items.flatMap(({ id }) => id ?? []));
  const { disk, kinds } = realDisk();
  const { sites } = await findSites({ ...sitesOptions(job), onlyHere: true, allowEmpty: true }, disk, kinds);
  const owners = new Set(items.map(({ kind }) => kind));
  const { interrupted, yieldNow, clock } = job;
  const reading = { disk, kinds, sites: sites.filter(({ kind }) => owners.has(kind)) };
  const survey = {
    select: { ...EVERYTHING, hasId: (id: string) => ids.has(id) },
    run: { ...silentRun(clock.now), interrupted, yieldNow },
  };
  const titles = new Map<string, string>();
  // Found by id: lists of Codex and Copilot CLI have a folder as project, and their Changes have none.
  // Of two files of one session, the one that Gemini CLI resumes may be empty.
  for (const each of await listAll(reading, survey))
    for (const key of [each, { ...each, project: null }].map(conversationKey))
      titles.set(key, titles.get(key) || titleText(each));
  return titles;
}

export function runsScreen({ out: { width }, options, paint, clock }: Job): RunsScreen {
  return { commandPrefix: rerun(options), paint, width, clock: width === Number.POSITIVE_INFINITY ? null : clock };
}
