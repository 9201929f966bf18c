import { realAt } from '../../io/disk/seen-file.ts';
import { beginningOf } from '../../io/journal/intentions.ts';
import { journalOf } from '../../io/journal/journal.ts';
import { refuseHeld } from '../../io/lock.ts';
import { Failure } from '../../model/failure.ts';
import type { Process } from '../../model/process.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { KINDS } from '../../stores/registry.ts';
import { kindOfSite } from '../reading.ts';
import type { World } from '../world.ts';
import type { RootRun } from './run-report.ts';

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

/** `refuseOwner` for the stores of these runs. */
export function refuseOwnersOf(world: World, runs: readonly RootRun[]): void {
  const { disk } = world;
  const sites = runs.map(({ root, run }) => ({ root, kind: beginningOf(disk, journalOf(root, run)).header.kind }));
  refuseOwner(world, KINDS, sites);
}

/** Before a question about several stores. Throws Failure `refused` while another convo changes one of them. */
export async function refuseHeldStores(world: World, roots: Iterable<string>): Promise<void> {
  for (const root of new Set(roots)) await refuseHeld(world, realAt(world.disk, root) ?? root);
}
