import type { ChangeItem } from '../../model/change-report.ts';
import type { Part } from '../../model/part.ts';
import type { Change } from '../../model/plan.ts';
import type { Outcome, Site } from '../../stores/kind.ts';
import { locatePath } from '../survey/locate.ts';
import type { JoinedUnit } from './close-scope.ts';
import type { Scrutiny } from './decide.ts';
import type { Ledger } from './ledger.ts';
import { nextStep } from './next-step.ts';
import { stepViews } from './step-views.ts';

/** What an outcome is about. */
export interface Where {
  readonly site: Site;
  readonly scope: string;
  readonly id: string | null;
  readonly path: string;
  /** Its files as read. */
  readonly parts: readonly Part[];
  /** False for leftovers and shared files: they count only when something is done about them. */
  readonly counts: boolean;
}

/** Enters what a verb came to in the ledger, and answers the Change there is. */
export function* enter(
  outcome: Exclude<Outcome, { state: 'joined' }>,
  where: Where,
  scrutiny: Scrutiny,
  ledger: Ledger,
): Generator<Change> {
  if (outcome.state !== 'changed') return leave(outcome, where, scrutiny, ledger);
  const { change, before, after } = outcome;
  const what = whatOf({ ...outcome, codes: change.codes, steps: change.steps }, where, scrutiny);
  const item = itemOf(where.site, where.scope, where.id, change.path, what);
  scrutiny.numbers.push([ledger.enter(item, { before, after })]);
  yield change;
}

/** Enters a unit that is changed together with others. */
export function enterJoined(
  outcome: Extract<Outcome, { state: 'joined' }>,
  where: Where,
  scrutiny: Scrutiny,
  ledger: Ledger,
): JoinedUnit {
  const { path, steps, before, after } = outcome;
  const what = whatOf(outcome, where, scrutiny);
  const item = ledger.enter(itemOf(where.site, where.scope, where.id, path, what), { before, after });
  return { item, steps: new Map(steps.map((step, n) => [step, what.steps?.[n] ?? null])) };
}

type Decided = Pick<Extract<Outcome, { state: 'joined' }>, 'steps' | 'notes' | 'newId'> & {
  readonly codes: readonly string[];
};

function whatOf({ codes, steps, notes, newId }: Decided, { parts }: Where, { dryRun }: Scrutiny): What {
  return {
    state: 'changed',
    codes,
    ...(newId === undefined ? {} : { newId }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(dryRun ? { steps: stepViews(steps, (path) => bytesAt(parts, path)) } : {}),
  };
}

function leave(
  outcome: Extract<Outcome, { state: 'unchanged' | 'refused' }>,
  { site, scope, id, path, counts }: Where,
  { ask, survey: { wants } }: Scrutiny,
  ledger: Ledger,
): void {
  const { state, reason } = outcome;
  const codes = state === 'refused' ? outcome.codes : [];
  // Nobody asked for it by its id, and it is no conversation: there is nothing to tell.
  if (!counts && codes.length === 0 && (state === 'unchanged' || !wants)) return;
  if (state === 'refused' && outcome.unsafe === true) ledger.markUnsafe();
  const next = state === 'refused' ? nextStep(ask.verb, id, outcome) : null;
  const why = { ...(reason === undefined ? {} : { reason }), ...(next === null ? {} : { next }) };
  ledger.enter(itemOf(site, scope, id, path, { state, codes, ...why }));
}

/** The bytes of a file among those read; null for another. */
export function bytesAt(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}

type What = Omit<ChangeItem, 'kind' | 'project' | 'id' | 'path'>;

/** An item of the report; `path` is relative to the site's root. */
export function itemOf(site: Site, scope: string | null, id: string | null, path: string, what: What): ChangeItem {
  const project = scope === '' ? null : scope;
  return { kind: site.kind, project, id, path: locatePath(site, path), ...what };
}
