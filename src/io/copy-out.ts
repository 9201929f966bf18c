import { dirname } from 'node:path';
import type { Digest } from '../model/plan.ts';
import { digestFile } from './disk/digest.ts';
import { unless } from './disk/error-code.ts';
import { fileSource } from './disk/file-source.ts';
import { syncFolder } from './disk/folder-sync.ts';
import { removeFile } from './disk/make-folder.ts';
import { tryLink } from './disk/place.ts';
import { partBeside } from './disk/temp-name.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import { writeFile } from './disk/write-file.ts';

/** Ending of a copy's name while it is written. That name begins with a dot. */
export const COPYING = '.convo-keep';

/**
 * Copies a file whole or not at all, with its time: written aside, synced, read back, renamed. Ignores later appends. Only the
 * user may read the copy. An older copy is renamed to `aside`, if given, and keeps its own name until the new one is whole.
 * Answers the digest.
 */
export async function copyOut(disk: WriteDisk, from: string, to: string, aside: string | null): Promise<Digest> {
  const stat = disk.stat(from);
  const source = fileSource(disk, from, stat, () => new Error(`${from} was changed while it was copied`));
  await makeFolders(disk, dirname(to));
  if (disk.realpath(dirname(to)) !== dirname(to)) throw new Error(`${dirname(to)} is behind a link`);
  const temp = partBeside(to, COPYING);
  removeFile(disk, temp);
  await writeFile(disk, temp, source, { mode: 0o600, mtimeMs: stat.mtimeMs });
  const digest = digestFile(disk, temp);
  if (aside !== null) await setAside(disk, to, aside);
  disk.rename(temp, to);
  await syncFolder(disk, dirname(to));
  return digest;
}

/** Linked, so that the name always has a copy. Renamed where links are impossible. */
async function setAside(disk: WriteDisk, to: string, aside: string): Promise<void> {
  const isLinked = unless(['EEXIST'], () => tryLink(disk, to, aside));
  // The name contains the digest: the existing file is equal.
  if (isLinked === false) disk.rename(to, aside);
  await syncFolder(disk, dirname(to));
}

async function makeFolders(disk: WriteDisk, path: string): Promise<void> {
  if (unless(['ENOENT'], () => disk.stat(path)) !== null) return;
  await makeFolders(disk, dirname(path));
  unless(['EEXIST'], () => disk.mkdir(path, 0o700));
  await syncFolder(disk, dirname(path));
}
