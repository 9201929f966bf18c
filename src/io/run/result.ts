import type { Sentence } from '../../model/command.ts';
import type { Change } from '../../model/plan.ts';
import { reasonOf, stopsRun } from '../disk/error-code.ts';
import { type ChangedSince, NotAsPlanned } from '../disk/not-as-planned.ts';

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

export interface Outcome {
  readonly state: ChangeResult['state'];
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  readonly savedPaths?: readonly string[];
  /** Every further Change would meet the error. */
  readonly stopsRun: boolean;
  /** A step could not be reverted, so that the run stays cut. */
  readonly unclean: boolean;
}

export const DONE: Outcome = { state: 'done', reason: null, stopsRun: false, unclean: false };

export function outcomeOf(error: unknown, { unclean = false }: Partial<Pick<Outcome, 'unclean'>> = {}): Outcome {
  const isRefused = error instanceof NotAsPlanned;
  const reason = isRefused ? error.reason : reasonOf(error);
  const changed = isRefused ? error.changed : null;
  return { state: isRefused ? 'refused' : 'failed', reason, changed, stopsRun: stopsRun(error), unclean };
}
