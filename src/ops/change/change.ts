import { refuseCutEarly } from '../../io/journal/cut-runs.ts';
import type { World } from '../../io/world.ts';
import { addCounts, type ChangeItem, type ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import type { Ask, Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { type ChangeOrder, changeSite } from './change-site.ts';
import { newLedger } from './ledger.ts';
import { refuseOwner } from './refuse-owner.ts';

export { askWith } from '../../stores/ask.ts';
export type { Ask } from '../../stores/kind.ts';

/** A changing verb, as the command line asks for it. */
export interface ChangesOrder extends Omit<ChangeOrder, 'output' | 'others' | 'refuseIdle'> {
  /** A folder of its own to write to, as `vacantFolder` answers it, and in no store; null or none to change the stores. */
  readonly output?: string | null;
  readonly sites: readonly Site[];
  readonly allowEmpty: boolean;
  /** Why there is no conversation to look at. */
  nothing(): Promise<Failure>;
  /** Why none of them changes, where that is a mistake; left out where it never is. */
  readonly doubt?: (() => Promise<Failure | null>) | undefined;
}

/**
 * Carries out heal, migrate, fork, archive, restore or delete over some sites, one after the other: read, decide, then show, save
 * or apply. Throws Failure where nothing was changed: `refused` while a run is cut or a root is locked, `usage` when declined,
 * `failed`, `interrupted`, and what `nothing` says without any conversation. Once a root was changed, such an end is part of the report.
 */
export async function change(world: World, kinds: readonly Kind[], order: ChangesOrder): Promise<ChangeReport> {
  const { plan } = order;
  const sites = sitesFor(kinds, order.sites, order.ask);
  for (const { root } of sites) refuseCutEarly(world, world.disk.realpath(root));
  const { output = null } = order;
  if (output !== null && sites.length > 1)
    throw new Failure('usage', '--output is for one store, and there are several', 'Name one with --root.');
  // A verb that only reads a store cannot be overwritten there.
  if (output === null && !order.dryRun && !order.force) refuseOwner(world, kinds, sites);
  if (plan !== null && sites.length > 1)
    throw new Failure('usage', 'a plan is for one root, and there are several', 'Name one with --root.');
  let all = newLedger(order.ask.verb).report({ run: null, dryRun: order.dryRun, plan: plan?.name ?? null });
  let conversations = 0;
  for (const [n, site] of sites.entries()) {
    const isLast = n === sites.length - 1;
    const refuseIdle = async (seen: number, items: readonly ChangeItem[]): Promise<void> => {
      const entered = [...all.items, ...items];
      if (!isLast || order.allowEmpty || entered.some(({ state }) => state !== 'unchanged')) return;
      const isEmpty = conversations + seen === 0 && entered.length === 0;
      const failure = isEmpty ? await order.nothing() : await order.doubt?.();
      if (failure != null) throw failure;
    };
    const changed = await changeSite(world, kinds, site, { ...order, output, others: all.run !== null, refuseIdle });
    all = addReports(all, changed.report);
    conversations += changed.conversations;
    if (all.stopped?.by === 'interrupted' || all.stopped?.by === 'declined') break;
  }
  return all;
}

/** The reports of one command under several roots as one. */
export function addReports(a: ChangeReport, b: ChangeReport): ChangeReport {
  return {
    ...a,
    run: a.run ?? b.run,
    changed: a.changed + b.changed,
    unchanged: a.unchanged + b.unchanged,
    refused: a.refused + b.refused,
    failed: a.failed + b.failed,
    notReached: a.notReached + b.notReached,
    before: addCounts(a.before, b.before),
    after: addCounts(a.after, b.after),
    items: [...a.items, ...b.items],
    remarks: [...a.remarks, ...b.remarks],
    ...((a.stays ?? b.stays) ? { stays: [...(a.stays ?? []), ...(b.stays ?? [])] } : {}),
    stopped: a.stopped ?? b.stopped,
    unsafe: a.unsafe || b.unsafe,
  };
}

/** The sites that a migration to a named format is about. Throws Failure `usage` when no site can reach it. */
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
