import type { ChangeReport, DecidedVerb } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE, programsWith } from '../../model/kinds.ts';
import { NO_FLAGS, type VerbFlags } from '../../model/plan.ts';
import { change } from '../../ops/change/change.ts';
import { askOf } from '../../ops/change/decide-options.ts';
import { outputPath, vacantFolder } from '../../ops/change/output-paths.ts';
import { type HoldOptions, partHeld, refuseOwner, withLockStop } from '../../ops/change/refuse-owner.ts';
import { newRun } from '../../ops/change/run-ids.ts';
import { type ReadContext, realDisk } from '../../ops/reading.ts';
import { type KnownId, singlePlace, TO_CHANGE } from '../../ops/resolve-ids.ts';
import { storesChanged } from '../../report/change/planned.ts';
import { pickId, requireId } from '../choose-conversation.ts';
import { type Job, threadsOf } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { outputsFor } from '../outputs.ts';
import { type ProgressLine, progressLine } from '../progress.ts';
import {
  atPaths,
  narrowedSelection,
  noConversationsFailure,
  readingOf,
  type Selection,
  tellTraces,
  tellUnread,
} from '../scope.ts';
import { type Moment, spanAt } from '../values/moment.ts';
import { consentTo, needBulkAgreement, printRemarks, requireSelection } from './consent.ts';
import type { ChangeFlags } from './flags.ts';
import { type ChangeReportOptions, type ChangeReports, changeReports, tellChange } from './outcome.ts';
import { type World, worldFor } from './world.ts';

export interface ChangeVerbOptions extends Partial<VerbFlags> {
  readonly verb: DecidedVerb;
  readonly ids: readonly string[];
  readonly flags: ChangeFlags;
  /** An output folder, as typed. */
  readonly output?: string | undefined;
  readonly olderThan?: Moment | undefined;
  readonly reports?: readonly ChangeReportOptions[];
  readonly jobs?: number | undefined;
  /** Called if nothing was changed or refused: why that is a mistake, or null. */
  readonly doubt?: (scope: Selection) => Promise<Failure | null>;
  readonly closing?: (scope: Selection, report: ChangeReport) => Promise<readonly string[]>;
  /** The ids were chosen by a rule: agreed to as a bulk change. */
  readonly isBulk?: boolean;
  /** All in scope were asked for. Undefined for verbs whose default that is. */
  readonly all?: boolean;
}

export async function changeVerb(job: Job, options: ChangeVerbOptions): Promise<Exit> {
  return runChangeVerb(await atPaths(job, options.ids, { onlyHere: true }), options);
}

async function runChangeVerb(job: Job, options: ChangeVerbOptions): Promise<Exit> {
  const { verb, flags, olderThan, output: folder, reports: asks = [], doubt, closing } = options;
  const asked = flagsOf(options);
  const { ids, picked } = await chosenIds(job, options);
  requireSelection(job, { ...options, ids });
  const typed = outputPath(job.env.cwd, realDisk().kinds, { to: asked.to, output: folder ?? null });
  const dryRun = flags.dryRun || flags.planOut !== undefined;
  const line = progressLine(job);
  const world = worldFor(job, line);
  const wide = await readingOf(job, { onlyHere: true });
  const isNone = options.isBulk === true && ids.length === 0;
  const scope = isNone ? withNone(wide) : await narrowedForChange(job, wide, ids, asked);
  const { reading, survey } = scope;
  const run = newRun(job.env);
  const request = { flags: asked, ids: scope.ids ?? null, seed: verb === 'fork' ? job.env.newId() : null };
  const { output, plan, reports } = targetsOf(job, world, wide.reading, { flags, typed, asks });
  const hold = { kinds: reading.kinds, force: flags.force, dryRun };
  const order: Parameters<typeof change>[2] = {
    ask: askOf(verb, survey.now, request),
    request,
    sites: reading.sites,
    survey: { ...survey, progress: line.show, jobs: threadsOf(job, options.jobs) },
    lastChangedBy: olderThan === undefined ? null : spanAt(olderThan, survey.now).from,
    plan,
    output,
    run,
    allowEmpty: job.options.allowEmpty || isNone,
    nothing: () => noConversationsFailure(job, scope),
    doubt: doubt && (() => doubt(scope)),
    agree: (planned) => consent.agree(planned),
    made: line.made,
    ...hold,
  };
  const mustAsk = !dryRun && !flags.yes && (ids.length === 0 || picked);
  const preview = (sites = reading.sites) =>
    change(world, reading.kinds, { ...order, sites, dryRun: true, plan: null });
  const consent = oneQuestion(job, { world, mustAsk, hold, scope, line, preview });
  const report = await reports.orAbandon(async () => {
    if (mustAsk && (ids.length === 0 || options.isBulk === true)) await needBulkAgreement(job, preview);
    if (mustAsk && output === null && !flags.force && reading.sites.length === 1)
      refuseOwner(world, reading.kinds, reading.sites);
    await consent.before();
    const made = await change(world, reading.kinds, order);
    // A plan is carried out later.
    if (!dryRun || output !== null || plan !== null) return made;
    return withLockStop(made, (await partHeld(world, storesChanged(made.items), hold)).whyHeld);
  });
  await line.clear();
  return ended(job, scope, { report, output, isShown: consent.wasAsked(), reports, closing });
}

function flagsOf({
  verb,
  ids,
  flags,
  output,
  olderThan,
  reports,
  jobs,
  doubt,
  closing,
  all,
  isBulk,
  ...asked
}: ChangeVerbOptions): VerbFlags {
  return { ...NO_FLAGS, ...asked };
}

/** Outputs beside the stores. Throws Failure before anything is changed. */
function targetsOf(
  job: Job,
  world: World,
  reading: ReadContext,
  {
    flags,
    typed,
    asks,
  }: Pick<ChangeVerbOptions, 'flags'> & { typed: string | null; asks: readonly ChangeReportOptions[] },
) {
  const outputs = outputsFor(job, reading, flags);
  const elsewhere = 'Write to another folder, and move the files there afterwards.';
  return {
    output: typed && outputs.folder(vacantFolder(world, typed), { elsewhere }),
    plan: flags.planOut === undefined ? null : outputs.file(flags.planOut, 'plan'),
    reports: changeReports(job, outputs, asks),
  };
}

async function ended(
  job: Job,
  scope: Selection,
  {
    report,
    output,
    isShown,
    reports,
    closing,
  }: {
    readonly closing: ChangeVerbOptions['closing'];
    readonly report: ChangeReport;
    readonly output: string | null;
    readonly isShown: boolean;
    readonly reports: ChangeReports;
  },
): Promise<Exit> {
  const { unread } = scope;
  const exit = exitOf({ change: report, unread: unread.length });
  try {
    if (!reports.onStdout) await tellChange(job, report, { output, isShown });
  } finally {
    // If stdout fails, the files have the answer.
    await reports.tell(report, exit, output);
  }
  await tellTraces(job, report.items);
  await tellUnread(job, unread);
  for (const sentence of (await closing?.(scope, report)) ?? []) await job.err.line(`convo: ${sentence}`);
  return exit;
}

async function chosenIds(job: Job, { verb, ids, flags, olderThan, all, isBulk = false }: ChangeVerbOptions) {
  const given = { ids, picked: isBulk };
  if (verb === 'fork' && ids.length === 0) return { ids: [await requireId(job, undefined)], picked: true };
  if (all === undefined || job.options.project.length > 0 || flags.yes) return given;
  if (ids.length > 0 || all || olderThan !== undefined) return given;
  const id = await pickId(job);
  return id === null ? given : { ids: [id], picked: true };
}

function withNone(scope: Selection): Selection {
  return { ...scope, ids: [], survey: { ...scope.survey, wants: () => false } };
}

/** To ids that are in one place each: never changes an unintended one. Throws Failure. */
function narrowedForChange(job: Job, scope: Selection, words: readonly string[], asked: VerbFlags): Promise<Selection> {
  return narrowedSelection(job, scope, {
    words,
    least: TO_CHANGE,
    admit: (ids, known) =>
      refuseIgnored(
        ids.map((id) => singlePlace(id, known)),
        asked,
      ),
  });
}

/** Throws Failure `usage` for flags that a kind would ignore. */
function refuseIgnored(places: readonly KnownId[], { as, carry }: VerbFlags): void {
  const flag = as !== null ? '--as' : carry.length > 0 ? '--carry' : null;
  const odd = places.find(({ site }) => !KIND_TABLE[site.kind].carries);
  if (flag !== null && odd !== undefined)
    throw new Failure(
      'usage',
      `${flag} is for ${programsWith('carries')}, and ${odd.id} is in a ${odd.site.kind} store`,
    );
}

interface ConsentOptions {
  readonly world: World;
  readonly mustAsk: boolean;
  readonly hold: HoldOptions;
  readonly scope: Selection;
  readonly line: ProgressLine;
  preview(sites?: ReadContext['sites']): Promise<ChangeReport>;
}

interface Question {
  /** Asks first if there are several stores. Throws Failure `usage` when declined. */
  before(): Promise<void>;
  /** Consent for one store. Throws Failure `refused` for changes that were not shown. */
  agree(planned: ChangeReport): Promise<boolean>;
  wasAsked(): boolean;
}

function oneQuestion(job: Job, { world, mustAsk, hold, scope, line, preview }: ConsentOptions): Question {
  let shown: ReadonlySet<string> | null = null;
  let wasAsked = false;
  let held: ReadonlyMap<string, Failure> = new Map();
  const asked = async (planned: ChangeReport, details: () => Promise<ChangeReport>): Promise<boolean> => {
    await line.clear();
    const agreed = await consentTo(job, planned, {
      scope,
      held: [...held.values()],
      details: async () => {
        const report = await details();
        await line.clear();
        return report;
      },
    });
    if (agreed) line.deciding();
    wasAsked = true;
    return agreed;
  };
  return {
    wasAsked: () => wasAsked,
    before: async () => {
      if (!mustAsk || scope.reading.sites.length < 2) return;
      const { sites } = scope.reading;
      const all = await preview();
      const parted = await partHeld(world, storesChanged(all.items), hold);
      held = new Map(parted.held.map(({ store: { root }, failure }) => [root, failure]));
      const planned = held.size === 0 ? all : await preview(sites.filter(({ root }) => !held.has(root)));
      if (planned.changed > 0 && !(await asked(planned, async () => planned)))
        throw new Failure('usage', 'declined: nothing was changed');
      shown = new Set(changesIn(planned));
    },
    agree: async (planned) => {
      if (mustAsk && shown === null) return asked(planned, () => preview());
      // Not consented to, even if it has become free since.
      const failure = held.get(planned.items[0]?.root ?? '');
      if (failure !== undefined) throw failure;
      if (shown === null) {
        await line.clear();
        await printRemarks(job, planned);
        line.deciding();
      } else if (!changesIn(planned).every((text) => shown?.has(text)))
        throw new Failure(
          'refused',
          `${planned.items[0]?.root} has changed since the question`,
          'Give the command again.',
        );
      return true;
    },
  };
}

function changesIn({ items }: ChangeReport): string[] {
  const changed = items.filter(({ state }) => state === 'changed');
  return changed.map(({ kind, root, path, id, codes, counts }) =>
    JSON.stringify([kind, root, path, id, codes, counts]),
  );
}
