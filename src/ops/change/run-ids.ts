import { runIds } from '../../io/journal/journal.ts';
import { runId } from '../../io/journal/run-id.ts';
import { type Run, runs } from '../../io/journal/runs.ts';
import { Failure } from '../../model/failure.ts';
import type { World } from '../world.ts';

/** Which run, in which roots. */
export interface RunChoice {
  readonly roots: readonly string[];
  /** An id, or as much of its beginning as makes it unique; null for the one that suggests itself. */
  readonly run: string | null;
}

/** The id of the run meant, over all roots. Throws Failure `no-match` for none, `usage` for several, naming them. */
export function findRun({ disk }: World, roots: readonly string[], text: string): string {
  const ids = [...new Set(roots.flatMap((root) => runIds(disk, root)))].sort();
  if (ids.includes(text)) return text;
  const [first, ...others] = ids.filter((id) => id.startsWith(text));
  if (first === undefined) throw new Failure('no-match', `there is no run ${text}`, '`convo runs` lists them.');
  if (others.length === 0) return first;
  throw new Failure('usage', `${text} could be any of ${[first, ...others].join(', ')}`);
}

/** The latest run over all roots that `fits`, or null. */
export function latestRun({ disk }: World, roots: readonly string[], fits: (run: Run) => boolean): string | null {
  const ids = roots.flatMap((root) => runs(disk, root).flatMap((run) => (fits(run) ? [run.id] : [])));
  return ids.sort().at(-1) ?? null;
}

/** A new run id: the start, and four digits of a new UUID. */
export function newRun({ now, newId }: { now(): number; newId(): string }): string {
  return runId(now(), Number.parseInt(newId().slice(0, 4), 16));
}
