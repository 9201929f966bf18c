import { apply } from '../../io/apply.ts';
import { savePlan } from '../../io/journal/plan-file.ts';
import { lockInTheWay } from '../../io/owner-lock.ts';
import type { ChangeResult } from '../../io/run/result.ts';
import type { World } from '../../io/world.ts';
import type { ChangeItem, ChangeReport, Stopped } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { decideSite } from './decide.ts';
import { type Ledger, ledger } from './ledger.ts';
import { stoppedBy } from './run-report.ts';
import { noneUnread, type Scrutiny, type Seen } from './scrutiny.ts';

/** A changing verb for one site. */
export interface ChangeOrder extends Omit<Scrutiny, 'numbers'> {
  /** Show only, or save the plan. */
  readonly dryRun: boolean;
  /** Save the plan to this file, absolute; null to save none. */
  readonly plan: string | null;
  /** A new run id. */
  readonly run: string;
  /** Asked when all is decided and nothing is written; false declines. */
  agree(report: ChangeReport): Promise<boolean>;
  /** Called with the number of conversations, and with the items, before anything is written; throws the Failure that there are none to change. */
  refuseIdle(conversations: number, items: readonly ChangeItem[]): Promise<void>;
  /** Called each time one of `of` Changes is settled. */
  readonly made?: (done: number, of: number) => void;
}

/** What a verb came to under one root. */
export interface ChangedSite {
  readonly report: ChangeReport;
  /** Conversations that were looked at. */
  readonly conversations: number;
}

/** Everything that is known while one site is changed. */
interface Desk {
  readonly order: ChangeOrder;
  readonly kind: Kind;
  readonly book: Ledger;
  /** For each Change, in its order: the numbers of its items in the book. */
  readonly numbers: (readonly number[])[];
  readonly seen: Seen;
}

/** Changes one site. `others`: another root was changed before, so a Failure becomes part of the report. */
export async function changeSite(
  world: World,
  kinds: readonly Kind[],
  site: Site,
  order: ChangeOrder,
  others: boolean,
): Promise<ChangedSite> {
  const desk: Desk = {
    order,
    kind: kindOfSite(kinds, site),
    book: ledger(order.ask.verb),
    numbers: [],
    seen: { conversations: 0, unread: noneUnread() },
  };
  const { output } = order;
  const header: PlanHeader = {
    plan: 1,
    command: order.ask.verb,
    kind: site.kind,
    root: output ?? world.disk.realpath(site.root),
    madeAt: order.ask.now,
    ...(output === null ? {} : { newRoot: true }),
  };
  const changes = decided(world, kinds, site, desk);
  let run: string | null = null;
  try {
    if (order.plan !== null) await savePlan(order.plan, header, changes);
    else if (order.dryRun) await lookForLocks(world, header, changes, desk);
    else run = await carryOut(world, header, agreed(changes, desk), desk);
  } catch (error) {
    // What was done under another root is reported whatever went wrong here.
    if (!others || !(error instanceof Error)) throw error;
    const by = error instanceof Failure ? STOPS[error.code] : 'failed';
    stop(desk, new Set(), { by, reason: error.message, cut: false });
  }
  return { report: drawUp(desk, run), conversations: desk.seen.conversations };
}

const STOPS = {
  usage: 'declined',
  'no-match': 'failed',
  failed: 'failed',
  refused: 'refused',
  interrupted: 'interrupted',
} as const satisfies Record<Failure['code'], Stopped['by']>;

/** Takes all Changes and writes none; those whose program has a lock now are entered as a run would leave them. */
async function lookForLocks(
  world: World,
  { root }: PlanHeader,
  changes: AsyncIterable<Change>,
  desk: Desk,
): Promise<void> {
  const held: Settled[] = [];
  let number = 0;
  for await (const { locks } of changes) {
    const reason = locks.length === 0 ? null : lockInTheWay(world, root, locks);
    if (reason !== null) held.push({ number, state: 'refused', reason });
    number++;
  }
  for (const each of held) settle(desk, each);
}

/** All Changes; after the last, whoever takes them has written none of them yet. */
async function* decided(world: World, kinds: readonly Kind[], site: Site, desk: Desk): AsyncGenerator<Change> {
  const { order, numbers, book, seen } = desk;
  yield* decideSite(world.disk, kinds, site, { ...order, numbers }, book, seen);
  await order.refuseIdle(seen.conversations, drawUp(desk, null).items);
}

/** The same Changes, and after the last the question. */
async function* agreed(changes: AsyncIterable<Change>, desk: Desk): AsyncGenerator<Change> {
  yield* changes;
  if (desk.numbers.length === 0 || (await desk.order.agree(drawUp(desk, null)))) return;
  throw new Failure('usage', 'declined: nothing was changed');
}

async function carryOut(
  world: World,
  header: PlanHeader,
  changes: AsyncIterable<Change>,
  desk: Desk,
): Promise<string | null> {
  const { order, numbers } = desk;
  const settled = new Set<number>();
  const report = (result: ChangeResult): void => {
    settled.add(result.number);
    settle(desk, result);
    order.made?.(settled.size, numbers.length);
  };
  const result = await apply(world, { run: order.run, header, changes, report });
  if (result === null) return null;
  if (result.stopped !== null) stop(desk, settled, stoppedBy(result.stopped));
  return result.run;
}

/** What became of one Change, or would. */
type Settled = Omit<ChangeResult, 'change'>;

function settle({ book, numbers }: Desk, { number, state, reason }: Settled): void {
  if (state === 'done') return;
  if (state !== 'failed') book.markUnsafe();
  for (const item of numbers[number] ?? [])
    if (state === 'raced') book.remark(item, reason ?? 'was saved by another program at the same moment');
    else book.amend(item, state, reason ?? 'could not be changed');
}

/** Changes that the run did not get to are not made. */
function stop({ book, numbers }: Desk, settled: ReadonlySet<number>, stopped: Stopped): void {
  const unsettled = numbers.flatMap((items, n) => (settled.has(n) ? [] : items));
  for (const item of unsettled) book.amend(item, 'not-reached', 'the run stopped before it');
  book.stop(stopped);
}

function drawUp({ order, kind, book }: Desk, run: string | null): ChangeReport {
  const { dryRun, plan, ask } = order;
  const report = book.report({ run, dryRun, plan });
  return { ...report, remarks: [...report.remarks, ...kind.remarks(ask, report.before.conversations)] };
}
