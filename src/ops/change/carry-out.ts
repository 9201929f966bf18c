import { apply } from '../../io/apply.ts';
import type { ChangeResult } from '../../io/run/result.ts';
import type { World } from '../../io/world.ts';
import { addCounts, type EarlyStop, NO_COUNTS } from '../../model/change-report.ts';
import type { Change, ItemOfChange, PlanHeader } from '../../model/plan.ts';
import type { SharedChange, UnitChange } from '../../stores/decision.ts';
import type { Kind } from '../../stores/kind.ts';
import { projectOfScope } from '../survey/locate.ts';
import type { Ledger } from './ledger.ts';
import { earlyStopOf, NOT_REACHED, stopFor } from './run-report.ts';

interface CarryingOut {
  readonly run: string;
  readonly ledger: Ledger;
  readonly made?: (done: number, of: number) => void;
}

/** Runs Changes as one run and enters the results in the ledger. Null for nothing to do. */
export async function carryOutChanges(
  world: World,
  header: PlanHeader,
  changes: Iterable<Change> | AsyncIterable<Change>,
  { run, ledger, made }: CarryingOut,
): Promise<string | null> {
  const finished = new Set<number>();
  const report = (result: ChangeResult): void => {
    finished.add(result.number);
    recordResult(ledger, result);
    made?.(finished.size, ledger.changes.length);
  };
  const result = await apply(world, { run, header, changes, report });
  if (result === null) return null;
  if (result.stopped !== null) stop(ledger, finished, earlyStopOf(result.stopped));
  return result.run;
}

export type FinishedChange = Omit<ChangeResult, 'change'>;

export function recordResult(ledger: Ledger, { number, state, reason }: FinishedChange): void {
  if (state === 'done') return;
  if (state !== 'failed') ledger.markUnsafe();
  for (const item of ledger.changes[number] ?? [])
    if (state === 'raced') ledger.remark(item, reason ?? 'was saved by another program at the same moment');
    else ledger.setState(item, state, reason ?? 'could not be changed');
}

/** Notes in the ledger that no run began under this root. It does not throw, because earlier roots were changed. */
export function stopUnbegun(ledger: Ledger, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  stop(ledger, new Set(), stopFor(error, false));
}

function stop(ledger: Ledger, finished: ReadonlySet<number>, stopped: EarlyStop): void {
  const unfinished = ledger.changes.flatMap((items, n) => (finished.has(n) ? [] : items));
  for (const item of unfinished) ledger.setState(item, 'not-reached', NOT_REACHED);
  ledger.stop(stopped);
}

export interface ChangedUnit {
  readonly id: string;
  readonly change: UnitChange;
}

export function changeOf(
  kind: Kind,
  scope: string,
  pieces: readonly ChangedUnit[],
  around: SharedChange | null,
): Change {
  const { first = [], last = [], codes = [], locks = [] } = around ?? {};
  const [one] = pieces;
  const together = one?.change.isJoint === true;
  return {
    kind: kind.name,
    project: projectOfScope(scope),
    ids: pieces.flatMap(({ id, change: { newId } }) => (newId === null ? [id] : [id, newId])),
    path: one?.change.path ?? around?.path ?? '',
    codes: one === undefined || together ? codes : one.change.codes,
    steps: [...first, ...pieces.flatMap(({ change }) => change.steps), ...last],
    locks: [...locks, ...pieces.flatMap(({ change }) => change.locks)],
    keep: keepMethod(kind),
    ...(together ? { items: pieces.map(changeItemOf) } : {}),
    counts: {
      before: pieces
        .map(({ change }) => (change.into === 'output' ? NO_COUNTS : change.before))
        .reduce(addCounts, NO_COUNTS),
      after: pieces.map(({ change }) => change.after).reduce(addCounts, NO_COUNTS),
    },
  };
}

function changeItemOf({ id, change: { path, codes, newId } }: ChangedUnit): ItemOfChange {
  return newId === null ? { id, path, codes } : { id, path, codes, newId };
}

/** The way originals are kept: a program that writes in place could write through a kept link. */
export function keepMethod({ writes }: Pick<Kind, 'writes'>): Change['keep'] {
  return writes === 'over' ? 'link' : 'copy';
}
