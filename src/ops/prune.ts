import { dropRuns, isPrunable, type Run, runs } from '../io/journal/runs.ts';
import { requireTrusted } from '../io/journal/trust.ts';
import type { World } from './world.ts';

/** Whose journals are deleted. */
export interface PruneOrder {
  readonly roots: readonly string[];
  /** Seconds since a run began; null for all. */
  readonly olderThan: number | null;
  /** The ids of the only runs meant; null for all. */
  readonly only: ReadonlySet<string> | null;
  /** A new run id. */
  readonly token: string;
}

/** The finished runs that are old enough; those that are cut, partly undone or unreadable stay. Reads only. */
export function runsToPrune(world: World, order: PruneOrder): Run[] {
  const { roots } = order;
  for (const root of roots) requireTrusted(world.disk, root);
  const due = isDue(world, order);
  return roots.flatMap((root) => runs(world.disk, root).filter((run) => isPrunable(run) && due(run)));
}

/** Deletes their journals, with the originals, for good; answers those runs. Throws Failure 'refused' when a root is locked. */
export async function pruneRuns(world: World, order: PruneOrder): Promise<Run[]> {
  const gone: Run[] = [];
  for (const root of order.roots) gone.push(...(await dropRuns(world, root, isDue(world, order), order.token)));
  return gone;
}

function isDue(world: World, { olderThan, only }: PruneOrder): (run: Run) => boolean {
  const before = olderThan === null ? Number.POSITIVE_INFINITY : Math.floor(world.now() / 1000) - olderThan;
  return ({ id, startedAt }) => startedAt < before && (only === null || only.has(id));
}
