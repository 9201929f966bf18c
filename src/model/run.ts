import { grouped } from './collections.ts';
import { cmd, type Sentence, sentence } from './command.ts';
import type { KindName } from './kinds.ts';

/**
 * `number` counts the runs of its store. `startedAt` is in whole Unix seconds. `places` are pointers to mended records
 * or messages; none if the file changed since.
 */
export interface EarlierHeal {
  readonly run: string;
  readonly number: number;
  readonly startedAt: number;
  readonly codes: readonly string[];
  readonly places: readonly string[];
}

/** For owners of the store only, since nobody else can undo. */
export interface UndoableHeal extends EarlierHeal {
  /** Number of the run's other changes in all stores, which are undone with it. */
  readonly otherChanges: number;
  readonly undo: string;
}

/** `cut`: ended early, by a signal or a crash. */
export type RunState = 'done' | 'cut' | 'undone';

export interface Run {
  readonly id: string;
  /** Number of the run in its root, from 1. */
  readonly number: number;
  /** The command; null, like `kind`, if the journal is unreadable. */
  readonly command: string | null;
  readonly kind: KindName | null;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly state: RunState | 'unreadable';
  /** Number of conversations (or leftovers) that it changed; for a cut run, so far. */
  readonly changed: number;
  readonly standing: number;
  readonly isUndoing: boolean;
  /** True for an unfinished run whose lock's holder may be alive. */
  readonly isAtWork?: boolean;
  readonly isPartlyUndone: boolean;
  /** True for a finished run whose command was cut off before it came to other stores. */
  readonly isShort?: boolean;
  /** Journal bytes: originals, and files that undo removed. */
  readonly bytesKept: number;
  readonly root: string;
  /** Why its journal is unreadable; null when readable. */
  readonly reason: string | null;
}

/** Grammar of run ids. Early runs have no milliseconds; earlier versions put a plus before years of five or more digits. */
export const RUN_ID = String.raw`(?:\+\d{6}|\d{4})\d{4}T\d{6}(?:\d{3})?Z-[0-9a-f]{4}`;

interface NumberedRun {
  readonly id: string;
  readonly number: number;
}

/** Returns the name of a run: the end of its id, which does not change, or the whole id if that is ambiguous. */
export function runNames(all: readonly NumberedRun[]): (id: string) => string {
  const ends = grouped(new Map(all.map(({ id }) => [id, [runEnd(id), id] as const])).values());
  const numbers = new Set(all.map(({ number }) => String(number)));
  return (id) => (ends.get(runEnd(id))?.length === 1 && !numbers.has(runEnd(id)) ? runEnd(id) : id);
}

export function runEnd(id: string): string {
  return id.slice(-4);
}

export const RUN_NUMBER = /^[1-9]\d{0,5}$/;

export function interruptedText(isUndoing: boolean, isAtWork = false): string {
  const when = isUndoing ? ' while it was undone' : isAtWork ? ' while it held the lock' : '';
  return `${isAtWork ? 'is at work, or ' : ''}was cut off${when}`;
}

/** Sentence on how to continue a cut run; a half-undone run can only be undone. */
export function continuationOf(run: string | number, isUndoing: boolean): Sentence {
  const resume = cmd`resume ${run}`;
  const undo = cmd`undo ${run}`;
  return isUndoing ? sentence`${resume} finishes undoing it` : sentence`${resume} finishes it, ${undo} undoes it`;
}
