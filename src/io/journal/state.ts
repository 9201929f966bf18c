import { countIn } from '../../model/plan.ts';
import type { RunState } from '../../model/run.ts';
import { attempt } from '../disk/error-code.ts';
import { intentions } from './intentions.ts';
import { isMarked, type Journal } from './journal.ts';
import type { JournalDisk } from './journal-disk.ts';
import { exceptionsOf } from './marker.ts';

/**
 * `done`: its changes are in the store, or some after a partial undo. `undone`: none is. `cut`: stopped halfway; `resume` or
 * `undo` must finish it.
 */
export function stateOf(disk: JournalDisk, journal: Journal): RunState {
  if (isMarked(disk, journal, 'is-undone')) return isPartlyUndone(disk, journal) ? 'done' : 'undone';
  if (isMarked(disk, journal, 'is-undoing')) return 'cut';
  return isMarked(disk, journal, 'is-done') ? 'done' : 'cut';
}

/** By its markers, whatever became of its plan. */
export function isKnownUndone(disk: JournalDisk, journal: Journal): boolean {
  return attempt(() => stateOf(disk, journal)) === 'undone';
}

/** Undo had to leave some changes. */
export function isPartlyUndone(disk: JournalDisk, journal: Journal): boolean {
  return leftByUndo(disk, journal).size > 0;
}

/** Changes that an undo must look at: made by the run and, after a partial undo, left by it. */
export function toUndo(disk: JournalDisk, journal: Journal): (number: number) => boolean {
  const made = exceptionsOf(disk, journal, 'is-done');
  const left = isMarked(disk, journal, 'is-undone')
    ? leftByUndo(disk, journal)
    : new Set(exceptionsOf(disk, journal, 'is-undoing').keys());
  return (number) => (made.get(number)?.state ?? 'raced') === 'raced' && (left.size === 0 || left.has(number));
}

/** Numbers of Changes that the last undo left; empty without one. */
export function leftByUndo(disk: JournalDisk, journal: Journal): ReadonlySet<number> {
  const left = [...exceptionsOf(disk, journal, 'is-undone').values()].filter(({ state }) => state !== 'raced');
  return new Set(left.map(({ number }) => number));
}

/** Conversations (or other items) that the last undo left. */
export function countLeft(disk: JournalDisk, journal: Journal): number {
  const left = leftByUndo(disk, journal);
  if (left.size === 0) return 0;
  let count = 0;
  for (const { number, change } of intentions(disk, journal)) if (left.has(number)) count += countIn(change);
  return count;
}
