import { DiskTrouble, errorCode, isWide } from '../disk/error-code.ts';
import { digestAt, statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { tryLink } from '../disk/place-file.ts';
import { reasonOf } from '../disk/reason-of.ts';
import { removeFile } from '../disk/remove-tree.ts';
import type { SeenFile } from '../disk/seen-file.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeFile } from '../disk/write-file.ts';

/**
 * Puts the file at `path`, as it was seen, into the journal at `kept`: as a second link, or as a copy with its
 * mode, owner and time where links are wrong or impossible. One that is there already is taken for good only with that print.
 * Throws DiskTrouble where the journal takes nothing more. Durable once the journal's folder is synced.
 */
export async function keepOriginal(
  disk: WriteDisk,
  path: string,
  seen: SeenFile,
  kept: string,
  by: 'link' | 'copy',
): Promise<void> {
  try {
    if (by === 'copy' || !tryLink(disk, path, kept)) await copy(disk, path, seen, kept);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && digestAt(disk, kept) === seen.digest()) return;
    if (error instanceof NotAsPlanned) throw error;
    throw isWide(error) ? error : new DiskTrouble(`the journal ${reasonOf(error)}`, { cause: error });
  }
}

async function copy(disk: WriteDisk, path: string, seen: SeenFile, kept: string): Promise<void> {
  const there = digestAt(disk, kept);
  if (there !== 'absent' && there === seen.digest()) return;
  if (there !== 'absent') throw new DiskTrouble(`the journal holds something else at ${kept}`);
  const stat = disk.lstat(path);
  const part = `${kept}.part`;
  removeFile(disk, part);
  await writeFile(disk, part, seen.source, { mode: stat.mode, owner: stat, mtimeMs: stat.mtimeMs });
  // Under its own name it is whole or not there.
  disk.rename(part, kept);
}

/** `name`, or the first of `name.1`, `name.2`, ... that is free or holds just this print: the journal overwrites nothing. */
export function freeName(disk: WriteDisk, name: string, digest: string): string {
  for (let n = 0; ; n++) {
    const path = nthName(name, n);
    if (statOf(disk, path) === null || digestAt(disk, path) === digest) return path;
  }
}

/** The nth of the names that one thing may have in the journal, from 0. */
export function nthName(name: string, n: number): string {
  return n === 0 ? name : `${name}.${n}`;
}
