import type { Sentence } from '../../model/command.ts';
import type { Change } from '../../model/plan.ts';
import { isWide, reasonOf } from '../disk/error-code.ts';
import { type ChangedSince, NotAsPlanned } from '../disk/not-as-planned.ts';

/**
 * `number`: index in the plan, from 0. `reason` follows the path: `was changed meanwhile`. `isHeldBack`: it could be undone, but another
 * Change of its run prevents that.
 */
export interface ChangeResult {
  readonly number: number;
  readonly change: Change;
  /**
   * `done`. `raced`: made, but another program saved at that moment. `refused`: nothing made, the disk differs from the plan or is locked.
   * `failed`: an error; nothing made unless the run is cut.
   */
  readonly state: 'done' | 'raced' | 'refused' | 'failed';
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  readonly isHeldBack?: boolean;
  /** Files, from the root, that were undone below a later save, which stays: the plan's counts differ from theirs. */
  readonly savedPaths?: readonly string[];
}

/**
 * `run`: null for a new run that was refused whole, which leaves no journal. `changed`: number of Changes in their new state (undo: the old
 * one), raced ones included. `stopped`: why it ended early; the run is `cut` then.
 */
export interface RunResult {
  readonly run: string | null;
  readonly root: string;
  readonly state: 'done' | 'cut' | 'undone';
  readonly changed: number;
  readonly raced: number;
  readonly refused: number;
  readonly failed: number;
  readonly stopped: { readonly by: 'interrupted' | 'disk' | 'unclean'; readonly reason: string } | null;
}

/** `wide`: every further Change would meet the error. `unclean`: a step could not be reverted, so that the run stays cut. */
export interface Outcome {
  readonly state: ChangeResult['state'];
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  readonly savedPaths?: readonly string[];
  readonly wide: boolean;
  readonly unclean: boolean;
}

export const DONE: Outcome = { state: 'done', reason: null, wide: false, unclean: false };

export function outcomeOf(error: unknown, { unclean = false }: Partial<Pick<Outcome, 'unclean'>> = {}): Outcome {
  const isRefused = error instanceof NotAsPlanned;
  const reason = isRefused ? error.reason : reasonOf(error);
  const changed = isRefused ? error.changed : null;
  return { state: isRefused ? 'refused' : 'failed', reason, changed, wide: isWide(error), unclean };
}
