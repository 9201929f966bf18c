import type { Sentence } from '../../model/command.ts';
import type { Change } from '../../model/plan.ts';
import { isWide, reasonOf } from '../disk/error-code.ts';
import { type ChangedSince, NotAsPlanned } from '../disk/not-as-planned.ts';

/**
 * `number` is that in the plan, from 0. `reason` follows the path: `was changed meanwhile`. `isHeldBack`: undoable, but
 * held back by another Change of its run.
 */
export interface ChangeResult {
  readonly number: number;
  readonly change: Change;
  /**
   * `done`. `raced`: made, but a save fell into it. `refused`: nothing made, the disk differs from the plan or is locked.
   * `failed`: an error; nothing made unless the run is cut.
   */
  readonly state: 'done' | 'raced' | 'refused' | 'failed';
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  readonly isHeldBack?: boolean;
  /** Undone under a later save, which stays: the counts of the plan are not those of the files. */
  readonly keepsSaves?: boolean;
}

/**
 * `run` is null for a new run that was refused whole: it leaves no journal. `changed` counts Changes in their new state
 * (undo: the old one), raced ones included. `stopped` says why it ended early; the run is `cut` then.
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

/**
 * `wide`: every further Change would meet the error. `unclean`: something could not be put back, so that the run stays
 * cut.
 */
export interface Outcome {
  readonly state: ChangeResult['state'];
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  readonly keepsSaves?: boolean;
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
