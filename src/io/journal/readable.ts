import { Failure } from '../../model/failure.ts';
import { countIn } from '../../model/plan.ts';
import { errorCode, readReasonOf } from '../disk/error-code.ts';
import { beginningOf, intentions } from './intentions.ts';
import type { Journal, JournalDisk } from './journal.ts';
import { changedBy, exceptionsOf, stateOf } from './marker.ts';
import { type JournalLines, ownLines } from './plan-lines.ts';
import { distrustRun } from './trust.ts';

/**
 * Why a run's journal is unreadable, as a clause naming the file; null when readable. `beginning`: first line and markers.
 * `all`: every Change. `checked` collects their lines.
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
 * Why a run cannot be listed, undone or resumed, as a clause naming the file; null if it can. Counts errors of the disk. Reads
 * all of a cut run, which needs every Change.
 */
export function whyUnusable(disk: JournalDisk, journal: Journal): string | null {
  return readOrWhy(journal, () => {
    const reason = unreadable(disk, journal, 'beginning');
    if (reason !== null || stateOf(disk, journal) !== 'cut') return reason;
    return unreadable(disk, journal, 'all');
  });
}

/** The answer of `read`, or a clause naming the file. */
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

/** Lines of Changes, checked. Throws Failure 'failed', with nothing changed, for an unreadable journal. */
export function requireReadable(disk: JournalDisk, journal: Journal): JournalLines {
  const checked = ownLines();
  const reason = unreadable(disk, journal, 'all', checked);
  if (reason === null) return checked;
  throw unusable(journal, reason);
}

export function unusable({ folder }: Journal, reason: string): Failure {
  const hint = `What it replaced is in ${folder}/kept. Move that folder out of .convo once you have what you need.`;
  return new Failure('failed', reason, hint);
}

// A plan cut at a line end would silently skip files in an undo.
function incomplete(disk: JournalDisk, journal: Journal, checked: JournalLines | undefined): string | null {
  const said = changedBy(disk, journal, 'is-done');
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  let changed = 0;
  for (const { number, change } of intentions(disk, journal, undefined, checked))
    if ((exceptions.get(number)?.state ?? 'raced') === 'raced') changed += countIn(change);
  return said === null || said === changed ? null : `${journal.plan} holds ${changed} of ${said} changes`;
}
