import { join } from 'node:path';
import { type MarkerSummary, markerException, markerSummary } from '../../contract/journal.ts';
import { Failure } from '../../model/failure.ts';
import { countIn } from '../../model/plan.ts';
import type { RunState } from '../../model/run.ts';
import { orNull } from '../disk/error-code.ts';
import { syncFolder } from '../disk/make-folder.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { replaceOwn } from '../disk/write-file.ts';
import type { Exception, Tally } from '../run/result.ts';
import { intentions } from './intentions.ts';
import { isMarked, type Journal, type JournalDisk, journalOf, type Marker } from './journal.ts';
import { linesOf } from './plan-lines.ts';
import { runIds } from './run-order.ts';

type Summary = Pick<Tally, 'changed' | 'exceptions'>;

/** Writes a marker, durably and atomically: a line with the count, then one per exception. */
export async function writeMarker(
  disk: WriteDisk,
  journal: Journal,
  marker: Marker,
  tally: Summary | null,
): Promise<void> {
  const undone = marker === 'is-undone' ? { turn: nextUndoNumber(disk, journal.root) } : {};
  const first = { changed: tally?.changed ?? 0, ...undone };
  const lines = [first, ...(tally?.exceptions ?? [])].map((line) => JSON.stringify(line));
  await replaceOwn(disk, join(journal.folder, marker), `${lines.join('\n')}\n`);
}

export async function removeMarker(disk: WriteDisk, journal: Journal, marker: Marker): Promise<void> {
  disk.unlink(join(journal.folder, marker));
  await syncFolder(disk, journal.folder);
}

/** True for an undo that had to leave every Change, with no earlier partial undo: it changed nothing. */
export function isLeftWhole(disk: JournalDisk, journal: Journal, { changed, exceptions }: Summary): boolean {
  const isFirst = exceptionsOf(disk, journal, 'is-undoing').size === 0;
  return changed === 0 && exceptions.length > 0 && isFirst && isMarked(disk, journal, 'is-done');
}

function nextUndoNumber(disk: WriteDisk, root: string): number {
  const undoNumbers = runIds(disk, root).map((run) => orNull(() => latestUndoNumber(disk, journalOf(root, run))) ?? 0);
  return undoNumbers.reduce((max, undoNumber) => Math.max(max, undoNumber), 0) + 1;
}

/** Number of the last undo, from 1; 0 if unknown. Throws Failure 'failed' for a damaged marker. */
export function latestUndoNumber(disk: JournalDisk, journal: Journal): number {
  return summaryOf(disk, journal, 'is-undone')?.turn ?? 0;
}

/** Number of changed Changes when marked; null without the marker. Throws Failure 'failed' for a damaged one. */
export function countMarked(disk: JournalDisk, journal: Journal, marker: Marker): number | null {
  return summaryOf(disk, journal, marker)?.changed ?? null;
}

function summaryOf(disk: JournalDisk, journal: Journal, marker: Marker): MarkerSummary | null {
  const [first] = markerLines(disk, journal, marker);
  return first === undefined ? null : read(journal, marker, () => markerSummary.parse(JSON.parse(first)));
}

/** Exceptions by Change number; empty without the marker. Throws Failure 'failed' for a damaged one. */
export function exceptionsOf(disk: JournalDisk, journal: Journal, marker: Marker): Map<number, Exception> {
  const [, ...lines] = markerLines(disk, journal, marker);
  const found = read(journal, marker, () => lines.map((text) => markerException.parse(JSON.parse(text))));
  return new Map(found.map((each) => [each.number, each]));
}

function read<T>(journal: Journal, marker: Marker, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Failure('failed', `${join(journal.folder, marker)} cannot be understood`, null, { cause: error });
  }
}

function markerLines(disk: JournalDisk, journal: Journal, marker: Marker): string[] {
  if (!isMarked(disk, journal, marker)) return [];
  const path = join(journal.folder, marker);
  const lines = [...linesOf(disk, path)].map(({ text }) => text);
  if (lines.length === 0) throw new Failure('failed', `${path} is empty`);
  return lines;
}

/**
 * `done`: its Changes are in the store, or some after a partial undo. `undone`: none is. `cut`: stopped halfway; `resume` or `undo` must
 * finish it.
 */
export function runStateOf(disk: JournalDisk, journal: Journal): RunState {
  if (isMarked(disk, journal, 'is-undone')) return isPartlyUndone(disk, journal) ? 'done' : 'undone';
  if (isMarked(disk, journal, 'is-undoing')) return 'cut';
  return isMarked(disk, journal, 'is-done') ? 'done' : 'cut';
}

/** True for a run marked as undone. Reads only markers, since the plan may be gone. */
export function isKnownUndone(disk: JournalDisk, journal: Journal): boolean {
  return orNull(() => runStateOf(disk, journal)) === 'undone';
}

export function isPartlyUndone(disk: JournalDisk, journal: Journal): boolean {
  return changesLeftByUndo(disk, journal).size > 0;
}

/** Returns a test for Changes that an undo must process: made by the run, and not yet reverted by a partial undo. */
export function toUndo(disk: JournalDisk, journal: Journal): (number: number) => boolean {
  const made = exceptionsOf(disk, journal, 'is-done');
  const remaining = isMarked(disk, journal, 'is-undone')
    ? changesLeftByUndo(disk, journal)
    : new Set(exceptionsOf(disk, journal, 'is-undoing').keys());
  return (number) =>
    (made.get(number)?.state ?? 'raced') === 'raced' && (remaining.size === 0 || remaining.has(number));
}

/** Numbers of Changes that the last undo did not revert; empty without one. */
export function changesLeftByUndo(disk: JournalDisk, journal: Journal): ReadonlySet<number> {
  const exceptions = [...exceptionsOf(disk, journal, 'is-undone').values()].filter(({ state }) => state !== 'raced');
  return new Set(exceptions.map(({ number }) => number));
}

export function countLeft(disk: JournalDisk, journal: Journal): number {
  const remaining = changesLeftByUndo(disk, journal);
  if (remaining.size === 0) return 0;
  let count = 0;
  for (const { number, change } of intentions(disk, journal)) if (remaining.has(number)) count += countIn(change);
  return count;
}
