import { cmd } from './command.ts';
import type { KindName } from './conversation.ts';
import { type Sentence, sentence } from './sentence.ts';

/** Where a run is: `cut` before its end, by a signal or a crash. */
export type RunState = 'done' | 'cut' | 'undone';

/** One run under one root. */
export interface Run {
  readonly id: string;
  /** Counts the runs of its root, from 1. */
  readonly number: number;
  /** Null, like its kind, for a run whose journal cannot be read. */
  readonly command: string | null;
  readonly kind: KindName | null;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly state: RunState | 'unreadable';
  /** Conversations (or leftovers) that it changed; of a cut run, those that are changed now. */
  readonly changed: number;
  /** Those of them that are not undone. */
  readonly standing: number;
  /** It was being undone when it was cut. */
  readonly isUndoing: boolean;
  /** It is not at its end, and somebody who may be alive holds the lock. */
  readonly isHeld?: boolean;
  /** Undo had to leave some of its changes. */
  readonly isPartlyUndone: boolean;
  /** Bytes of originals, and of what undo took away, in its journal. */
  readonly bytesKept: number;
  readonly root: string;
  /** Why its journal cannot be read; null when it can. */
  readonly reason: string | null;
}

/** The state of a run that is neither whole nor undone. */
export function cutWords(isUndoing: boolean, isHeld = false): string {
  const when = isUndoing ? ' while it was undone' : isHeld ? ' while it held the lock' : '';
  return `${isHeld ? 'is at work, or ' : ''}was cut off${when}`;
}

/** The way on from there. A run that is half undone cannot be finished but that way. */
export function wayFromCut(run: string | number, isUndoing: boolean): Sentence {
  const [resume, undo] = [cmd`resume ${run}`, cmd`undo ${run}`];
  return isUndoing ? sentence`${resume} finishes undoing it` : sentence`${resume} finishes it, ${undo} undoes it`;
}
