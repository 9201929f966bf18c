import { join } from 'node:path';
import { JOURNAL } from '../../io/journal/journal.ts';
import { isOrderKnown, ORDER } from '../../io/journal/run-order.ts';
import { Failure } from '../../model/failure.ts';
import { RUNS } from '../../model/rules/next.ts';
import type { Run } from '../../model/run.ts';
import { type Sentence, sentence } from '../../model/sentence.ts';
import type { World } from '../world.ts';
import { nameOne } from './run-ids.ts';

/** Those runs of a root of which the last one is looked for, in their order. */
export interface Ordered {
  readonly root: string;
  readonly runs: readonly Run[];
}

/**
 * The id of the last run over all roots, each of which has its own order; null where there is none. `timeOf`, in milliseconds since
 * 1970, decides between roots. Throws Failure 'refused' where nobody can tell which is the last, and where that one cannot be read:
 * the one before it is not the one that is meant.
 */
export function lastRun(world: World, all: readonly Ordered[], timeOf: (run: Run) => number): string | null {
  for (const { root, runs } of all)
    if (runs.length > 1 && !isOrderKnown(world.disk, root))
      throw unsure(`${join(root, JOURNAL, ORDER)} is damaged: it does not say which run is the last`, NAME_IT);
  const lasts = all.flatMap(({ runs }) => runs.slice(-1).map((run) => ({ run, time: timeOf(run), runs })));
  if (lasts.length === 0) return null;
  // In one root followed by another, a run is the last in none.
  const isFollowed = ({ id }: Run) => all.some(({ runs }) => runs.slice(0, -1).some((run) => run.id === id));
  const [first, ...others] = lasts.filter(({ run }) => !isFollowed(run)).sort((a, b) => b.time - a.time);
  const rivals = others.filter(({ run }) => run.id !== first?.run.id);
  const isClockWrong = [first, ...rivals].some(
    (each) => each === undefined || each.time > world.now() || each.runs.some((run) => timeOf(run) > each.time),
  );
  if (first === undefined || (rivals.length > 0 && (isClockWrong || rivals[0]?.time === first.time)))
    throw unsure('the times of these runs do not say which is the last', nameOne(lasts.map(({ run }) => run)));
  const closed = [first, ...others].find(({ run }) => run.id === first.run.id && run.reason !== null)?.run;
  if (closed === undefined) return first.run.id;
  throw unsure(`the last run, ${closed.id}, cannot be read: ${closed.reason}`, NAME_IT);
}

const NAME_IT = sentence`Nothing was changed. Name the run: ${RUNS} lists them.`;

function unsure(message: string, hint: Sentence): Failure {
  return new Failure('refused', message, hint);
}
