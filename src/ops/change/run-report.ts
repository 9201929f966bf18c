import { attempt } from '../../io/disk/error-code.ts';
import { cutRuns } from '../../io/journal/runs.ts';
import { NOT_AS_LEFT } from '../../io/run/apply-change.ts';
import type { ChangeResult, RunResult } from '../../io/run/result.ts';
import type { ChangeCommand, ChangeReport, ReportItem, StepView, Stopped } from '../../model/change-report.ts';
import { cmd, filled, type NextCommand, sentence, shell } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { Change } from '../../model/plan.ts';
import { DELETE } from '../../model/rules/row.ts';
import { locatePath } from '../survey/locate.ts';
import type { World } from '../world.ts';
import { newLedger } from './ledger.ts';

export type { RunResult } from '../../io/run/result.ts';

export type Listen = (result: ChangeResult, root: string) => void;

/** Gathers results of a run: `listen` along the way, `report` at the end. */
interface RunReporter {
  readonly listen: Listen;
  report(results?: RootResults): ChangeReport;
}

/** Results of a run under its roots. `stopped`: a root after the first could not begin. */
export interface RootResults {
  readonly results: readonly RunResult[];
  readonly stopped: Stopped | null;
}

export interface Reporting {
  /** Nothing was carried out: the results are a preview. */
  readonly dryRun: boolean;
  readonly run?: string | null;
  /** True for a root whose run is being undone, also by a resume. */
  isBack?(root: string): boolean;
  /** A root as typed. */
  spell(root: string): string;
  steps?(result: ChangeResult, root: string): Iterable<StepView>;
}

/** For undo, resume and apply, which execute earlier decisions. */
export function runReporter(
  command: ChangeCommand,
  { dryRun, run = null, isBack = () => command === 'undo', spell, steps }: Reporting,
): RunReporter {
  const ledger = newLedger(command);
  return {
    listen: (result, root) => {
      const { change, state } = result;
      const shown = dryRun && steps !== undefined ? { steps: steps(result, root) } : {};
      if (state === 'raced' || state === 'refused') ledger.markUnsafe();
      const back = isBack(root);
      const [first, ...others] = itemsOf(spell(root), result, { command, back, run });
      // Steps and counts cover all items together.
      if (first !== undefined) ledger.enter({ ...first, ...shown }, countsOf(back, change));
      for (const item of others) ledger.enter(item);
    },
    report: ({ results, stopped: other } = NO_RESULTS) => {
      for (const { stopped } of results) if (stopped !== null) ledger.stop(stoppedBy(stopped));
      if (other !== null) ledger.stop(other);
      return ledger.report({ run: results[0]?.run ?? null, dryRun });
    },
  };
}

const NO_RESULTS: RootResults = { results: [], stopped: null };

function wayOn({ steps }: Change, made: string | undefined, run: string): NextCommand {
  const isNew = steps.some((step) => step.do === 'plant' || (step.do === 'put' && step.was === 'absent'));
  const isMoved = steps.some((step) => step.do === 'move' || step.do === 'remove');
  if (made !== undefined && isNew && !isMoved) return filled(DELETE, { ID: made });
  return cmd`runs show ${run}`;
}

function compared(root: string, { changed = null }: ChangeResult): Pick<ReportItem, 'notes'> {
  if (changed?.kept == null) return {};
  return { notes: [sentence`${shell`diff ${changed.kept} ${locatePath({ root }, changed.path)}`} compares the two`] };
}

function itemsOf(
  root: string,
  result: ChangeResult,
  { command, back, run }: { readonly command: ChangeCommand; readonly back: boolean; readonly run: string | null },
): ReportItem[] {
  const { change, state, reason, changed = null, isHeld = false } = result;
  const { kind, project, ids } = change;
  const [id = null, newId] = ids;
  const isUnmade = back && command !== 'undo';
  const items = change.items ?? [{ ...change, id, newId }];
  const isIn = (item: (typeof items)[number]) =>
    changed === null || item.path === changed.path || (item.id !== null && changed.path.includes(item.id));
  // The first item that changed since, else the first: advice is given once.
  const named = items.find(isIn) ?? items[0];
  const wayFor = (item: (typeof items)[number]) =>
    run === null || !back || state !== 'refused' || isHeld || (changed !== null && item !== named)
      ? {}
      : { next: wayOn(change, item.newId, run), ...compared(root, result) };
  const why = (item: (typeof items)[number]) =>
    changed === null || items.length === 1 || isIn(item)
      ? reason
      : `is left as it is, because ${changed.path} ${NOT_AS_LEFT}`;
  return items.map((item) => ({
    kind,
    root,
    project,
    id: item.id,
    path: locatePath({ root }, item.path),
    state: state === 'done' || state === 'raced' ? 'changed' : state,
    codes: item.codes,
    ...(item.newId === undefined || isUnmade ? {} : { newId: item.newId }),
    ...(reason === null ? {} : { reason: why(item) ?? reason }),
    ...wayFor(item),
  }));
}

function countsOf(back: boolean, { counts }: Change): Change['counts'] {
  return counts !== undefined && back ? { before: counts.after, after: counts.before } : counts;
}

export function stoppedBy({ by, reason }: NonNullable<RunResult['stopped']>): Stopped {
  return by === 'interrupted' ? { by, reason: 'by a signal', cut: true } : { by: 'failed', reason, cut: true };
}

/** Why a command stopped at a root, after changes to another; `cut`: its run awaits completion. */
export function stopFor(error: Error, cut: boolean): Stopped {
  return { by: error instanceof Failure ? STOPS[error.code] : 'failed', reason: error.message, cut };
}

const STOPS = {
  usage: 'declined',
  'no-match': 'failed',
  failed: 'failed',
  refused: 'refused',
  interrupted: 'interrupted',
} as const satisfies Record<Failure['code'], Stopped['by']>;

export interface RootRun {
  readonly root: string;
  readonly run: string;
}

/**
 * Processes runs in turn, until one is interrupted. Throws the first run's Failure; later ones become results, because
 * something was done.
 */
export async function overRoots<Which extends RootRun>(
  { disk }: Pick<World, 'disk'>,
  all: readonly Which[],
  work: (which: Which) => Promise<RunResult | null>,
): Promise<RootResults> {
  const results: RunResult[] = [];
  let stopped: RootResults['stopped'] = null;
  for (const which of all) {
    try {
      const result = await work(which);
      if (result !== null) results.push(result);
    } catch (error) {
      if (results.length === 0 || !(error instanceof Failure)) throw error;
      const isCut = attempt(() => cutRuns(disk, which.root).includes(which.run)) === true;
      stopped ??= stopFor(error, isCut);
    }
    if (stopped?.by === 'interrupted' || results.at(-1)?.stopped?.by === 'interrupted') break;
  }
  return { results, stopped };
}
