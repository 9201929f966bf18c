import { Failure } from '../../model/failure.ts';
import { countIn } from '../../model/plan.ts';
import { errorCode } from '../disk/error-code.ts';
import { readReasonOf } from '../disk/reason-of.ts';
import { beginningOf, intentions } from './intentions.ts';
import type { Journal } from './journal.ts';
import type { JournalDisk } from './journal-disk.ts';
import { type JournalLines, ownLines } from './lines.ts';
import { changedBy, exceptionsOf } from './marker.ts';
import { stateOf } from './state.ts';
import { distrustRun } from './trust.ts';

/**
 * Why the journal of a run cannot be read, as a clause that names the file; null when it can. `beginning`: its first line and its
 * markers; `all`: every Change, and that none is missing; `checked` takes in their lines.
 */
export function unreadable(
  disk: JournalDisk,
  journal: Journal,
  depth: 'beginning' | 'all',
  checked?: JournalLines,
): string | null {
  const distrust = distrustRun(disk, journal, 'read');
  if (distrust !== null) return `${distrust.path} ${distrust.reason}`;
  try {
    beginningOf(disk, journal);
    for (const marker of ['is-done', 'is-undoing', 'is-undone'] as const) exceptionsOf(disk, journal, marker);
    return depth === 'all' ? incomplete(disk, journal, checked) : null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/**
 * Why a run cannot be listed, undone or resumed, as a clause that names the file; null when it can. As `unreadable`, but an error of
 * the disk is a reason too, and of a run that was cut, which needs every Change, all is read.
 */
export function whyUnusable(disk: JournalDisk, journal: Journal): string | null {
  return readOrWhy(journal, () => {
    const reason = unreadable(disk, journal, 'beginning');
    if (reason !== null || stateOf(disk, journal) !== 'cut') return reason;
    return unreadable(disk, journal, 'all');
  });
}

/** The answer of `read`, or why a run cannot be read when that fails: a clause that names the file. */
export function readOrWhy<T>(journal: Journal, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return error.message;
    if (errorCode(error) === null) throw error;
    const at = error instanceof Error && 'path' in error ? error.path : journal.folder;
    return `${at} ${readReasonOf(error)}`;
  }
}

/**
 * The lines of a run's Changes, which need no second check when they are read again as they were. Throws Failure 'failed', with
 * nothing changed, for a run whose journal cannot be read to its end.
 */
export function requireReadable(disk: JournalDisk, journal: Journal): JournalLines {
  const checked = ownLines();
  const reason = unreadable(disk, journal, 'all', checked);
  if (reason === null) return checked;
  throw unusable(journal, reason);
}

/** That a run cannot be used, for this reason, and what to do with it. */
export function unusable({ folder }: Journal, reason: string): Failure {
  const hint = `What it replaced is in ${folder}/kept. Move that folder out of .convo once you have what you need.`;
  return new Failure('failed', reason, hint);
}

// A plan that was cut short at the end of a line would make an undo pass over files without a word.
function incomplete(disk: JournalDisk, journal: Journal, checked: JournalLines | undefined): string | null {
  const said = changedBy(disk, journal, 'is-done');
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  let changed = 0;
  for (const { number, change } of intentions(disk, journal, undefined, checked))
    if ((exceptions.get(number)?.state ?? 'raced') === 'raced') changed += countIn(change);
  return said === null || said === changed ? null : `${journal.plan} holds ${changed} of ${said} changes`;
}
