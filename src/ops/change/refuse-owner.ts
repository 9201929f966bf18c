import { realAt } from '../../io/disk/seen-file.ts';
import { beginningOf } from '../../io/journal/intentions.ts';
import { journalOf } from '../../io/journal/journal.ts';
import { refuseHeld } from '../../io/lock.ts';
import type { Stopped } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import type { Process } from '../../model/process.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { KINDS } from '../../stores/registry.ts';
import { kindOfSite } from '../reading.ts';
import type { World } from '../world.ts';
import { type RootRun, stopFor, stoppedIn } from './run-report.ts';

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
      `${kind} is at work on ${root} (${describe(owner)}), and would overwrite what is changed here`,
      'Stop it first; --force changes the store all the same.',
    );
  }
}

function describe({ pid, command }: Process): string {
  const words = command.join(' ');
  return `process ${pid}: ${words.length > 60 ? `${words.slice(0, 60)}…` : words}`;
}

interface ChangedStore extends Pick<Site, 'kind' | 'root'> {
  /** To be made, so nobody is at work on it. */
  readonly isNew?: boolean;
}

export interface FreeAndHeld<Store> {
  readonly free: readonly Store[];
  /** Another convo holds the lock, or the owner is at work. */
  readonly held: readonly { readonly store: Store; readonly failure: Failure }[];
}

export interface HoldOptions {
  readonly kinds?: readonly Kind[];
  readonly force: boolean;
}

/** Sorts stores by whether they can be changed now. */
export async function sortHeld<Store extends ChangedStore>(
  world: World,
  stores: readonly Store[],
  { kinds = KINDS, force }: HoldOptions,
): Promise<FreeAndHeld<Store>> {
  const free: Store[] = [];
  const held: FreeAndHeld<Store>['held'][number][] = [];
  for (const store of stores) {
    const { root, isNew = false } = store;
    try {
      if (!force && !isNew) refuseOwner(world, kinds, [store]);
      await refuseHeld(world, realAt(world.disk, root) ?? root);
      free.push(store);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      held.push({ store, failure: error });
    }
  }
  return { free, held };
}

/** As `sortHeld`. Throws the first Failure if no store can be changed. */
export async function partHeld<Store extends ChangedStore>(
  world: World,
  stores: readonly Store[],
  options: HoldOptions,
): Promise<FreeAndHeld<Store>> {
  const { free, held } = await sortHeld(world, stores, options);
  const [first] = held;
  if (free.length === 0 && first !== undefined) throw first.failure;
  return { free, held };
}

/** For a dry run: how a run over these stores would end now because some are held; null if none is. */
export async function stopOfHeld(
  world: World,
  stores: readonly ChangedStore[],
  options: HoldOptions,
): Promise<Stopped | null> {
  const { held } = await sortHeld(world, stores, options);
  return stoppedIn(held.map(({ failure }) => stopFor(failure, false)));
}

/** `partHeld` for the stores of these runs. */
export async function partHeldRuns<Run extends RootRun>(
  world: World,
  runs: readonly Run[],
  force: boolean,
): Promise<FreeAndHeld<Run & ChangedStore>> {
  return partHeld(world, withKinds(world, runs), { force });
}

/** `stopOfHeld` for the stores of these runs. */
export async function stopOfHeldRuns(world: World, runs: readonly RootRun[], force: boolean): Promise<Stopped | null> {
  return stopOfHeld(world, withKinds(world, runs), { force });
}

function withKinds<Run extends RootRun>({ disk }: World, runs: readonly Run[]): (Run & ChangedStore)[] {
  return runs.map((run) => ({ ...run, kind: beginningOf(disk, journalOf(run.root, run.run)).header.kind }));
}
