import { basename, dirname, join } from 'node:path';
import { foldersAbove } from '../../model/path.ts';
import { RUN_ID } from '../../model/run.ts';
import type { ReadDisk } from '../disk.ts';
import { errorCode, nullOn } from './error-code.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import { statOf } from './stat-of.ts';
import type { WriteDisk } from './write-disk.ts';

/** Absolute path of a planned path. Throws NotAsPlanned if a link or a file is among its folders; missing folders are allowed. */
export function targetIn(disk: ReadDisk, root: string, path: string): string {
  // Planned names are plain, so they are not normalised: that costs as much as the stats.
  const below = root.endsWith('/') ? root : `${root}/`;
  for (const folder of foldersAbove(path)) {
    const at = below + folder;
    const stat = statOf(disk, at);
    if (stat === null) break;
    if (stat.type === 'link') throw new NotAsPlanned(`is behind a link: ${at}`);
    if (stat.type !== 'folder') throw new NotAsPlanned(`is below something that is not a folder: ${at}`);
  }
  return below + path;
}

/** Absolute path of the first link among a path's folders; null if none. */
export function firstLink(disk: ReadDisk, root: string, path: string): string | null {
  let at = root;
  for (const name of path.split('/').slice(0, -1)) {
    at = join(at, name);
    if (statOf(disk, at)?.type === 'link') return at;
  }
  return null;
}

/** The first link among a file's folders, and the file's folder without links; both absolute. */
export interface LinkedPath {
  readonly link: string;
  readonly real: string;
}

/** `firstLink` with a cache of folders, for many paths. */
export function linkFinder(disk: ReadDisk, root: string): (path: string) => LinkedPath | null {
  const known = new Map<string, LinkedPath | null>();
  return (path) => {
    const folder = dirname(path);
    const way = known.get(folder);
    if (way !== undefined) return way;
    const link = firstLink(disk, root, path);
    const found = link === null ? null : { link, real: disk.realpath(join(root, folder)) };
    known.set(folder, found);
    return found;
  };
}

/** Missing parents, relative to the root, outermost first. */
export function missingAbove(disk: ReadDisk, root: string, path: string): string[] {
  return foldersAbove(path).filter((folder) => statOf(disk, join(root, folder)) === null);
}

const NO_LINKS: readonly string[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a temporary file its final name; throws NotAsPlanned if that is taken. It links and unlinks, because a rename would replace a file
 * that appeared meanwhile.
 */
export function placeFile(disk: WriteDisk, temp: string, path: string): void {
  const isLinked = nullOn(['EEXIST'], () => tryLink(disk, temp, path));
  const isTaken = isLinked === null || (!isLinked && statOf(disk, path) !== null);
  if (isTaken) throw new NotAsPlanned('is in the way: it exists already');
  if (isLinked) disk.unlink(temp);
  else disk.rename(temp, path);
}

/** False where hard links are impossible. Throws EEXIST. */
export function tryLink(disk: WriteDisk, from: string, to: string): boolean {
  try {
    disk.link(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

const MAX_NAME_BYTES = 255;
const TEMP = new RegExp(String.raw`^\..*\.convo-${RUN_ID}-\d`, 's');

/**
 * Path for a file that a run builds or sets aside for step `n`. Hidden from every program by its leading dot and ending
 * (docs/formats/fnord.md); at most 255 bytes.
 */
export function temporaryPath(path: string, run: string, step: string): string {
  return partialPath(path, `.convo-${run}-${step}`);
}

/** Path for a file under construction: leading dot, this ending, at most 255 bytes. */
export function partialPath(path: string, ending: string): string {
  return join(dirname(path), `.${clip(basename(path), MAX_NAME_BYTES - 1 - ending.length)}${ending}`);
}

export function isTempName(name: string): boolean {
  return name.startsWith('.') && TEMP.test(name);
}

function clip(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let out = '';
  let size = 0;
  for (const char of text) {
    size += Buffer.byteLength(char);
    if (size > bytes) break;
    out += char;
  }
  return out;
}
