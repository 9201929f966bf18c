import { join } from 'node:path';
import type { WriteDisk } from '../../io/disk/write-disk.ts';
import { JOURNAL, runIdAt } from '../../io/journal/journal.ts';
import { isOrderKnown, ORDER, type RankedRun, rankedRuns } from '../../io/journal/run-order.ts';
import { runs } from '../../io/journal/runs.ts';
import type { World } from '../../io/world.ts';
import { type Sentence, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { RUNS } from '../../model/rules/row.ts';
import { RUN_NUMBER, type Run, runNames } from '../../model/run.ts';

export interface RunChoice {
  readonly roots: readonly string[];
  /** The last four digits of an id, an id, a unique prefix or a number; null for the last run. */
  readonly run: string | null;
}

/** The id of one run in all roots. Throws Failure `no-match` for none, `usage` for several. */
export function findRun(world: World, roots: readonly string[], text: string): string {
  const { disk } = world;
  if (text === '') throw new Failure('usage', 'the name of a run must not be empty', sentence`${RUNS} lists them.`);
  const all = roots.flatMap((root) => rankedRuns(disk, root));
  const idsWhere = (is: (run: RankedRun) => boolean) => [...new Set(all.filter(is).map(({ id }) => id))].sort();
  const [exact] = idsWhere(({ id }) => id === text);
  if (exact !== undefined) return exact;
  const named = idsWhere(
    ({ id, number }) => id.endsWith(`-${text}`) || (RUN_NUMBER.test(text) && number === Number(text)),
  );
  const [first, ...others] = named.length > 0 ? named : idsWhere(({ id }) => id.startsWith(text));
  if (first === undefined) throw new Failure('no-match', `there is no run ${text}`, sentence`${RUNS} lists them.`);
  if (others.length === 0) return first;
  const ids = new Set([first, ...others]);
  const found = roots.flatMap((root) => runs(disk, root).filter(({ id }) => ids.has(id)));
  throw new Failure('usage', `${text} could be any of ${ids.size} runs`, nameOne(found, runNames(all)));
}

function nameOne(found: readonly Run[], nameOf = (id: string) => id): string {
  const candidates = found.map(({ id, command, root }) => `${nameOf(id)}  ${command ?? 'unreadable'}  ${root}`);
  return `Name one by its id:\n${candidates.join('\n')}`;
}

export function runNamesIn(disk: WriteDisk, roots: readonly string[]): (run: string) => string {
  return runNames(roots.flatMap((root) => rankedRuns(disk, root)));
}

export function newRun({ now, newId }: { now(): number; newId(): string }): string {
  return runIdAt(now(), Number.parseInt(newId().slice(0, 4), 16));
}

interface Ordered {
  readonly root: string;
  readonly runs: readonly Run[];
}

/**
 * The last run of all roots. `timeOf`, in milliseconds since 1970, decides between roots. Throws Failure 'refused' if
 * the order is unknown. Also if the last run is unreadable, because an earlier one is not meant.
 */
export function lastRun(world: World, all: readonly Ordered[], timeOf: (run: Run) => number): string | null {
  for (const { root, runs } of all)
    if (runs.length > 1 && !isOrderKnown(world.disk, root))
      throw unsureFailure(`${join(root, JOURNAL, ORDER)} is damaged: it does not say which run is the last`, NAME_IT);
  const lasts = all.flatMap(({ runs }) => runs.slice(-1).map((run) => ({ run, time: timeOf(run), runs })));
  if (lasts.length === 0) return null;
  // A run that is followed by another in any root is not the last.
  const isFollowed = ({ id }: Run) => all.some(({ runs }) => runs.slice(0, -1).some((run) => run.id === id));
  const [first, ...others] = lasts.filter(({ run }) => !isFollowed(run)).sort((a, b) => b.time - a.time);
  const rivals = others.filter(({ run }) => run.id !== first?.run.id);
  const isClockWrong = [first, ...rivals].some(
    (each) => each === undefined || each.time > world.now() || each.runs.some((run) => timeOf(run) > each.time),
  );
  if (first === undefined || (rivals.length > 0 && (isClockWrong || rivals[0]?.time === first.time)))
    throw unsureFailure('the times of these runs do not say which is the last', nameOne(lasts.map(({ run }) => run)));
  const closed = [first, ...others].find(({ run }) => run.id === first.run.id && run.reason !== null)?.run;
  if (closed === undefined) return first.run.id;
  throw unsureFailure(`the last run, ${closed.id}, cannot be read: ${closed.reason}`, NAME_IT);
}

const NAME_IT = sentence`Nothing was changed. Name the run: ${RUNS} lists them.`;

function unsureFailure(message: string, hint: Sentence): Failure {
  return new Failure('refused', message, hint);
}
