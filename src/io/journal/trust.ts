import { join } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { errorCode, reasonOf } from '../disk/error-code.ts';
import { statOf } from '../disk/seen-file.ts';
import type { ReadDisk } from '../disk.ts';
import { JOURNAL, type Journal } from './journal.ts';
import { ORDER, PRUNED } from './run-order.ts';

/** `reason` follows the path. */
export interface Distrust {
  readonly path: string;
  readonly reason: string;
}

type Entry = readonly [name: string, type: 'file' | 'folder' | 'file or folder'];

const SHARED: readonly Entry[] = [
  [JOURNAL, 'folder'],
  [`${JOURNAL}/runs`, 'folder'],
  [`${JOURNAL}/lock`, 'file'],
  // A link to the lock of the process that takes over. A folder without links, and in earlier versions.
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
  ...['is-done', 'is-undoing', 'is-undone'].flatMap((name): Entry[] => [
    [name, 'file'],
    [`${name}.part`, 'file'],
  ]),
];

/**
 * Faults of a root's whole journal; null if usable or missing. A store, and its journal, may come from anywhere: no entry may
 * be a link. To change anything, each must belong to the user or root.
 */
export function distrustRoot(disk: ReadDisk, root: string, purpose: 'read' | 'change'): Distrust | null {
  return first(disk, root, SHARED, purpose);
}

/** Null if trusted. */
export function distrustRun(disk: ReadDisk, journal: Journal, purpose: 'read' | 'change'): Distrust | null {
  return first(disk, journal.folder, OF_A_RUN, purpose);
}

/** Throws Failure 'refused'. */
export function requireTrusted(disk: ReadDisk, root: string): void {
  refuse(distrustRoot(disk, root, 'change'));
}

/** Throws Failure 'refused'. */
export function requireTrustedRun(disk: ReadDisk, journal: Journal): void {
  refuse(distrustRun(disk, journal, 'change'));
}

const NO_ENTRY = 'cannot be entered: permission denied';

function refuse(distrust: Distrust | null): void {
  if (distrust === null) return;
  const hint =
    distrust.reason === NO_ENTRY
      ? 'Nothing was changed. Run convo as the user whom the journal belongs to.'
      : 'Nothing was changed. Move it out of the store if convo did not put it there.';
  throw new Failure('refused', `${distrust.path} ${distrust.reason}`, hint);
}

function first(disk: ReadDisk, folder: string, entries: readonly Entry[], purpose: 'read' | 'change'): Distrust | null {
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
