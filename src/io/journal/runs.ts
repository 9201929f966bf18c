import { join } from 'node:path';
import { quotedWord, sentenceText } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { countIn } from '../../model/plan.ts';
import { continuationOf, interruptedText, type Run } from '../../model/run.ts';
import { nullOn } from '../disk/error-code.ts';
import { removeTree, syncFolder } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { statOf } from '../disk/stat-of.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';
import { hasSpace, isBusy, withLockEvenFull } from '../lock.ts';
import { runContext, worksOf } from '../steps/work-of.ts';
import type { World } from '../world.ts';
import { beginningOf, intentions } from './intentions.ts';
import { isMarked, JOURNAL, type Journal, type JournalDisk, journalOf, runTimeOf } from './journal.ts';
import { countLeft, countMarked, isPartlyUndone, runStateOf, toUndo } from './marker.ts';
import { removePartialRuns } from './open-journal.ts';
import {
  readOrReason,
  requireTrusted,
  requireTrustedRun,
  untrustedInRoot,
  whyUnreadable,
  whyUnusable,
} from './readable.ts';
import { ORDER, orderNow, rankedRuns, runIds } from './run-order.ts';

/** Runs of a root, oldest first. Reads only. */
export function runs(disk: WriteDisk, root: string): Run[] {
  return rankedRuns(disk, root).map(({ id, number }) => {
    const journal = journalOf(root, id);
    const run = whyUnusable(disk, journal) ?? readOrReason(journal, () => readRun(disk, journal, number));
    return typeof run === 'string' ? unreadableRun(journal, number, run) : run;
  });
}

function unreadableRun({ root, run }: Journal, number: number, reason: string): Run {
  return {
    id: run,
    number,
    command: null,
    kind: null,
    startedAt: Math.floor(runTimeOf(run) / 1000) || 0,
    state: 'unreadable',
    changed: 0,
    standing: 0,
    isUndoing: false,
    isPartlyUndone: false,
    bytesKept: 0,
    root,
    reason,
  };
}

function readRun(disk: WriteDisk, journal: Journal, number: number): Run {
  const { header, startedAt } = beginningOf(disk, journal);
  const state = runStateOf(disk, journal);
  const isLeft = isPartlyUndone(disk, journal);
  const now = state === 'cut' ? countChanged(disk, journal) : isLeft ? countLeft(disk, journal) : null;
  const changed = countMarked(disk, journal, 'is-done') ?? now ?? countMarked(disk, journal, 'is-undone') ?? 0;
  return {
    id: journal.run,
    number,
    command: header.command,
    kind: header.kind,
    startedAt,
    state,
    changed,
    standing: state === 'undone' ? 0 : (now ?? changed),
    isUndoing: state === 'cut' && isMarked(disk, journal, 'is-undoing'),
    isPartlyUndone: isLeft,
    ...(state === 'done' && isMarked(disk, journal, 'goes-on') ? { isShort: true } : {}),
    bytesKept: sizeOf(disk, journal.originalsFolder) + sizeOf(disk, journal.undone),
    root: journal.root,
    reason: null,
  };
}

function sizeOf(disk: ReadDisk, path: string): number {
  const stat = statOf(disk, path);
  if (stat?.type !== 'folder') return stat?.size ?? 0;
  let size = 0;
  for (const { name } of disk.list(path)) if (name !== null) size += sizeOf(disk, join(path, name));
  return size;
}

function countChanged(disk: WriteDisk, journal: Journal): number {
  const context = runContext(disk, journal);
  let made = 0;
  const isDue = isMarked(disk, journal, 'is-undoing') ? toUndo(disk, journal) : () => true;
  for (const item of intentions(disk, journal)) {
    if (!isDue(item.number)) continue;
    try {
      if (worksOf(context, item).some((work) => work.state() !== 'before')) made += countIn(item.change);
    } catch (error) {
      if (!(error instanceof NotAsPlanned)) throw error;
    }
  }
  return made;
}

export function isPrunable({ state, isPartlyUndone }: Run): boolean {
  return (state === 'done' || state === 'undone') && !isPartlyUndone;
}

/**
 * Deletes journals and originals of finished runs for which `due` is true; returns those runs. Throws Failure 'refused' for a locked root
 * or an untrusted journal.
 */
export async function dropRuns(world: World, root: string, due: (run: Run) => boolean, token: string): Promise<Run[]> {
  const { disk } = world;
  requireTrusted(disk, root);
  const prunable = () => runs(disk, root).filter((run) => isPrunable(run) && due(run));
  if (prunable().length === 0) return [];
  return withLockEvenFull(world, root, token, async (sign) => {
    const gone = prunable();
    for (const { id } of gone) requireTrustedRun(disk, journalOf(root, id));
    removePartialRuns(disk, root);
    // Keeps the numbers of later runs. On a full disk it is written after the deletion.
    const record = orderNow(disk, root);
    const isRecorded = await hasSpace(record);
    // Renamed first, so that half of a run is never taken for one.
    for (const run of gone) disk.rename(journalOf(root, run.id).folder, `${journalOf(root, run.id).folder}.part`);
    await syncFolder(disk, join(root, JOURNAL, 'runs'));
    for (const run of gone) {
      removeTree(disk, `${journalOf(root, run.id).folder}.part`);
      await sign();
    }
    if (!isRecorded && !(await hasSpace(record)))
      throw new Failure(
        'failed',
        `${join(root, JOURNAL, ORDER)} ${DISK_FULL}`,
        'The runs are deleted; others may get new numbers.',
      );
    return gone;
  });
}

const DISK_FULL = 'could not be written: the disk is full';

/** Cut runs, oldest first, without those with unreadable journals: neither `resume` nor `undo` could finish them. */
export function unfinishedRuns(disk: JournalDisk, root: string): string[] {
  return runIds(disk, root).filter((run) => nullOn(CLOSED, () => isCut(disk, journalOf(root, run))) === true);
}

/** Errors for an unreadable folder, or a file in place of a run. */
const CLOSED: readonly string[] = ['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'];

function isCut(disk: JournalDisk, journal: Journal): boolean {
  if (isMarked(disk, journal, 'is-undone')) return false;
  const isOpen = isMarked(disk, journal, 'is-undoing') || !isMarked(disk, journal, 'is-done');
  return isOpen && whyUnreadable(disk, journal, 'all') === null;
}

/**
 * `refuseUnfinished` before the lock is taken: a run at work looks cut until its lock is waited for. Skips untrusted journals, which
 * `apply` refuses.
 */
export function refuseCutEarly(world: World, root: string): void {
  if (untrustedInRoot(world.disk, root, 'change') !== null) return;
  if (!isBusy(world, root)) refuseUnfinished(world.disk, root);
}

/** Throws Failure 'refused' if a cut run must be resumed or undone; called under the lock. */
export function refuseUnfinished(disk: JournalDisk, root: string): void {
  const [run] = unfinishedRuns(disk, root);
  if (run === undefined) return;
  const isUndoing = isMarked(disk, journalOf(root, run), 'is-undoing');
  const hint = sentenceText(continuationOf(run, isUndoing), `convo --root ${quotedWord(root)}`);
  throw new Failure('refused', `run ${run} in ${root} ${interruptedText(isUndoing)}`, `${hint}.`);
}
