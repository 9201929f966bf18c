import { cmd, type Sentence, sentence } from './command.ts';
import type { KindName } from './conversation.ts';

export interface Healed {
  readonly run: string;
  /** Counts the runs of its store. */
  readonly number: number;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly codes: readonly string[];
  /** Pointers to mended records or messages. Empty if the file changed since. */
  readonly places: readonly string[];
}

/** For those who have the store: a page that is handed on does not invite to undo. */
export interface UndoableHeal extends Healed {
  /** Number of other changes of the run, in all stores; undone with it. */
  readonly others: number;
  readonly undo: string;
}

/** `cut`: ended early, by a signal or a crash. */
export type RunState = 'done' | 'cut' | 'undone';

export interface Run {
  readonly id: string;
  /** From 1, per root. */
  readonly number: number;
  /** Null, as its kind, if the journal is unreadable. */
  readonly command: string | null;
  readonly kind: KindName | null;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly state: RunState | 'unreadable';
  /** Conversations (or leftovers) that it changed. Of a cut run: changed now. */
  readonly changed: number;
  /** Those not undone. */
  readonly standing: number;
  /** Cut during its undo. */
  readonly isUndoing: boolean;
  /** Unfinished, and the lock's holder may be alive. */
  readonly isHeld?: boolean;
  readonly isPartlyUndone: boolean;
  /** Journal bytes: originals, and files that undo removed. */
  readonly bytesKept: number;
  readonly root: string;
  /** Why its journal is unreadable; null when readable. */
  readonly reason: string | null;
}

interface Named {
  readonly id: string;
  readonly number: number;
}

/** The number of a run that no other run of `all` has; else the end of its id, or all of it. */
export function runNameOf(id: string, all: readonly Named[]): string {
  const numbers = new Set(all.flatMap((each) => (each.id === id ? [each.number] : [])));
  const [number] = numbers;
  const isShared = all.some((other) => other.id !== id && other.number === number);
  if (number !== undefined && numbers.size === 1 && !isShared) return String(number);
  const end = id.slice(-RUN_END);
  const isEndShared = all.some((other) => other.id !== id && other.id.endsWith(end));
  return number === undefined || isEndShared || RUN_NUMBER.test(end) ? id : end;
}

const RUN_END = 4;
export const RUN_NUMBER = /^[1-9]\d{0,5}$/;

export function cutWords(isUndoing: boolean, isHeld = false): string {
  const when = isUndoing ? ' while it was undone' : isHeld ? ' while it held the lock' : '';
  return `${isHeld ? 'is at work, or ' : ''}was cut off${when}`;
}

/** A half-undone run can only be undone. */
export function wayFromCut(run: string | number, isUndoing: boolean): Sentence {
  const [resume, undo] = [cmd`resume ${run}`, cmd`undo ${run}`];
  return isUndoing ? sentence`${resume} finishes undoing it` : sentence`${resume} finishes it, ${undo} undoes it`;
}
