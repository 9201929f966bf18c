import { beginningOf } from '../../io/journal/intentions.ts';
import { journalOf } from '../../io/journal/journal.ts';
import { KINDS } from '../../stores/index.ts';
import type { World } from '../world.ts';
import type { RootRun } from './over-roots.ts';
import { refuseOwner } from './refuse-owner.ts';

/** As `refuseOwner`, for the stores that these runs changed. */
export function refuseOwnersOf(world: World, runs: readonly RootRun[]): void {
  const { disk } = world;
  const sites = runs.map(({ root, run }) => ({ root, kind: beginningOf(disk, journalOf(root, run)).header.kind }));
  refuseOwner(world, KINDS, sites);
}
