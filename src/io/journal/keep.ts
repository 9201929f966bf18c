import { digestAt } from '../disk/digest.ts';
import { DiskError, errorCode, reasonOf, stopsRun } from '../disk/error-code.ts';
import { removeFile } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import type { SeenFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import { tryLink } from '../disk/target.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeFile } from '../disk/write-file.ts';

/**
 * Keeps a file in the journal as it was seen: as a hard link, or a copy with mode, owner and time. Reuses an existing one only with that
 * digest. Throws DiskError if the journal accepts nothing more. Durable once the journal's folder is synced.
 */
export async function keepOriginal(
  disk: WriteDisk,
  path: string,
  seen: SeenFile,
  originalPath: string,
  by: 'link' | 'copy',
): Promise<void> {
  try {
    if (by === 'copy' || !tryLink(disk, path, originalPath)) await copy(disk, path, seen, originalPath);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && digestAt(disk, originalPath) === seen.digest()) return;
    if (error instanceof NotAsPlanned) throw error;
    throw stopsRun(error) ? error : new DiskError(`the journal ${reasonOf(error)}`, { cause: error });
  }
}

async function copy(disk: WriteDisk, path: string, seen: SeenFile, originalPath: string): Promise<void> {
  const there = digestAt(disk, originalPath);
  if (there !== 'absent' && there === seen.digest()) return;
  if (there !== 'absent') throw new DiskError(`the journal holds something else at ${originalPath}`);
  const stat = disk.lstat(path);
  const part = `${originalPath}.part`;
  removeFile(disk, part);
  await writeFile(disk, part, seen.source, { mode: stat.mode, owner: stat, mtimeMs: stat.mtimeMs });
  // Only whole files get the final name.
  disk.rename(part, originalPath);
}

/** The first of `name`, `name.1`, ... that is free or has this digest: the journal overwrites nothing. */
export function freeName(disk: WriteDisk, name: string, digest: string): string {
  for (let n = 0; ; n++) {
    const path = nthName(name, n);
    if (statOf(disk, path) === null || digestAt(disk, path) === digest) return path;
  }
}

/** Name number `n`, from 0. */
export function nthName(name: string, n: number): string {
  return n === 0 ? name : `${name}.${n}`;
}
