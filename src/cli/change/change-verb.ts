import type { ChangeReport, DecidedVerb } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE, programsWith } from '../../model/kinds.ts';
import { NO_FLAGS, type VerbFlags } from '../../model/plan.ts';
import { type ChangeOptions, change } from '../../ops/change/change.ts';
import { askOf } from '../../ops/change/decide-options.ts';
import { outputPath, vacantFolder } from '../../ops/change/output-paths.ts';
import { partLocked, refuseOwner, withLockStop } from '../../ops/change/refuse-owner.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { realDisk } from '../../ops/reading.ts';
import { type StoredId, singlePlace, TO_CHANGE } from '../../ops/resolve-ids.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { withoutProgress, withRun, withSelection } from '../../ops/survey/survey-options.ts';
import { storesChanged } from '../../report/change/planned.ts';
import type { ChangeReportFormat } from '../../report/change/reports.ts';
import { exactText } from '../../report/time.ts';
import { pickId, requireId } from '../choose-conversation.ts';
import { type Job, threadsOf } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { printTraces, reportUnread } from '../job-commentary.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor } from '../outputs.ts';
import { type ProgressLine, progressLine } from '../progress.ts';
import { learntRedactor, type RedactFlags, reportRedacted } from '../redact.ts';
import { atPaths, narrowedSelection, readingOf, type Selection } from '../scope.ts';
import { type Moment, spanAt } from '../values/moment.ts';
import type { ReportOption } from '../values/report-option.ts';
import { type VerbWorld, worldFor } from '../world.ts';
import { consentFor, consentGiven, needBulkAgreement, requireSelection } from './consent.ts';
import type { ChangeFlags } from './flags.ts';
import { type ChangeReports, changeReports, printChange } from './print-change.ts';

export interface ChangeVerbOptions {
  readonly verb: DecidedVerb;
  /** Flags of this verb; others default to `NO_FLAGS`. */
  readonly verbFlags?: Partial<VerbFlags>;
  readonly ids: readonly string[];
  readonly flags: ChangeFlags;
  /** An output folder, as typed. */
  readonly output?: string | undefined;
  readonly reports?: readonly ReportOption<ChangeReportFormat>[];
  readonly jobs?: number | undefined;
  /** Called if nothing was changed or refused: the Failure if that is a mistake, or null. */
  readonly whyNoneChanged?: (selection: Selection) => Promise<Failure | null>;
  readonly afterReport?: (selection: Selection, report: ChangeReport) => Promise<readonly string[]>;
  /** Redaction of the printed text; the change itself, and a saved plan, stay unredacted. */
  readonly redact?: RedactFlags;
  /** Default: by ids; without any, all in scope. */
  readonly choice?: Choice;
}

/** How conversations are chosen other than by ids. */
type Choice =
  /** Without an id, a flag or the person has to choose. */
  | { readonly type: 'flags'; readonly olderThan: Moment | undefined; readonly all: boolean }
  /** The ids come from a rule, and need the consent of a bulk change; without any, nothing is chosen. */
  | { readonly type: 'rule' };

export async function changeVerb(job: Job, options: ChangeVerbOptions): Promise<Exit> {
  return runChangeVerb(await atPaths(job, options.ids, { onlyHere: true }), options);
}

/**
 * Steps of every changing verb: 1. its conversations, and outputs beside the stores; 2. options for `change`, whose
 * dry run is the preview; 3. consent: for several stores before the change, for one when all of it is decided; 4. the
 * change, and its report.
 */
async function runChangeVerb(job: Job, options: ChangeVerbOptions): Promise<Exit> {
  const target = await targetOf(job, options);
  const { reading, survey } = target.selection;
  // Learns secrets before anything is changed.
  const redactor = options.redact ? await learntRedactor(job, options.redact, reading, withoutProgress(survey)) : null;
  const { output, plan, reports } = targetsOf(job, target, options);
  const unagreed = { ...changeOptionsOf(job, options, target), output, plan };
  const { report, isShown } = await reports.orAbandon(() =>
    agreedChange(job, { ...options, redactor }, target, unagreed),
  );
  await target.line.clear();
  if (unagreed.quietSince !== null && report.items.length === 0)
    await job.err.line(
      `convo: no conversation in scope is known to be older than ${exactText(unagreed.quietSince, job.clock)}`,
    );
  return endVerb(job, target.selection, {
    report,
    output,
    isShown,
    reports,
    redactor,
    afterReport: options.afterReport,
    only: target.verbFlags.only,
  });
}

type Unagreed = Omit<ChangeOptions, 'agree'>;

/** Steps 2 to 4. `isShown`: the person has seen the plan. */
async function agreedChange(
  job: Job,
  { flags, choice, redactor }: ChangeVerbOptions & { readonly redactor: Redactor | null },
  { world, line, selection, ids, picked }: VerbTarget,
  unagreed: Unagreed,
): Promise<{ readonly report: ChangeReport; readonly isShown: boolean }> {
  const { kinds, sites } = selection.reading;
  const { output, plan, force, dryRun } = unagreed;
  const hold = { kinds, force, dryRun };
  const preview = (some = sites) =>
    change(world, kinds, { ...unagreed, sites: some, dryRun: true, plan: null, agree: async () => true });
  const mustAsk = !dryRun && !flags.yes && (ids.length === 0 || picked);
  if (mustAsk && (ids.length === 0 || choice?.type === 'rule')) await needBulkAgreement(job, preview);
  if (mustAsk && output === null && !force && sites.length === 1) refuseOwner(world, kinds, sites);
  const consent = mustAsk
    ? await consentFor(job, { world, hold, selection, line, preview, redactor })
    : consentGiven(job, line);
  const report = await change(world, kinds, { ...unagreed, agree: consent.agree });
  // A plan is carried out later.
  const isPreview = dryRun && output === null && plan === null;
  const whyLocked = isPreview ? (await partLocked(world, storesChanged(report.items), hold)).whyLocked : [];
  return { report: isPreview ? withLockStop(report, whyLocked) : report, isShown: consent.wasAsked() };
}

interface VerbTarget {
  readonly world: VerbWorld;
  readonly line: ProgressLine;
  readonly ids: readonly string[];
  /** Ids chosen from a list or by a rule. */
  readonly picked: boolean;
  /** Absolute. */
  readonly outputFolder: string | null;
  readonly verbFlags: VerbFlags;
  /** The selection before it was narrowed to ids. */
  readonly wide: Selection;
  readonly selection: Selection;
}

/** Throws Failure for ids that are unknown or in several places, and for flags that a kind would ignore. */
async function targetOf(job: Job, options: ChangeVerbOptions): Promise<VerbTarget> {
  const verbFlags = { ...NO_FLAGS, ...options.verbFlags };
  const { ids, picked } = await chosenIds(job, options);
  if (options.choice?.type === 'flags') requireSelection(job, { ...options.choice, ids });
  const outputFolder = outputPath(job.env.cwd, realDisk().kinds, { to: verbFlags.to, output: options.output ?? null });
  const line = progressLine(job);
  const world = worldFor(job, line);
  const wide = await readingOf(job, { onlyHere: true });
  const selection = isNone(options, ids) ? withNone(wide) : await narrowedForChange(job, wide, ids, verbFlags);
  return { world, line, ids, picked, outputFolder, verbFlags, wide, selection };
}

function isNone({ choice }: ChangeVerbOptions, ids: readonly string[]): boolean {
  return choice?.type === 'rule' && ids.length === 0;
}

function changeOptionsOf(job: Job, options: ChangeVerbOptions, { line, ids, verbFlags, selection }: VerbTarget) {
  const { verb, flags, choice, whyNoneChanged } = options;
  const olderThan = choice?.type === 'flags' ? choice.olderThan : undefined;
  const { reading, survey } = selection;
  const run = newRun(job.env);
  const request = { flags: verbFlags, ids: selection.ids ?? null, seed: verb === 'fork' ? job.env.newId() : null };
  return {
    ask: askOf(verb, survey.run.now, request),
    request,
    sites: reading.sites,
    force: flags.force,
    dryRun: flags.dryRun || flags.planOut !== undefined,
    survey: withRun(survey, { progress: line.show, jobs: threadsOf(job, options.jobs) }),
    quietSince: olderThan === undefined ? null : spanAt(olderThan, survey.run.now).from,
    run,
    allowEmpty: job.options.allowEmpty || isNone(options, ids),
    emptySelectionFailure: () => noConversationsFailure(job, selection),
    whyNoneChanged: whyNoneChanged && (() => whyNoneChanged(selection)),
    made: line.made,
  };
}

/** Outputs of the command beside the stores. Throws Failure before anything is changed. */
function targetsOf(job: Job, { world, wide, outputFolder }: VerbTarget, { flags, reports = [] }: ChangeVerbOptions) {
  const outputs = outputsFor(job, wide.reading, flags);
  const elsewhere = 'Write to another folder, and move the files there afterwards.';
  return {
    output: outputFolder && outputs.folder(vacantFolder(world, outputFolder), { elsewhere }),
    plan: flags.planOut === undefined ? null : outputs.file(flags.planOut, 'plan'),
    reports: changeReports(job, outputs, reports),
  };
}

async function endVerb(
  job: Job,
  selection: Selection,
  {
    report,
    output,
    isShown,
    reports,
    redactor,
    afterReport,
    only,
  }: {
    readonly only: VerbFlags['only'];
    readonly redactor: Redactor | null;
    readonly afterReport: ChangeVerbOptions['afterReport'];
    readonly report: ChangeReport;
    readonly output: string | null;
    readonly isShown: boolean;
    readonly reports: ChangeReports;
  },
): Promise<Exit> {
  const { unreadablePaths } = selection;
  const exit = exitOf({ change: report, unreadableCount: unreadablePaths.length });
  try {
    if (!reports.onStdout) await printChange(job, report, { output, isShown, redactor, only });
  } finally {
    // If stdout fails, the files have the answer.
    await reports.write(report, exit, { output, redactor });
  }
  await printTraces(job, report.items);
  await reportUnread(job, unreadablePaths);
  for (const sentence of (await afterReport?.(selection, report)) ?? []) await job.err.line(`convo: ${sentence}`);
  await reportRedacted(job, redactor);
  return exit;
}

async function chosenIds(job: Job, { verb, ids, flags, choice }: ChangeVerbOptions) {
  const typed = { ids, picked: choice?.type === 'rule' };
  if (verb === 'fork' && ids.length === 0) return { ids: [await requireId(job, undefined)], picked: true };
  if (choice?.type !== 'flags' || job.options.project.length > 0 || flags.yes) return typed;
  if (ids.length > 0 || choice.all || choice.olderThan !== undefined) return typed;
  const id = await pickId(job);
  return id === null ? typed : { ids: [id], picked: true };
}

function withNone(selection: Selection): Selection {
  return { ...selection, ids: [], survey: withSelection(selection.survey, { hasId: () => false }) };
}

/** The selection of a change: each id has to be in one place. Throws Failure. */
function narrowedForChange(
  job: Job,
  selection: Selection,
  words: readonly string[],
  flags: VerbFlags,
): Promise<Selection> {
  return narrowedSelection(job, selection, {
    words,
    min: TO_CHANGE,
    admit: (ids, known) =>
      refuseIgnored(
        ids.map((id) => singlePlace(id, known)),
        flags,
      ),
  });
}

function refuseIgnored(places: readonly StoredId[], { as, carry }: VerbFlags): void {
  const flag = as !== null ? '--as' : carry.length > 0 ? '--carry' : null;
  const odd = places.find(({ site }) => !KIND_TABLE[site.kind].forkCarries);
  if (flag !== null && odd !== undefined)
    throw new Failure(
      'usage',
      `${flag} is for ${programsWith('forkCarries')}, and ${odd.id} is in a ${odd.site.kind} store`,
    );
}
