import { join } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { cutWords, wayFromCut } from '../../model/run.ts';
import { sentenceText } from '../../model/sentence.ts';
import { quotedWord } from '../../model/shell-word.ts';
import { unless } from '../disk/error-code.ts';
import { statOf } from '../disk/look.ts';
import type { ReadDisk } from '../disk.ts';
import { isBusy } from '../lock.ts';
import type { World } from '../world.ts';
import { isMarked, JOURNAL, type Journal, journalOf } from './journal.ts';
import type { JournalDisk } from './journal-disk.ts';
import { unreadable } from './readable.ts';
import { runIds } from './run-order.ts';
import { distrustRoot } from './trust.ts';

/** Oldest first. Omits runs with unreadable journals: neither `resume` nor `undo` could finish them. */
export function cutRuns(disk: JournalDisk, root: string): string[] {
  return runIds(disk, root).filter((run) => unless(CLOSED, () => isCut(disk, journalOf(root, run))) === true);
}

/** An unreadable folder, or a file in place of a run. */
const CLOSED: readonly string[] = ['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'];

function isCut(disk: JournalDisk, journal: Journal): boolean {
  if (isMarked(disk, journal, 'is-undone')) return false;
  const isOpen = isMarked(disk, journal, 'is-undoing') || !isMarked(disk, journal, 'is-done');
  return isOpen && unreadable(disk, journal, 'all') === null;
}

/** Holder alive or dead. */
export function isLocked(disk: ReadDisk, root: string): boolean {
  return statOf(disk, join(root, JOURNAL, 'lock')) !== null;
}

/**
 * `refuseCut` before the lock is taken: a run at work looks cut, and waiting for its lock tells. Skips untrusted journals;
 * `apply` refuses those.
 */
export function refuseCutEarly(world: World, root: string): void {
  if (distrustRoot(world.disk, root, 'change') !== null) return;
  if (!isBusy(world, root)) refuseCut(world.disk, root);
}

/** Under the lock. Throws Failure 'refused' if a cut run must be resumed or undone. */
export function refuseCut(disk: JournalDisk, root: string): void {
  const [run] = cutRuns(disk, root);
  if (run === undefined) return;
  const isUndoing = isMarked(disk, journalOf(root, run), 'is-undoing');
  const hint = sentenceText(wayFromCut(run, isUndoing), `convo --root ${quotedWord(root)}`);
  throw new Failure('refused', `run ${run} in ${root} ${cutWords(isUndoing)}`, `${hint}.`);
}
