import type { Change, Print } from '../../model/plan.ts';

/** A Change as the journal holds it: with what has to be known before its first step. */
export interface Intended {
  readonly change: Change;
  /** For each step the print of what a put or plant makes; null where it follows from the kept original, or cannot be known. */
  readonly becomes: readonly (Print | null)[];
  /** The folders that were missing and are made for it, relative to the root, outermost first. */
  readonly made: readonly string[];
  /** Why nothing of it can be made, known beforehand; else null. */
  readonly refused: string | null;
}
