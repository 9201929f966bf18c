import { dropRuns, isPrunable, type Run, runs } from '../io/journal/runs.ts';
import { requireTrusted } from '../io/journal/trust.ts';
import type { World } from './world.ts';

/** Whose journals are deleted. */
export interface PruneOrder {
  readonly roots: readonly string[];
  /** Seconds since a run began; null for all. */
  readonly olderThan: number | null;
  /** A new run id. */
  readonly token: string;
}

/** The finished runs that are old enough; those that are cut, partly undone or unreadable stay. Reads only. */
export function runsToPrune(world: World, { roots, olderThan }: PruneOrder): Run[] {
  for (const root of roots) requireTrusted(world.disk, root);
  const before = dueBefore(world, olderThan);
  return roots.flatMap((root) => runs(world.disk, root).filter((run) => isPrunable(run) && run.startedAt < before));
}

/** Deletes their journals, with the originals, for good; answers those runs. Throws Failure 'refused' when a root is locked. */
export async function pruneRuns(world: World, { roots, olderThan, token }: PruneOrder): Promise<Run[]> {
  const gone: Run[] = [];
  for (const root of roots) gone.push(...(await dropRuns(world, root, dueBefore(world, olderThan), token)));
  return gone;
}

/** Unix seconds. */
function dueBefore(world: World, olderThan: number | null): number {
  return olderThan === null ? Number.POSITIVE_INFINITY : Math.floor(world.now() / 1000) - olderThan;
}
