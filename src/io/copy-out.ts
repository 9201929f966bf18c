import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { unless } from './disk/error-code.ts';
import { syncFolder } from './disk/folder-sync.ts';
import { removeFile } from './disk/remove-tree.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import { discard, writeAll } from './disk/write-file.ts';

/** Bytes read and written at a time. */
const WINDOW = 1 << 20;

/**
 * Copies a file to a place of the person's, whole or not at all, with its time: written beside its name, synced, read back and
 * renamed. What a program appends meanwhile is left out. Only its user may read the copy. Answers its lower-case hex sha256.
 */
export async function copyOut(disk: WriteDisk, from: string, to: string): Promise<string> {
  const { size, mtimeMs } = disk.stat(from);
  makeFolders(disk, dirname(to));
  if (disk.realpath(dirname(to)) !== dirname(to)) throw new Error(`${dirname(to)} is behind a link`);
  const temp = join(dirname(to), `.${basename(to)}.convo-keep`);
  removeFile(disk, temp);
  const print = await written(disk, from, temp, { size, mtimeMs });
  if (printOfFile(disk, temp) !== print) {
    discard(disk, temp);
    throw new Error(`${to} does not read back as it was written`);
  }
  disk.rename(temp, to);
  await syncFolder(disk, dirname(to));
  return print;
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

function makeFolders(disk: WriteDisk, path: string): void {
  if (unless(['ENOENT'], () => disk.stat(path)) !== null) return;
  makeFolders(disk, dirname(path));
  unless(['EEXIST'], () => disk.mkdir(path, 0o700));
}
