import { realAt } from '../../io/disk/stat-of.ts';
import { beginningOf } from '../../io/journal/intentions.ts';
import { journalOf } from '../../io/journal/journal.ts';
import { refuseHeld } from '../../io/lock.ts';
import type { World } from '../../io/world.ts';
import type { ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import type { Process } from '../../model/process.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { KINDS } from '../../stores/registry.ts';
import { kindOfSite } from '../reading.ts';
import { combinedStop, type RootRun, stopFor } from './run-report.ts';

/** Throws Failure `refused` while the owning program of a store is at work: it would overwrite our changes. */
export function refuseOwner(
  { disk, processes }: World,
  kinds: readonly Kind[],
  sites: readonly Pick<Site, 'kind' | 'root'>[],
): void {
  const watched = sites.filter((site) => kindOfSite(kinds, site).isOwner !== undefined);
  if (watched.length === 0 || processes === undefined) return;
  const running = processes();
  for (const { kind, root } of watched) {
    const real = disk.realpath(root);
    const owner = running.find((each) => kindOfSite(kinds, { kind }).isOwner?.(each, { root: real }));
    if (owner === undefined) continue;
    throw new Failure(
      'refused',
      `${kind} is at work on ${root} (${processText(owner)}), and would overwrite what is changed here`,
      'Stop it first; --force changes the store all the same.',
    );
  }
}

function processText({ pid, command }: Process): string {
  const words = command.join(' ');
  return `process ${pid}: ${words.length > 60 ? `${words.slice(0, 60)}…` : words}`;
}

interface ChangedStore extends Pick<Site, 'kind' | 'root'> {
  /** True for a store that does not exist yet, so that no program uses it. */
  readonly isNew?: boolean;
}

/** `locked`: another convo holds the lock, or the program is at work. A dry run shows everything: there all are `free`. */
export interface PartedStores<Store> {
  readonly free: readonly Store[];
  readonly locked: readonly { readonly store: Store; readonly failure: Failure }[];
  readonly whyLocked: readonly Failure[];
}

export interface LockOptions {
  readonly kinds?: readonly Kind[];
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** Parts stores by whether they can be changed now. A run without a free store throws the first Failure. */
export async function partLocked<Store extends ChangedStore>(
  world: World,
  stores: readonly Store[],
  { kinds = KINDS, force, dryRun }: LockOptions,
): Promise<PartedStores<Store>> {
  const free: Store[] = [];
  const locked: PartedStores<Store>['locked'][number][] = [];
  for (const store of stores) {
    const failure = await whyLockedAt(world, store, { kinds, force });
    if (failure === null) free.push(store);
    else locked.push({ store, failure });
  }
  const whyLocked = locked.map(({ failure }) => failure);
  if (dryRun) return { free: stores, locked: [], whyLocked };
  const [first] = whyLocked;
  if (free.length === 0 && first !== undefined) throw first;
  return { free, locked, whyLocked };
}

async function whyLockedAt(
  world: World,
  store: ChangedStore,
  { kinds, force }: { readonly kinds: readonly Kind[]; readonly force: boolean },
): Promise<Failure | null> {
  const { root, isNew = false } = store;
  try {
    if (!force && !isNew) refuseOwner(world, kinds, [store]);
    await refuseHeld(world, realAt(world.disk, root) ?? root);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

export function withLockStop(report: ChangeReport, whyLocked: readonly Failure[]): ChangeReport {
  if (whyLocked.length === 0) return report;
  return { ...report, stopped: combinedStop(whyLocked.map((failure) => stopFor(failure, false))) };
}

export function storesOf<Run extends RootRun>({ disk }: World, runs: readonly Run[]): (Run & ChangedStore)[] {
  return runs.map((run) => ({ ...run, kind: beginningOf(disk, journalOf(run.root, run.run)).header.kind }));
}
