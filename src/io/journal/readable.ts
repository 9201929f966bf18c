import { join } from 'node:path';
import { Failure, nothingChanged } from '../../model/failure.ts';
import { countIn } from '../../model/plan.ts';
import { errorCode, readReasonOf, reasonOf } from '../disk/error-code.ts';
import { statOf } from '../disk/stat-of.ts';
import type { ReadDisk } from '../disk.ts';
import { beginningOf, intentions } from './intentions.ts';
import { JOURNAL, type Journal, type JournalDisk } from './journal.ts';
import { countMarked, exceptionsOf, runStateOf } from './marker.ts';
import { type JournalLines, ownLines } from './plan-lines.ts';
import { ORDER, PRUNED } from './run-order.ts';

/**
 * Why a run's journal is unreadable, as a clause naming the file; null when readable. `beginning`: first line and
 * markers. `all`: every Change. `checked` collects their lines.
 */
export function whyUnreadable(
  disk: JournalDisk,
  journal: Journal,
  depth: 'beginning' | 'all',
  checked?: JournalLines,
): string | null {
  const distrust = untrustedInRun(disk, journal, 'read');
  if (distrust !== null) return `${distrust.path} ${distrust.reason}`;
  try {
    beginningOf(disk, journal);
    for (const marker of ['is-done', 'is-undoing', 'is-undone'] as const) exceptionsOf(disk, journal, marker);
    return depth === 'all' ? incompleteReason(disk, journal, checked) : null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/**
 * Why a run cannot be listed, undone or resumed, as a clause naming the file; null if it can. Counts errors of the
 * disk. Reads all of a cut run, which needs every Change.
 */
export function whyUnusable(disk: JournalDisk, journal: Journal): string | null {
  return readOrReason(journal, () => {
    const reason = whyUnreadable(disk, journal, 'beginning');
    if (reason !== null || runStateOf(disk, journal) !== 'cut') return reason;
    return whyUnreadable(disk, journal, 'all');
  });
}

/** The result of `read`, or a clause naming the file. */
export function readOrReason<T>(journal: Journal, read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return error.message;
    if (errorCode(error) === null) throw error;
    const at = error instanceof Error && 'path' in error ? error.path : journal.folder;
    return `${at} ${readReasonOf(error)}`;
  }
}

/** Checks the lines of a run's Changes. Throws Failure 'failed', with nothing changed, for an unreadable journal. */
export function requireReadable(disk: JournalDisk, journal: Journal): JournalLines {
  const checked = ownLines();
  const reason = whyUnreadable(disk, journal, 'all', checked);
  if (reason === null) return checked;
  throw unusableFailure(journal, reason);
}

export function unusableFailure({ folder }: Journal, reason: string): Failure {
  const hint = `What it replaced is in ${folder}/kept. Move that folder out of .convo once you have what you need.`;
  return new Failure('failed', reason, hint);
}

/** Why a plan is incomplete; null if it is whole. One that ends early at a line end would silently omit files from an undo. */
function incompleteReason(disk: JournalDisk, journal: Journal, checked: JournalLines | undefined): string | null {
  const said = countMarked(disk, journal, 'is-done');
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  let changed = 0;
  for (const { number, change } of intentions(disk, journal, undefined, checked))
    if ((exceptions.get(number)?.state ?? 'raced') === 'raced') changed += countIn(change);
  return said === null || said === changed ? null : `${journal.plan} holds ${changed} of ${said} changes`;
}

interface UntrustedPath {
  readonly path: string;
  readonly reason: string;
}

type Entry = readonly [name: string, type: 'file' | 'folder' | 'file or folder'];

const SHARED: readonly Entry[] = [
  [JOURNAL, 'folder'],
  [`${JOURNAL}/runs`, 'folder'],
  [`${JOURNAL}/lock`, 'file'],
  // A link to the lock of the process that takes over; a folder without hard links, and in earlier versions.
  [`${JOURNAL}/lock.takeover`, 'file or folder'],
  [`${JOURNAL}/.gitignore`, 'file'],
  ...[PRUNED, ORDER, `${ORDER}.part`].map((name): Entry => [`${JOURNAL}/${name}`, 'file']),
];

const OF_A_RUN: readonly Entry[] = [
  ['', 'folder'],
  ['plan.ndjson', 'file'],
  ['kept', 'folder'],
  ['undone', 'folder'],
  ['locks', 'folder'],
  ...['is-done', 'is-undoing', 'is-undone', 'goes-on'].flatMap((name): Entry[] => [
    [name, 'file'],
    [`${name}.part`, 'file'],
  ]),
];

/**
 * Faults of a root's whole journal; null if usable or missing. A store, and its journal, may come from anywhere: no
 * entry may be a link. To change anything, each must belong to the user or root.
 */
export function untrustedInRoot(disk: ReadDisk, root: string, purpose: 'read' | 'change'): UntrustedPath | null {
  return firstDistrust(disk, root, SHARED, purpose);
}

export function untrustedInRun(disk: ReadDisk, journal: Journal, purpose: 'read' | 'change'): UntrustedPath | null {
  return firstDistrust(disk, journal.folder, OF_A_RUN, purpose);
}

export function requireTrusted(disk: ReadDisk, root: string): void {
  refuse(root, untrustedInRoot(disk, root, 'change'));
}

export function requireTrustedRun(disk: ReadDisk, journal: Journal): void {
  refuse(journal.root, untrustedInRun(disk, journal, 'change'));
}

const NO_ENTRY = 'cannot be entered: permission denied';

function refuse(root: string, distrust: UntrustedPath | null): void {
  if (distrust === null) return;
  const hint =
    distrust.reason === NO_ENTRY
      ? 'Run convo as the user whom the journal belongs to.'
      : 'Move it out of the store if convo did not put it there.';
  throw new Failure('refused', `${distrust.path} ${distrust.reason}`, `${nothingChanged(root)} ${hint}`);
}

function firstDistrust(
  disk: ReadDisk,
  folder: string,
  entries: readonly Entry[],
  purpose: 'read' | 'change',
): UntrustedPath | null {
  const uid = purpose === 'read' ? null : (disk.uid?.() ?? null);
  for (const [name, type] of entries) {
    const path = join(folder, name);
    const reason = faultOf(disk, path, type, uid);
    if (reason !== null) return { path, reason };
  }
  return null;
}

function faultOf(disk: ReadDisk, path: string, type: Entry[1], uid: number | null): string | null {
  try {
    const stat = statOf(disk, path);
    if (stat === null) return null;
    if (stat.type === 'link') return 'is a link, and convo follows no link in its journal';
    if (!type.split(' or ').includes(stat.type)) return `is not a ${type}`;
    if (uid === null || [0, uid].includes(stat.uid)) return null;
    return `belongs to user ${stat.uid}, and you are user ${uid}`;
  } catch (error) {
    return errorCode(error) === 'EACCES' ? NO_ENTRY : reasonOf(error);
  }
}
