import { countIn } from '../../model/plan.ts';
import type { RunState } from '../../model/run.ts';
import { attempt } from '../disk/error-code.ts';
import { intentions } from './intentions.ts';
import { isMarked, type Journal } from './journal.ts';
import type { JournalDisk } from './journal-disk.ts';
import { exceptionsOf } from './marker.ts';

/**
 * `done`: changes of it are in the store; `undone`: none is any more; `cut`: it stopped half-way, forwards or back, and `resume` or
 * `undo` has to finish it. A run that undo could only undo in part is `done`.
 */
export function stateOf(disk: JournalDisk, journal: Journal): RunState {
  if (isMarked(disk, journal, 'is-undone')) return isPartlyUndone(disk, journal) ? 'done' : 'undone';
  if (isMarked(disk, journal, 'is-undoing')) return 'cut';
  return isMarked(disk, journal, 'is-done') ? 'done' : 'cut';
}

/** True for a run that is undone as far as its markers say, whatever became of its plan. */
export function isKnownUndone(disk: JournalDisk, journal: Journal): boolean {
  return attempt(() => stateOf(disk, journal)) === 'undone';
}

/** True for a run of which undo had to leave some changes. */
export function isPartlyUndone(disk: JournalDisk, journal: Journal): boolean {
  return leftByUndo(disk, journal).size > 0;
}

/**
 * Says of each Change, by its number, whether an undo of the run has to look at it: the run made it, and where an earlier undo had
 * to leave some, it is one of them.
 */
export function toUndo(disk: JournalDisk, journal: Journal): (number: number) => boolean {
  const made = exceptionsOf(disk, journal, 'is-done');
  const left = isMarked(disk, journal, 'is-undone')
    ? leftByUndo(disk, journal)
    : new Set(exceptionsOf(disk, journal, 'is-undoing').keys());
  return (number) => (made.get(number)?.state ?? 'raced') === 'raced' && (left.size === 0 || left.has(number));
}

/** The Changes, by their number, that the last undo of a run had to leave; none for a run that was never undone. */
export function leftByUndo(disk: JournalDisk, journal: Journal): ReadonlySet<number> {
  const left = [...exceptionsOf(disk, journal, 'is-undone').values()].filter(({ state }) => state !== 'raced');
  return new Set(left.map(({ number }) => number));
}

/** The conversations, or other things, that the last undo of a run had to leave. */
export function countLeft(disk: JournalDisk, journal: Journal): number {
  const left = leftByUndo(disk, journal);
  if (left.size === 0) return 0;
  let count = 0;
  for (const { number, change } of intentions(disk, journal)) if (left.has(number)) count += countIn(change);
  return count;
}
