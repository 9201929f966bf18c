import type { Change } from '../../model/plan.ts';

/** What became of one Change. */
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
  readonly reason: string | null;
}

/** What became of a run under one root. */
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
