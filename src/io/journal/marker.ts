import { join } from 'node:path';
import * as z from 'zod';
import { Failure } from '../../model/failure.ts';
import { countIn } from '../../model/plan.ts';
import { sentenceText } from '../../model/sentence.ts';
import { attempt } from '../disk/error-code.ts';
import { syncFolder } from '../disk/folder-sync.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { replaceOwn } from '../disk/write-file.ts';
import type { ChangeResult, Outcome, RunResult } from '../run/result.ts';
import type { Numbered } from './intentions.ts';
import { isMarked, type Journal, journalOf, type Marker } from './journal.ts';
import type { JournalDisk } from './journal-disk.ts';
import { linesOf } from './lines.ts';
import { runIds } from './run-order.ts';

/** `turn`, as journals have it, is the number of an undo in its root: times mislead when a clock is set. */
const summary = z.object({ changed: z.number(), turn: z.int().positive().optional().catch(undefined) });
const exception = z.object({
  number: z.number(),
  state: z.enum(['raced', 'refused', 'failed']),
  reason: z.string().nullable(),
});

/** The content of a marker. */
type Summary = Pick<Tally, 'changed' | 'exceptions'>;

/** Marks a run, durably and all at once: a line with the count, then a line for each exception. */
export async function mark(disk: WriteDisk, journal: Journal, marker: Marker, tally: Summary | null): Promise<void> {
  const undone = marker === 'is-undone' ? { turn: nextTurn(disk, journal.root) } : {};
  const first = { changed: tally?.changed ?? 0, ...undone };
  const lines = [first, ...(tally?.exceptions ?? [])].map((line) => JSON.stringify(line));
  await replaceOwn(disk, join(journal.folder, marker), `${lines.join('\n')}\n`);
}

/** Takes a marker away again, durably. */
export async function unmark(disk: WriteDisk, journal: Journal, marker: Marker): Promise<void> {
  disk.unlink(join(journal.folder, marker));
  await syncFolder(disk, journal.folder);
}

/** True for an undo that had to leave all that the run made, and was not undone in part before: the run is as if nobody had tried. */
export function isLeftWhole(disk: JournalDisk, journal: Journal, { changed, exceptions }: Summary): boolean {
  const isFirst = exceptionsOf(disk, journal, 'is-undoing').size === 0;
  return changed === 0 && exceptions.length > 0 && isFirst && isMarked(disk, journal, 'is-done');
}

function nextTurn(disk: WriteDisk, root: string): number {
  const undoNumbers = runIds(disk, root).map((run) => attempt(() => undoneInTurn(disk, journalOf(root, run))) ?? 0);
  return undoNumbers.reduce((most, undoNumber) => Math.max(most, undoNumber), 0) + 1;
}

/** Which undo of its root undid a run, from 1; 0 where that is not known. Throws Failure 'failed' for a damaged marker. */
export function undoneInTurn(disk: JournalDisk, journal: Journal): number {
  return summaryOf(disk, journal, 'is-undone')?.turn ?? 0;
}

/** How many Changes were in the store when the marker was set; null without the marker. Throws Failure 'failed' for one that is damaged. */
export function changedBy(disk: JournalDisk, journal: Journal, marker: Marker): number | null {
  return summaryOf(disk, journal, marker)?.changed ?? null;
}

function summaryOf(disk: JournalDisk, journal: Journal, marker: Marker): z.infer<typeof summary> | null {
  const [first] = markerLines(disk, journal, marker);
  return first === undefined ? null : read(journal, marker, () => summary.parse(JSON.parse(first)));
}

/** The exceptions written with a marker, by the Change's number; none without the marker. Throws Failure 'failed' for one that is damaged. */
export function exceptionsOf(disk: JournalDisk, journal: Journal, marker: Marker): Map<number, Exception> {
  const [, ...lines] = markerLines(disk, journal, marker);
  const found = read(journal, marker, () => lines.map((text) => exception.parse(JSON.parse(text))));
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

/** A Change that did not end as the run meant it to. */
export interface Exception {
  readonly number: number;
  readonly state: 'raced' | 'refused' | 'failed';
  readonly reason: string | null;
}

/** Sums that grow while a run goes on. */
export interface Tally {
  changed: number;
  raced: number;
  refused: number;
  failed: number;
  stopped: RunResult['stopped'];
  readonly exceptions: Exception[];
}

/** Nothing added up yet. */
export function newTally(): Tally {
  return { changed: 0, raced: 0, refused: 0, failed: 0, stopped: null, exceptions: [] };
}

/** Counts one outcome and hands it on. */
export function tallyOutcome(
  tally: Tally,
  item: Numbered,
  outcome: Outcome,
  report: (result: ChangeResult) => void,
): void {
  const { state } = outcome;
  const reason = outcome.reason && sentenceText(outcome.reason);
  const many = countIn(item.change);
  if (state === 'done' || state === 'raced') tally.changed += many;
  if (state !== 'done') {
    tally[state] += many;
    tally.exceptions.push({ number: item.number, state, reason });
  }
  const where = `${item.change.path} ${reason ?? ''}`;
  if (outcome.wide) tally.stopped ??= { by: 'disk', reason: where };
  if (outcome.unclean && tally.stopped?.by !== 'disk') tally.stopped ??= { by: 'unclean', reason: where };
  const { changed = null } = outcome;
  report({ number: item.number, change: item.change, state, reason: outcome.reason, changed });
}

/** The tally as a run's result. */
export function resultOf(tally: Tally, run: string, root: string, end: 'done' | 'undone'): RunResult {
  const { exceptions, ...counts } = tally;
  if (counts.stopped !== null) return { run, root, state: 'cut', ...counts };
  // Changes that undo had to leave can still be undone.
  const isLeft = end === 'undone' && counts.refused + counts.failed > 0;
  return { run, root, state: isLeft ? 'done' : end, ...counts };
}
