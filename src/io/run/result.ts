import type { Change } from '../../model/plan.ts';
import type { Sentence } from '../../model/sentence.ts';
import { isWide } from '../disk/error-code.ts';
import { type ChangedSince, NotAsPlanned } from '../disk/not-as-planned.ts';
import { reasonOf } from '../disk/reason-of.ts';

/** The result of one Change. */
export interface ChangeResult {
  /** Its place in the plan, from 0. */
  readonly number: number;
  readonly change: Change;
  /**
   * `done`; `raced`: made, but someone's save fell into the same moment; `refused`: nothing of it made, because the disk is
   * not as the plan expects or is locked; `failed`: an error, nothing of it made unless the run is left cut.
   */
  readonly state: 'done' | 'raced' | 'refused' | 'failed';
  /** To be read after the path: `was changed meanwhile`. */
  readonly reason: Sentence | null;
  /** What of it is no longer as the run left it. */
  readonly changed?: ChangedSince | null;
  /** It could be undone, and stays because another Change of its run cannot. */
  readonly isHeld?: boolean;
}

/** The result of a run under one root. */
export interface RunResult {
  readonly run: string;
  readonly root: string;
  readonly state: 'done' | 'cut' | 'undone';
  /** Changes now in their new state (undo: back in the old one), raced ones included. */
  readonly changed: number;
  readonly raced: number;
  readonly refused: number;
  readonly failed: number;
  /** Why it ended before its end; its state is `cut` then. */
  readonly stopped: { readonly by: 'interrupted' | 'disk' | 'unclean'; readonly reason: string } | null;
}

/** The result of a Change, and what its run has to know beside it. */
export interface Outcome {
  readonly state: ChangeResult['state'];
  readonly reason: Sentence | null;
  readonly changed?: ChangedSince | null;
  /** The error will meet every further Change too. */
  readonly wide: boolean;
  /** Something of it could not be put back or cleared away: the run must stay cut. */
  readonly unclean: boolean;
}

/** All went as it should. */
export const DONE: Outcome = { state: 'done', reason: null, wide: false, unclean: false };

/** An error as an outcome. */
export function outcomeOf(error: unknown, { unclean = false }: Partial<Pick<Outcome, 'unclean'>> = {}): Outcome {
  const isRefused = error instanceof NotAsPlanned;
  const reason = isRefused ? error.reason : reasonOf(error);
  const changed = isRefused ? error.changed : null;
  return { state: isRefused ? 'refused' : 'failed', reason, changed, wide: isWide(error), unclean };
}
