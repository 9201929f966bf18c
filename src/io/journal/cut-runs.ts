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

/**
 * The runs of a root that were cut, oldest first. A run whose journal cannot be read is none of them: neither `resume` nor `undo`
 * could finish it.
 */
export function cutRuns(disk: JournalDisk, root: string): string[] {
  return runIds(disk, root).filter((run) => unless(CLOSED, () => isCut(disk, journalOf(root, run))) === true);
}

/** Errors of a folder that cannot be read, or of a file in the place of a run. */
const CLOSED: readonly string[] = ['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'];

function isCut(disk: JournalDisk, journal: Journal): boolean {
  if (isMarked(disk, journal, 'is-undone')) return false;
  const isOpen = isMarked(disk, journal, 'is-undoing') || !isMarked(disk, journal, 'is-done');
  return isOpen && unreadable(disk, journal, 'all') === null;
}

/** True while someone holds the root's lock, alive or dead. */
export function isLocked(disk: ReadDisk, root: string): boolean {
  return statOf(disk, join(root, JOURNAL, 'lock')) !== null;
}

/**
 * As `refuseCut`, before the lock is asked for: a run that is at work looks cut, and waiting for its lock shows which it is. A journal
 * that is not to be trusted is not looked into; `apply` refuses it.
 */
export function refuseCutEarly(world: World, root: string): void {
  if (distrustRoot(world.disk, root, 'change') !== null) return;
  if (!isBusy(world, root)) refuseCut(world.disk, root);
}

/** Under the lock: throws Failure 'refused' while a cut run has to be resumed or undone in this root. */
export function refuseCut(disk: JournalDisk, root: string): void {
  const [run] = cutRuns(disk, root);
  if (run === undefined) return;
  const isUndoing = isMarked(disk, journalOf(root, run), 'is-undoing');
  const hint = sentenceText(wayFromCut(run, isUndoing), `convo --root ${quotedWord(root)}`);
  throw new Failure('refused', `run ${run} in ${root} ${cutWords(isUndoing)}`, `${hint}.`);
}
