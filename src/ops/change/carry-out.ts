import { apply } from '../../io/apply.ts';
import type { ChangeResult } from '../../io/run/result.ts';
import type { World } from '../../io/world.ts';
import type { Stopped } from '../../model/change-report.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import type { Ledger } from './ledger.ts';
import { stopFor, stoppedBy } from './run-report.ts';

interface CarryingOut {
  readonly run: string;
  readonly ledger: Ledger;
  /** Called each time one of `of` Changes is settled. */
  readonly made?: (done: number, of: number) => void;
}

/** Carries out Changes as one run, and enters in the ledger what became of each; answers the run, null where there was nothing to do. */
export async function carryOutChanges(
  world: World,
  header: PlanHeader,
  changes: Iterable<Change> | AsyncIterable<Change>,
  { run, ledger, made }: CarryingOut,
): Promise<string | null> {
  const settled = new Set<number>();
  const report = (result: ChangeResult): void => {
    settled.add(result.number);
    settleChange(ledger, result);
    made?.(settled.size, ledger.changes.length);
  };
  const result = await apply(world, { run, header, changes, report });
  if (result === null) return null;
  if (result.stopped !== null) stop(ledger, settled, stoppedBy(result.stopped));
  return result.run;
}

export type SettledChange = Omit<ChangeResult, 'change'>;

export function settleChange(ledger: Ledger, { number, state, reason }: SettledChange): void {
  if (state === 'done') return;
  if (state !== 'failed') ledger.markUnsafe();
  for (const item of ledger.changes[number] ?? [])
    if (state === 'raced') ledger.remark(item, reason ?? 'was saved by another program at the same moment');
    else ledger.amend(item, state, reason ?? 'could not be changed');
}

/** Enters that nothing was begun under a root where another was changed before: that is reported whatever went wrong here. */
export function stopUnbegun(ledger: Ledger, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  stop(ledger, new Set(), stopFor(error, false));
}

function stop(ledger: Ledger, settled: ReadonlySet<number>, stopped: Stopped): void {
  const unsettled = ledger.changes.flatMap((items, n) => (settled.has(n) ? [] : items));
  for (const item of unsettled) ledger.amend(item, 'not-reached', 'the run stopped before it');
  ledger.stop(stopped);
}
