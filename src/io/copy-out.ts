import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { unless } from './disk/error-code.ts';
import { syncFolder } from './disk/folder-sync.ts';
import { removeFile } from './disk/remove-tree.ts';
import { partBeside } from './disk/temp-name.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import { discard, writeAll } from './disk/write-file.ts';
import { tryLink } from './steps/place-file.ts';

/** Bytes read and written at a time. */
const WINDOW = 1 << 20;

/** What the name of a copy ends with while it is written; it begins with a dot. */
export const COPYING = '.convo-keep';

/**
 * Copies a file to a place of the person's, whole or not at all, with its time: written beside its name, synced, read back and
 * renamed. What a program appends meanwhile is left out. Only its user may read the copy. An older copy gets the name `aside`, where
 * that is not null, and keeps its own until the new one is whole. Answers the lower-case hex sha256.
 */
export async function copyOut(disk: WriteDisk, from: string, to: string, aside: string | null): Promise<string> {
  const { size, mtimeMs } = disk.stat(from);
  await makeFolders(disk, dirname(to));
  if (disk.realpath(dirname(to)) !== dirname(to)) throw new Error(`${dirname(to)} is behind a link`);
  const temp = partBeside(to, COPYING);
  removeFile(disk, temp);
  const print = await written(disk, from, temp, { size, mtimeMs });
  if (printOfFile(disk, temp) !== print) {
    discard(disk, temp);
    throw new Error(`${to} does not read back as it was written`);
  }
  if (aside !== null) await setAside(disk, to, aside);
  disk.rename(temp, to);
  await syncFolder(disk, dirname(to));
  return print;
}

/** Linked, so that a copy is under its name at every moment; renamed where the file system makes no links. */
async function setAside(disk: WriteDisk, to: string, aside: string): Promise<void> {
  const isLinked = unless(['EEXIST'], () => tryLink(disk, to, aside));
  // Its name has its hash: what is there already are the same bytes.
  if (isLinked === false) disk.rename(to, aside);
  await syncFolder(disk, dirname(to));
}

async function written(
  disk: WriteDisk,
  from: string,
  temp: string,
  { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
): Promise<string> {
  const hash = createHash('sha256');
  const source = disk.open(from);
  const target = disk.create(temp, 0o600);
  try {
    for (let at = 0; at < size; ) {
      const bytes = disk.readAt(source, at, Math.min(WINDOW, size - at));
      if (bytes.length === 0) throw new Error(`${from} became shorter while it was copied`);
      hash.update(bytes);
      writeAll(disk, target, bytes);
      at += bytes.length;
    }
    disk.touch(target, mtimeMs);
    await disk.sync(target);
  } catch (error) {
    discard(disk, temp);
    throw error;
  } finally {
    disk.close(source);
    disk.close(target);
  }
  return hash.digest('hex');
}

/** Lower-case hex sha256 of a file, or of its first bytes, a window at a time. */
export function printOfFile(disk: WriteDisk, path: string, length = Number.POSITIVE_INFINITY): string {
  const hash = createHash('sha256');
  const file = disk.open(path);
  try {
    for (let at = 0; at < length; ) {
      const bytes = disk.readAt(file, at, Math.min(WINDOW, length - at));
      if (bytes.length === 0) break;
      hash.update(bytes);
      at += bytes.length;
    }
  } finally {
    disk.close(file);
  }
  return hash.digest('hex');
}

async function makeFolders(disk: WriteDisk, path: string): Promise<void> {
  if (unless(['ENOENT'], () => disk.stat(path)) !== null) return;
  await makeFolders(disk, dirname(path));
  unless(['EEXIST'], () => disk.mkdir(path, 0o700));
  await syncFolder(disk, dirname(path));
}
