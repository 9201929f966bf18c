import type { PlanWriter } from '../../io/journal/plan-file.ts';
import { lockInTheWay } from '../../io/owner-lock.ts';
import type { World } from '../../io/world.ts';
import type { ChangeReport, ReportItem } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import type { PlanRequest } from '../../model/plan-request.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { carryOutChanges, type SettledChange, settleChange, stopUnbegun } from './carry-out.ts';
import { decideSite } from './decide.ts';
import type { DecideOptions } from './decide-options.ts';
import { type Ledger, newLedger } from './ledger.ts';

/** The request of a person: the flags, and the conversations. */
type Requested = Pick<PlanRequest, 'flags' | 'ids' | 'seed'>;

/** A changing verb for one site. */
export interface ChangeOrder extends DecideOptions {
  /** Show only, or save the plan. */
  readonly dryRun: boolean;
  /** Where the plan is saved; null to save none. */
  readonly plan: PlanWriter | null;
  /** The request that `ask` and `survey` were made of, to be kept. */
  readonly request?: Requested;
  /** A new run id. */
  readonly run: string;
  /** Another root was changed before: a Failure becomes part of the report. */
  readonly others: boolean;
  /** Asked when all is decided and nothing is written; false declines. */
  agree(report: ChangeReport): Promise<boolean>;
  /** Called with the number of conversations, and with the items, before anything is written; throws the Failure that there are none to change. */
  refuseIdle(conversations: number, items: readonly ReportItem[]): Promise<void>;
  /** Called each time one of `of` Changes is settled. */
  readonly made?: (done: number, of: number) => void;
}

/** The result of a verb under one root. */
export interface ChangedSite {
  readonly report: ChangeReport;
  /** Conversations that were looked at. */
  readonly conversations: number;
}

/** As the journal and a saved plan keep it. */
function requestOf(world: World, site: Site, order: ChangeOrder, request: Requested): PlanRequest {
  const { scope, file, root } = site;
  const { until, force, output, survey } = order;
  const store = output === null ? null : world.disk.realpath(root);
  return { ...request, projects: survey.projects ?? [], scope, file, until, force, store };
}

/** Everything that is known while one site is changed. */
interface Changing {
  readonly order: ChangeOrder;
  readonly kind: Kind;
  readonly ledger: Ledger;
}

/** Changes one site. */
export async function changeSite(
  world: World,
  kinds: readonly Kind[],
  site: Site,
  order: ChangeOrder,
): Promise<ChangedSite> {
  const changing: Changing = {
    order,
    kind: kindOfSite(kinds, site),
    ledger: newLedger(order.ask.verb),
  };
  const { output } = order;
  const header: PlanHeader = {
    plan: 1,
    command: order.ask.verb,
    kind: site.kind,
    root: output ?? world.disk.realpath(site.root),
    madeAt: order.ask.now,
    ...(output === null ? {} : { newRoot: true }),
    ...(order.request === undefined ? {} : { request: requestOf(world, site, order, order.request) }),
  };
  const changes = decided(world, kinds, site, changing);
  let run: string | null = null;
  try {
    if (order.plan !== null) await order.plan.add(header, changes);
    else if (order.dryRun) await lookForLocks(world, header, changes, changing);
    else run = await carryOutChanges(world, header, agreed(changes, changing), { ...order, ledger: changing.ledger });
  } catch (error) {
    if (!order.others) throw error;
    stopUnbegun(changing.ledger, error);
  }
  return { report: drawUp(changing, run), conversations: changing.ledger.conversations };
}

/** Takes all Changes and writes none; those whose program has a lock now are entered as a run would leave them. */
async function lookForLocks(
  world: World,
  { root }: PlanHeader,
  changes: AsyncIterable<Change>,
  changing: Changing,
): Promise<void> {
  const held: SettledChange[] = [];
  let number = 0;
  for await (const { locks } of changes) {
    const reason = locks.length === 0 ? null : lockInTheWay(world, root, locks);
    if (reason !== null) held.push({ number, state: 'refused', reason });
    number++;
  }
  for (const each of held) settleChange(changing.ledger, each);
}

/** All Changes; after the last, whoever takes them has written none of them yet. */
async function* decided(world: World, kinds: readonly Kind[], site: Site, changing: Changing): AsyncGenerator<Change> {
  const { order, ledger } = changing;
  yield* decideSite(world.disk, kinds, site, order, ledger);
  await order.refuseIdle(ledger.conversations, drawUp(changing, null).items);
}

/** Passes Changes on, and asks after the last. */
async function* agreed(changes: AsyncIterable<Change>, changing: Changing): AsyncGenerator<Change> {
  yield* changes;
  if (changing.ledger.changes.length === 0 || (await changing.order.agree(drawUp(changing, null)))) return;
  throw new Failure('usage', 'declined: nothing was changed');
}

function drawUp({ order, kind, ledger }: Changing, run: string | null): ChangeReport {
  const { dryRun, plan, ask } = order;
  const report = ledger.report({ run, dryRun, plan: plan?.name ?? null });
  return { ...report, remarks: [...report.remarks, ...kind.remarks(ask, report.before.conversations)] };
}
