import { realAt } from '../../io/disk/seen-file.ts';
import { refuseHeld } from '../../io/lock.ts';
import type { World } from '../world.ts';

/** Before a question about several stores. Throws Failure `refused` while another convo changes one of them. */
export async function refuseHeldStores(world: World, roots: Iterable<string>): Promise<void> {
  for (const root of new Set(roots)) await refuseHeld(world, realAt(world.disk, root) ?? root);
}
