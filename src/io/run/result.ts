import { type Sentence, sentenceText } from '../../model/command.ts';
import { type Change, countIn } from '../../model/plan.ts';
import { reasonOf, stopsRun } from '../disk/error-code.ts';
import { type ChangedSince, NotAsPlanned } from '../disk/not-as-planned.ts';
import type { NumberedChange } from '../journal/intentions.ts';

export interface ChangeResult {
  /** Index in the plan, from 0. */
  readonly number: number;
  readonly change: Change;
  /**
   * `done`. `raced`: made, but another program saved at that moment. `refused`: nothing made, the disk differs from the plan or is locked.
   * `failed`: an error; nothing made unless the run is cut.
   */
  readonly state: 'done' | 'raced' | 'refused' | 'failed';
  /** Follows the path: `was changed meanwhile`. */
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  /** It could be undone, but another Change of its run prevents that. */
  readonly isHeldBack?: boolean;
  /** Files, from the root, that were undone below a later save, which stays: the plan's counts differ from theirs. */
  readonly savedPaths?: readonly string[];
}

export interface RunResult {
  /** Null for a new run that was refused whole, which leaves no journal. */
  readonly run: string | null;
  readonly root: string;
  readonly state: 'done' | 'cut' | 'undone';
  /** Number of Changes in their new state (undo: the old one), raced ones included. */
  readonly changed: number;
  readonly raced: number;
  readonly refused: number;
  readonly failed: number;
  /** Why it ended early; the run is `cut` then. */
  readonly stopped: { readonly by: 'interrupted' | 'disk' | 'unclean'; readonly reason: string } | null;
}

export interface ChangeEnd {
  readonly state: ChangeResult['state'];
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  readonly savedPaths?: readonly string[];
  /** Every further Change would meet the error. */
  readonly stopsRun: boolean;
  /** A step could not be reverted, so that the run stays cut. */
  readonly unclean: boolean;
}

export const DONE: ChangeEnd = { state: 'done', reason: null, stopsRun: false, unclean: false };

export function changeEndOf(error: unknown, { unclean = false }: Partial<Pick<ChangeEnd, 'unclean'>> = {}): ChangeEnd {
  const isRefused = error instanceof NotAsPlanned;
  const reason = isRefused ? error.reason : reasonOf(error);
  const changed = isRefused ? error.changed : null;
  return { state: isRefused ? 'refused' : 'failed', reason, changed, stopsRun: stopsRun(error), unclean };
}

export interface Exception {
  readonly number: number;
  readonly state: 'raced' | 'refused' | 'failed';
  readonly reason: string | null;
}

export interface Tally {
  changed: number;
  raced: number;
  refused: number;
  failed: number;
  stopped: RunResult['stopped'];
  readonly exceptions: Exception[];
}

export function newTally(): Tally {
  return { changed: 0, raced: 0, refused: 0, failed: 0, stopped: null, exceptions: [] };
}

export function tallyEnd(
  tally: Tally,
  item: NumberedChange,
  end: ChangeEnd,
  report: (result: ChangeResult) => void,
): void {
  const { state } = end;
  const reason = end.reason && sentenceText(end.reason);
  const many = countIn(item.change);
  if (state === 'done' || state === 'raced') tally.changed += many;
  if (state !== 'done') {
    tally[state] += many;
    tally.exceptions.push({ number: item.number, state, reason });
  }
  const where = `${item.change.path} ${reason ?? ''}`;
  if (end.stopsRun) tally.stopped ??= { by: 'disk', reason: where };
  if (end.unclean && tally.stopped?.by !== 'disk') tally.stopped ??= { by: 'unclean', reason: where };
  const { changed = null, savedPaths = [] } = end;
  report({ number: item.number, change: item.change, state, reason: end.reason, changed, savedPaths });
}

export function runResult(tally: Tally, run: string, root: string, end: 'done' | 'undone'): RunResult {
  const { exceptions, ...counts } = tally;
  if (counts.stopped !== null) return { run, root, state: 'cut', ...counts };
  // Changes that the undo did not revert can still be undone.
  const isLeft = end === 'undone' && counts.refused + counts.failed > 0;
  return { run, root, state: isLeft ? 'done' : end, ...counts };
}
