import { isWide } from '../disk/disk-trouble.ts';
import { reasonOf } from '../disk/reason-of.ts';
import { Refusal } from './refusal.ts';
import type { ChangeResult } from './result.ts';

/** What became of a Change, and what its run has to know beside it. */
export interface Outcome {
  readonly state: ChangeResult['state'];
  readonly reason: string | null;
  /** The error will meet every further Change too. */
  readonly wide: boolean;
  /** Something of it could not be put back or cleared away: the run must stay cut. */
  readonly unclean: boolean;
}

/** All went as it should. */
export const DONE: Outcome = { state: 'done', reason: null, wide: false, unclean: false };

/** An error as an outcome. */
export function outcomeOf(error: unknown, unclean: boolean): Outcome {
  const state = error instanceof Refusal ? 'refused' : 'failed';
  return { state, reason: reasonOf(error), wide: isWide(error), unclean };
}
