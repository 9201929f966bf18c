import { orNull } from '../../io/disk/error-code.ts';
import { unfinishedRuns } from '../../io/journal/runs.ts';
import type { ChangeResult, RunResult } from '../../io/run/result.ts';
import { NOT_AS_LEFT } from '../../io/steps/work.ts';
import type { World } from '../../io/world.ts';
import type { ChangeCommand, ChangeReport, EarlyStop, ReportItem, StepView } from '../../model/change-report.ts';
import {
  cmd,
  type NextCommand,
  type Sentence,
  sentence,
  sentenceText,
  shell,
  withPlaceholders,
} from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, ItemOfChange } from '../../model/plan.ts';
import { DELETE } from '../../model/rules/row.ts';
import { locatePath } from '../survey/locate.ts';
import { newLedger } from './ledger.ts';

export type ResultListener = (result: ChangeResult, root: string) => void;

interface RunReporter {
  readonly listen: ResultListener;
  /** Enters the result of a Change in a store without a journal of the run. */
  readonly passBy: ResultListener;
  report(results?: RootResults): ChangeReport;
}

/** Results of a run under its roots. `stopped`: a root after the first could not begin. */
export interface RootResults {
  readonly results: readonly RunResult[];
  readonly stopped: EarlyStop | null;
}

export interface RunReportOptions {
  readonly dryRun: boolean;
  readonly run?: string | null;
  /** True for a root whose run is being undone, also one that was cut off. */
  isBack?(root: string): boolean;
  spell(root: string): string;
  steps?(result: ChangeResult, root: string): Iterable<StepView>;
}

/** Reporter for undo, apply and finishing a cut run, which execute earlier decisions. */
export function runReporter(
  command: ChangeCommand,
  { dryRun, run = null, isBack = () => command === 'undo', spell, steps }: RunReportOptions,
): RunReporter {
  const ledger = newLedger(command);
  return {
    listen: (result, root) => {
      const { state } = result;
      const stepsOf = dryRun && steps !== undefined ? { steps: steps(result, root) } : {};
      if (state === 'raced' || state === 'refused') ledger.markUnsafe();
      const back = isBack(root);
      const [first, ...others] = itemsOf(spell(root), result, { command, back, run });
      // Steps and counts cover all items together.
      if (first !== undefined) ledger.enter({ ...first, ...stepsOf }, countsOf(back, result));
      for (const item of others) ledger.enter(item);
    },
    passBy: (result, root) => {
      const back = isBack(root);
      for (const item of itemsOf(spell(root), result, { command, back, run: null }))
        ledger.enter({ ...item, state: 'not-reached', reason: NOT_REACHED });
    },
    report: ({ results, stopped: other } = NO_RESULTS) => {
      for (const { stopped } of results) if (stopped !== null) ledger.stop(earlyStopOf(stopped));
      if (other !== null) ledger.stop(other);
      return ledger.report({ run: results[0]?.run ?? null, dryRun });
    },
  };
}

export const NOT_REACHED = 'the run stopped before it';

const NO_RESULTS: RootResults = { results: [], stopped: null };

function nextAfterRefusal({ change, changed }: ChangeResult, made: string | undefined, run: string): NextCommand {
  if (changed?.laterRun !== undefined) return cmd`undo ${changed.laterRun}`;
  const { steps } = change;
  const isNew = steps.some((step) => step.do === 'plant' || (step.do === 'put' && step.was === 'absent'));
  const isMoved = steps.some((step) => step.do === 'move' || step.do === 'remove');
  if (made !== undefined && isNew && !isMoved) return withPlaceholders(DELETE, { ID: made });
  return cmd`runs show ${run}`;
}

function comparedNotes(root: string, { changed = null }: ChangeResult): Pick<ReportItem, 'notes'> {
  if (changed?.originalPath == null) return {};
  return {
    notes: [sentence`${shell`diff ${changed.originalPath} ${locatePath({ root }, changed.path)}`} compares the two`],
  };
}

function itemsOf(
  root: string,
  result: ChangeResult,
  { command, back, run }: { readonly command: ChangeCommand; readonly back: boolean; readonly run: string | null },
): ReportItem[] {
  const { change, state, reason, changed = null, isHeldBack = false, savedPaths = [] } = result;
  const { kind, project, ids } = change;
  const [id = null, newId] = ids;
  const items = change.items ?? [{ ...change, id, newId }];
  const isOf = ({ path, id }: ItemOfChange, file: string) => path === file || (id !== null && file.includes(id));
  const isIn = (item: ItemOfChange) => changed === null || isOf(item, changed.path);
  const isSaved = (item: ItemOfChange) =>
    state !== 'refused' && savedPaths.some((file) => items.length === 1 || isOf(item, file));
  // Advice is given once: at the first item that changed later, else at the first.
  const named = items.find(isIn) ?? items[0];
  const wayFor = (item: ItemOfChange) =>
    run === null || !back || state !== 'refused' || isHeldBack || (changed !== null && item !== named)
      ? {}
      : { next: nextAfterRefusal(result, item.newId, run), ...comparedNotes(root, result) };
  const why = (item: ItemOfChange) =>
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
    ...(item.newId === undefined || (back && command !== 'undo') ? {} : { newId: item.newId }),
    ...(reason === null ? {} : { reason: why(item) ?? reason }),
    ...(isSaved(item) ? { notes: [KEPT_LINES] } : {}),
    ...wayFor(item),
  }));
}

const KEPT_LINES = 'lines that were added later stay, so it is not counted';

function countsOf(back: boolean, { change: { counts }, savedPaths = [] }: ChangeResult): Change['counts'] {
  if (savedPaths.length > 0) return undefined;
  return counts !== undefined && back ? { before: counts.after, after: counts.before } : counts;
}

export function earlyStopOf({ by, reason }: NonNullable<RunResult['stopped']>): EarlyStop {
  return by === 'interrupted' ? { by, reason: 'by a signal', cut: true } : { by: 'failed', reason, cut: true };
}

/** Why a command stopped at a root, after changes to another; `cut`: its run awaits completion. */
export function stopFor(error: Error, cut: boolean): EarlyStop {
  if (!(error instanceof Failure)) return { by: 'failed', reason: error.message, cut };
  return { by: STOP_REASONS[error.code], reason: error.message, hint: error.hint ?? undefined, cut };
}

export function combinedStop(all: readonly EarlyStop[]): EarlyStop | null {
  const [first = null] = all;
  if (first === null) return null;
  const hints = withoutRepeats(all.flatMap(({ hint }) => (hint === undefined ? [] : [hint])));
  return {
    ...first,
    reason: withoutRepeats(all.map(({ reason }) => reason)).reduce((before, reason) => sentence`${before}; ${reason}`),
    hint: hints.length === 0 ? undefined : hints.reduce((before, hint) => sentence`${before} ${hint}`),
    cut: all.some(({ cut }) => cut),
  };
}

/** Sentences are compared by their text: two that are equal may be different objects. */
function withoutRepeats(all: readonly Sentence[]): readonly Sentence[] {
  return [...new Map(all.map((each) => [sentenceText(each), each])).values()];
}

export function withLockFailures({ results, stopped }: RootResults, lockFailures: readonly Failure[]): RootResults {
  const stops = lockFailures.map((failure) => stopFor(failure, false));
  return { results, stopped: combinedStop(stopped === null ? stops : [stopped, ...stops]) };
}

const STOP_REASONS = {
  usage: 'declined',
  'no-match': 'failed',
  failed: 'failed',
  refused: 'refused',
  interrupted: 'interrupted',
} as const satisfies Record<Failure['code'], EarlyStop['by']>;

export function declined(): Failure {
  return new Failure('usage', 'declined: nothing was changed');
}

export interface RootRun {
  readonly root: string;
  readonly run: string;
}

/**
 * Processes runs in turn, until one is interrupted; one that refuses does not keep the others. A Failure is part of the
 * results if something was done; otherwise it is thrown.
 */
export async function runInEachRoot<Which extends RootRun>(
  { disk }: Pick<World, 'disk'>,
  all: readonly Which[],
  work: (which: Which) => Promise<RunResult | null>,
): Promise<RootResults> {
  const results: RunResult[] = [];
  const failures: { readonly which: RootRun; readonly error: Failure }[] = [];
  for (const which of all) {
    const ended = await endOf(work, which);
    if (ended instanceof Failure) failures.push({ which, error: ended });
    else if (ended !== null) results.push(ended);
    if (isLast(ended, results.length === 0)) break;
  }
  const worst = failures.find(({ error }) => error.code !== 'refused') ?? failures[0];
  if (results.length === 0 && worst !== undefined) throw worst.error;
  return { results, stopped: combinedStop(failures.map(({ which, error }) => stopFor(error, isCut(disk, which)))) };
}

async function endOf<Which>(
  work: (which: Which) => Promise<RunResult | null>,
  which: Which,
): Promise<RunResult | Failure | null> {
  try {
    return await work(which);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function isLast(ended: RunResult | Failure | null, isNothingDone: boolean): boolean {
  if (!(ended instanceof Failure)) return ended?.stopped?.by === 'interrupted';
  return ended.code === 'interrupted' || (isNothingDone && ended.code !== 'refused');
}

function isCut(disk: World['disk'], { root, run }: RootRun): boolean {
  return orNull(() => unfinishedRuns(disk, root).includes(run)) === true;
}
