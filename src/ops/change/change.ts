import { type PlanWriter, planWriter } from '../../io/journal/plan-file.ts';
import { refuseCutEarly } from '../../io/journal/runs.ts';
import { lockInTheWay } from '../../io/owner-lock.ts';
import type { UserFilePlace } from '../../io/user-file.ts';
import type { World } from '../../io/world.ts';
import { addCounts, type ChangeReport, NO_COUNTS, type ReportItem } from '../../model/change-report.ts';
import { addToCount } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader, PlanRequest, PlanStore } from '../../model/plan.ts';
import type { Ask } from '../../stores/decision.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../reading.ts';
import { carryOutChanges, type FinishedChange, recordResult, stopUnbegun } from './carry-out.ts';
import { decideSite } from './decide.ts';
import { type DecideOptions, runRemarks } from './decide-options.ts';
import { beginGoingOn, endGoingOn } from './going-on.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { refuseOwner } from './refuse-owner.ts';
import { combinedStop, declined, type RootRun } from './run-report.ts';

interface DecidedRunOptions extends DecideOptions {
  /** The request behind `ask` and `survey`, for the journal. */
  readonly request?: RequestFlags;
  readonly run: string;
  /** Called with everything decided and nothing written; false declines. */
  agree(report: ChangeReport): Promise<boolean>;
  readonly made?: (done: number, of: number) => void;
}

/** `output` is from `vacantFolder`, outside all stores. */
export interface ChangeOptions extends DecidedRunOptions {
  /** Where the plan for all sites is saved; null for not at all. */
  readonly plan: UserFilePlace | null;
  readonly sites: readonly Site[];
  readonly allowEmpty: boolean;
  emptySelectionFailure(): Promise<Failure>;
  readonly whyNoneChanged?: (() => Promise<Failure | null>) | undefined;
}

/**
 * Carries out a changing verb on one site after the other: read, decide, then show, save or apply.
 * Where nothing was changed it throws Failure: `refused` for a cut run or a locked root, `usage` when declined,
 * `failed`, `interrupted`, or `emptySelectionFailure`. Once a root was changed, such an end is part of the report.
 */
export async function change(world: World, kinds: readonly Kind[], given: ChangeOptions): Promise<ChangeReport> {
  const sites = sitesFor(kinds, given.sites, given.ask);
  const options = { ...given, sites };
  for (const { root } of sites) refuseCutEarly(world, world.disk.realpath(root));
  const { output } = options;
  if (output !== null && sites.length > 1)
    throw new Failure('usage', '--output is for one store, and there are several', 'Name one with --root.');
  // A store that is only read cannot be overwritten.
  const isOverwritable = output === null && !options.dryRun && !options.force;
  if (isOverwritable && sites.length === 1) refuseOwner(world, kinds, sites);
  if (options.plan === null) return changeSites(world, kinds, options, null);
  const plan = planWriter(options.plan);
  try {
    const report = await changeSites(world, kinds, options, plan);
    await plan.finish();
    return report;
  } catch (error) {
    plan.abandon();
    throw error;
  }
}

async function changeSites(
  world: World,
  kinds: readonly Kind[],
  options: ChangeOptions,
  plan: PlanWriter | null,
): Promise<ChangeReport> {
  const { sites } = options;
  const reports: ChangeReport[] = [];
  const goingOn: RootRun[] = [];
  let conversations = 0;
  for (const [n, site] of sites.entries()) {
    const isLast = n === sites.length - 1;
    const refuseIdle = async (count: number, items: readonly ReportItem[]): Promise<void> => {
      if (!isLast || options.allowEmpty) return;
      const failure = await whyIdle(
        options,
        conversations + count,
        [...reports.map((each) => each.items), items].flat(),
      );
      if (failure !== null) throw failure;
    };
    const isRunBegun = reports.some(({ run }) => run !== null);
    const changed = await changeSite(world, kinds, site, {
      ...options,
      plan,
      isRunBegun,
      isOfMany: sites.length > 1,
      refuseIdle,
    });
    reports.push(changed.report);
    conversations += changed.conversations;
    const { stopped, run } = changed.report;
    if (run !== null && !isLast) {
      const begun = { root: world.disk.realpath(site.root), run };
      goingOn.push(begun);
      await beginGoingOn(world, begun);
    }
    if (stopped?.by === 'interrupted' || stopped?.by === 'declined') break;
  }
  await endGoingOn(world, goingOn);
  const none = newLedger(options.ask.verb).report({
    run: null,
    dryRun: options.dryRun,
    plan: plan?.name ?? null,
  });
  return joinReports(none, reports);
}

async function whyIdle(
  { emptySelectionFailure, whyNoneChanged }: Pick<ChangeOptions, 'emptySelectionFailure' | 'whyNoneChanged'>,
  conversations: number,
  items: readonly ReportItem[],
): Promise<Failure | null> {
  if (items.some(({ state }) => state !== 'unchanged')) return null;
  if (conversations === 0 && items.length === 0) return emptySelectionFailure();
  return (await whyNoneChanged?.()) ?? null;
}

export function joinReports(none: ChangeReport, reports: readonly ChangeReport[]): ChangeReport {
  const sum = (of: (report: ChangeReport) => number) => reports.reduce((all, each) => all + of(each), 0);
  const stays = reports.flatMap((each) => each.stays ?? []);
  const notHealed = sumOfCounts(reports.map((each) => each.notHealed));
  return {
    ...none,
    run: reports.find(({ run }) => run !== null)?.run ?? null,
    changed: sum(({ changed }) => changed),
    unchanged: sum(({ unchanged }) => unchanged),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
    notReached: sum(({ notReached }) => notReached),
    before: reports.map(({ before }) => before).reduce(addCounts, NO_COUNTS),
    after: reports.map(({ after }) => after).reduce(addCounts, NO_COUNTS),
    items: reports.flatMap(({ items }) => items),
    remarks: reports.flatMap(({ remarks }) => remarks),
    ...(stays.length === 0 ? {} : { stays }),
    ...(notHealed.size === 0 ? {} : { notHealed }),
    stopped: combinedStop(reports.flatMap(({ stopped }) => stopped ?? [])),
    unsafe: reports.some(({ unsafe }) => unsafe),
  };
}

function sumOfCounts(all: readonly ChangeReport['notHealed'][]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const each of all) for (const [code, count] of each ?? []) addToCount(sum, code, count);
  return sum;
}

/** Sites that a migration can take to the named format. Throws Failure `usage` for none. */
function sitesFor(kinds: readonly Kind[], sites: readonly Site[], ask: Ask): readonly Site[] {
  const to = ask.verb === 'migrate' ? ask.to : null;
  if (to === null || sites.length === 0) return sites;
  const able = sites.filter((site) => formatsOf(kindOfSite(kinds, site)).includes(to));
  if (able.length > 0) return able;
  const known = kinds.filter(({ name }) => sites.some(({ kind }) => kind === name));
  const targets = known.map((kind) => `${kind.name}: ${formatsOf(kind).join(', ')}`).join('; ');
  throw new Failure(
    'usage',
    `--to ${to} is not a format that a store in scope can be migrated to`,
    `There is ${targets}.`,
  );
}

function formatsOf({ targets, outputs = [] }: Kind): readonly string[] {
  return [...targets, ...outputs];
}

type RequestFlags = Pick<PlanRequest, 'flags' | 'ids' | 'seed'>;

interface SiteChangeOptions extends DecidedRunOptions {
  readonly plan: PlanWriter | null;
  /** True if another root was changed in this run: a Failure then becomes part of the report. */
  readonly isRunBegun: boolean;
  readonly sites: readonly Site[];
  /** True if other stores are changed even if this one refuses. */
  readonly isOfMany: boolean;
  /** Called with the counts and items before anything is written; throws the Failure of an empty selection. */
  refuseIdle(conversations: number, items: readonly ReportItem[]): Promise<void>;
}

interface ChangedSite {
  readonly report: ChangeReport;
  readonly conversations: number;
}

function requestOf(world: World, site: Site, options: SiteChangeOptions, request: RequestFlags): PlanRequest {
  const { scope, file, root } = site;
  const { quietSince, force, output, survey } = options;
  const store = output === null ? null : world.disk.realpath(root);
  const stores = options.isOfMany ? { stores: options.sites.map((each) => storeOf(world, each)) } : {};
  return { ...request, projects: survey.select.projects, scope, file, until: quietSince, force, ...stores, store };
}

function storeOf({ disk }: World, { kind, root, scope, file }: Site): PlanStore {
  return { kind, root: disk.realpath(root), scope, file };
}

interface SiteContext {
  readonly options: SiteChangeOptions;
  readonly kind: Kind;
  ledger: Ledger;
}

function headerOf(world: World, site: Site, options: SiteChangeOptions): PlanHeader {
  const { output, ask, request } = options;
  return {
    plan: 1,
    command: ask.verb,
    kind: site.kind,
    root: output ?? world.disk.realpath(site.root),
    madeAt: ask.now,
    ...(output === null ? {} : { newRoot: true }),
    ...(request === undefined ? {} : { request: requestOf(world, site, options, request) }),
  };
}

async function changeSite(
  world: World,
  kinds: readonly Kind[],
  site: Site,
  options: SiteChangeOptions,
): Promise<ChangedSite> {
  const context: SiteContext = {
    options,
    kind: kindOfSite(kinds, site),
    ledger: newLedger(options.ask.verb),
  };
  const header = headerOf(world, site, options);
  const changes = allChanges(world, kinds, site, context);
  const refuse = () => {
    if (options.isOfMany && !options.force) refuseOwner(world, kinds, [site]);
  };
  let run: string | null = null;
  try {
    if (options.plan !== null) await options.plan.add(header, changes);
    else if (options.dryRun) await lookForLocks(world, header, changes, context);
    else
      run = await carryOutChanges(world, header, onceAgreed(changes, context, refuse), {
        ...options,
        ledger: context.ledger,
      });
  } catch (error) {
    const isRefused = error instanceof Failure && error.code === 'refused';
    if (!options.isRunBegun && !(isRefused && options.isOfMany)) throw error;
    // The refusal of the first Change ended the decisions, so all is decided again.
    if (isRefused) context.ledger = await ledgerAnew(world, kinds, site, options);
    stopUnbegun(context.ledger, error);
  }
  return { report: drawUp(context, run), conversations: context.ledger.conversations };
}

/** Enters Changes whose program holds a lock now with the result that a run would have. Writes nothing. */
async function lookForLocks(
  world: World,
  { root }: PlanHeader,
  changes: AsyncIterable<Change>,
  context: SiteContext,
): Promise<void> {
  const locked: FinishedChange[] = [];
  let number = 0;
  for await (const { locks } of changes) {
    const reason = locks.length === 0 ? null : lockInTheWay(world, root, locks);
    if (reason !== null) locked.push({ number, state: 'refused', reason });
    number++;
  }
  for (const each of locked) recordResult(context.ledger, each);
}

/** All Changes. The consumer writes the first one only after it has read the last one. */
async function* allChanges(
  world: World,
  kinds: readonly Kind[],
  site: Site,
  context: SiteContext,
): AsyncGenerator<Change> {
  const { options, ledger } = context;
  yield* decideSite(world.disk, kinds, site, options, ledger);
  await options.refuseIdle(ledger.conversations, drawUp(context, null).items);
}

async function ledgerAnew(
  world: World,
  kinds: readonly Kind[],
  site: Site,
  options: SiteChangeOptions,
): Promise<Ledger> {
  const ledger = newLedger(options.ask.verb);
  for await (const _ of decideSite(world.disk, kinds, site, options, ledger));
  return ledger;
}

async function* onceAgreed(
  changes: AsyncIterable<Change>,
  context: SiteContext,
  refuse: () => void,
): AsyncGenerator<Change> {
  yield* changes;
  if (context.ledger.changes.length === 0) return;
  refuse();
  if (await context.options.agree(drawUp(context, null))) return;
  throw declined();
}

function drawUp({ options, kind, ledger }: SiteContext, run: string | null): ChangeReport {
  const { dryRun, plan, ask } = options;
  const report = ledger.report({ run, dryRun, plan: plan?.name ?? null });
  return { ...report, remarks: [...report.remarks, ...runRemarks(kind, ask, report.before.conversations)] };
}
