import type { Outcome } from '../run/outcome.ts';
import type { ChangeResult, RunResult } from '../run/result.ts';
import type { Numbered } from './intentions.ts';

/** A Change that did not end as the run meant it to. */
export interface Exception {
  readonly number: number;
  readonly state: 'raced' | 'refused' | 'failed';
  readonly reason: string | null;
}

/** What is added up while a run goes on. */
export interface Tally {
  changed: number;
  raced: number;
  refused: number;
  failed: number;
  stopped: RunResult['stopped'];
  readonly exceptions: Exception[];
}

/** Nothing added up yet. */
export function newTally(): Tally {
  return { changed: 0, raced: 0, refused: 0, failed: 0, stopped: null, exceptions: [] };
}

/** Counts one outcome and hands it on. */
export function count(tally: Tally, item: Numbered, outcome: Outcome, report: (result: ChangeResult) => void): void {
  const { state, reason } = outcome;
  // A Change of several conversations counts for each of them.
  const many = item.change.items?.length ?? 1;
  if (state === 'done' || state === 'raced') tally.changed += many;
  if (state !== 'done') {
    tally[state] += many;
    tally.exceptions.push({ number: item.number, state, reason });
  }
  const where = `${item.change.path} ${reason ?? ''}`;
  if (outcome.wide) tally.stopped ??= { by: 'disk', reason: where };
  if (outcome.unclean && tally.stopped?.by !== 'disk') tally.stopped ??= { by: 'unclean', reason: where };
  report({ number: item.number, change: item.change, state, reason });
}

/** The tally as a run's result. */
export function resultOf(tally: Tally, run: string, root: string, end: 'done' | 'undone'): RunResult {
  const { exceptions, ...counts } = tally;
  if (counts.stopped !== null) return { run, root, state: 'cut', ...counts };
  // What undo had to leave is still there to be undone.
  const isLeft = end === 'undone' && counts.refused + counts.failed > 0;
  return { run, root, state: isLeft ? 'done' : end, ...counts };
}
