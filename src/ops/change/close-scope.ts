import type { StepView } from '../../model/change-report.ts';
import type { Change, Step } from '../../model/plan.ts';
import type { Closing } from '../../stores/kind.ts';
import type { Refusal } from '../../stores/outcome.ts';
import type { Met } from '../survey/survey.ts';
import type { Scrutiny } from './decide.ts';
import { bytesAt, enter } from './enter.ts';
import type { Ledger } from './ledger.ts';
import { stepViews } from './step-views.ts';

/** Units of one scope that are changed together, by id: the item of each in the ledger, and its own steps with their views. */
export type Joined = Map<string, JoinedUnit>;

/** One of them. */
export interface JoinedUnit {
  readonly item: number;
  /** Each with how a dry run shows it; null where none does. */
  readonly steps: ReadonlyMap<Step, StepView | null>;
}

/**
 * Asks a scope, all units of which were seen, for the Change that joins some of them and for those to its shared files.
 * Every joined unit is left changed or refused in the ledger. `whole`: nothing of the scope was left out or could not be read.
 */
export function* closeScope(
  met: Extract<Met, { is: 'seen' }>,
  scrutiny: Scrutiny,
  ledger: Ledger,
  joined: Joined,
  whole: boolean,
): Generator<Change> {
  const { site, scope, session, shared } = met;
  const { ask } = scrutiny;
  for (const closing of session.close(ask, whole)) {
    if (joined.size === 0 || !concerns(closing, joined)) {
      const where = { site, scope, id: null, path: shared[0]?.path ?? '', parts: shared, counts: false };
      yield* enter(closing, where, scrutiny, ledger);
    } else if (closing.state === 'changed') yield* makeJoined(closing, met, scrutiny, ledger, joined);
    else refuseJoined(closing, ledger, joined);
  }
  if (joined.size > 0) throw new Error(`${site.kind} decided to ${ask.verb} ${[...joined.keys()][0]}, and did not`);
}

function concerns(closing: Closing, joined: Joined): boolean {
  return closing.state === 'refused' || closing.change.ids.some((id) => joined.has(id));
}

function* makeJoined(
  { change, notes }: Extract<Closing, { state: 'changed' }>,
  { shared }: Extract<Met, { is: 'seen' }>,
  { dryRun, numbers }: Scrutiny,
  ledger: Ledger,
  joined: Joined,
): Generator<Change> {
  const mine = change.ids.flatMap((id) => joined.get(id) ?? []);
  const [first, ...others] = mine;
  const theirs = new Set(others.flatMap((other) => [...other.steps.keys()]));
  const steps = change.steps.filter((step) => !theirs.has(step));
  const viewOf = (step: Step) => first?.steps.get(step) ?? stepViews([step], (path) => bytesAt(shared, path));
  if (first !== undefined) ledger.complete(first.item, { steps: dryRun ? steps.flatMap(viewOf) : [], notes });
  numbers.push(mine.map(({ item }) => item));
  for (const id of change.ids) joined.delete(id);
  yield change;
}

/** Leaves every joined unit as it is. */
export function refuseJoined({ reason, codes, unsafe }: Refusal, ledger: Ledger, joined: Joined): void {
  for (const { item } of joined.values()) ledger.amend(item, 'refused', reason, codes);
  if (unsafe === true) ledger.markUnsafe();
  joined.clear();
}
