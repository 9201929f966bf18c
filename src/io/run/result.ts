import type { Sentence } from '../../model/command.ts';
import type { Change } from '../../model/plan.ts';
import { type ChangedSince, isWide, NotAsPlanned, reasonOf } from '../disk/error-code.ts';

export interface ChangeResult {
  /** Its number in the plan, from 0. */
  readonly number: number;
  readonly change: Change;
  /**
   * `done`. `raced`: made, but a save fell into it. `refused`: nothing made, the disk differs from the plan or is locked.
   * `failed`: an error; nothing made unless the run is cut.
   */
  readonly state: 'done' | 'raced' | 'refused' | 'failed';
  /** Follows the path: `was changed meanwhile`. */
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  /** Undoable, but held back by another Change of its run. */
  readonly isHeld?: boolean;
}

export interface RunResult {
  /** Null for a new run that was refused whole: it leaves no journal. */
  readonly run: string | null;
  readonly root: string;
  readonly state: 'done' | 'cut' | 'undone';
  /** Changes in their new state (undo: the old one), raced ones included. */
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
  /** Every further Change would meet the error. */
  readonly wide: boolean;
  /** Something could not be put back: the run stays cut. */
  readonly unclean: boolean;
}

export const DONE: Outcome = { state: 'done', reason: null, wide: false, unclean: false };

export function outcomeOf(error: unknown, { unclean = false }: Partial<Pick<Outcome, 'unclean'>> = {}): Outcome {
  const isRefused = error instanceof NotAsPlanned;
  const reason = isRefused ? error.reason : reasonOf(error);
  const changed = isRefused ? error.changed : null;
  return { state: isRefused ? 'refused' : 'failed', reason, changed, wide: isWide(error), unclean };
}
