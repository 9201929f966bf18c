import { dirname } from 'node:path';
import type { Source } from '../../codecs/lines/source.ts';
import { bytesSource } from '../../model/part.ts';
import type { Digest } from '../../model/plan.ts';
import type { Stat } from '../disk.ts';
import { digestFile } from './digest.ts';
import { DiskError, nullOn, orNull } from './error-code.ts';
import { fileSource, WINDOW, windowsOf } from './file-source.ts';
import { makePrivateFolders, removeFile, syncFolder } from './make-folder.ts';
import { hasExactly } from './seen-file.ts';
import { partialPath, tryLink } from './target.ts';
import type { WriteDisk } from './write-disk.ts';

export interface Attributes {
  readonly mode: number;
  readonly owner?: Pick<Stat, 'uid' | 'gid'>;
  readonly mtimeMs?: number;
}

/**
 * Writes a complete, synced file, or none: on failure the name is removed. Holds one window. Checks each write's count and reads the file
 * back. The name is durable once its folder is synced. Returns the inode.
 */
export async function writeFile(
  disk: WriteDisk,
  path: string,
  sourceOrBytes: Source | Uint8Array,
  attributes: Attributes,
): Promise<number> {
  const content = sourceOrBytes instanceof Uint8Array ? bytesSource(sourceOrBytes) : sourceOrBytes;
  const file = disk.create(path, 0o600);
  try {
    let ino: number;
    try {
      ino = applyAttributes(disk, file, path, attributes);
      for (const bytes of windowsOf(content)) writeAll(bytes, (rest) => disk.write(file, rest));
      if (attributes.mtimeMs !== undefined) disk.touch(file, attributes.mtimeMs);
      await disk.sync(file);
    } finally {
      disk.close(file);
    }
    if (!readsBack(disk, path, content)) throw new DiskError(`${path} does not read back as it was written`);
    return ino;
  } catch (error) {
    discard(disk, path);
    throw error;
  }
}

/** Replaces convo's own file, durably and atomically. Throws as `writeFile`. */
export async function replaceOwn(disk: WriteDisk, path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  removeFile(disk, part);
  await writeFile(disk, part, Buffer.from(text), { mode: 0o600 });
  disk.rename(part, path);
  await syncFolder(disk, dirname(path));
}

/** True if the file has this content. It reads one byte beyond each window, to notice extra data. */
function readsBack(disk: WriteDisk, path: string, content: Source): boolean {
  if (content.size < WINDOW) return hasExactly(disk, path, content.slice(0, content.size));
  for (let at = 0; ; at += WINDOW) {
    const rest = content.size - at;
    const bytes = disk.read(path, rest > WINDOW ? WINDOW : WINDOW + 1, at);
    if (Buffer.compare(bytes, content.slice(at, WINDOW)) !== 0) return false;
    if (rest <= WINDOW) return true;
  }
}

/** Owner before mode: chown clears set-id bits. */
function applyAttributes(disk: WriteDisk, file: number, path: string, { mode, owner }: Attributes): number {
  const stat = disk.lstat(path);
  if (owner !== undefined && (owner.uid !== stat.uid || owner.gid !== stat.gid)) disk.chown(file, owner.uid, owner.gid);
  if ((mode & 0o7777) !== (stat.mode & 0o7777)) disk.chmod(file, mode & 0o7777);
  return stat.ino;
}

/** Removes convo's own file. Failure is ignored: the original error matters more, and a later sweep finds the file by name. */
export function discard(disk: WriteDisk, path: string): void {
  orNull(() => disk.unlink(path));
}

/** Ending of a copy's name while it is written; that name begins with a dot. */
export const COPYING = '.convo-keep';

/**
 * Copies a file whole or not at all, with its time: written under another name, synced, read back, renamed. Ignores later appends. Only the
 * user may read the copy. An older copy is renamed to `aside`, if given, and keeps its own name until the new one is whole. Returns the
 * digest.
 */
export async function copyOut(disk: WriteDisk, from: string, to: string, aside: string | null): Promise<Digest> {
  const stat = disk.stat(from);
  const source = fileSource(disk, from, stat, () => new Error(`${from} was changed while it was copied`));
  await makePrivateFolders(disk, dirname(to));
  if (disk.realpath(dirname(to)) !== dirname(to)) throw new Error(`${dirname(to)} is behind a link`);
  const temp = partialPath(to, COPYING);
  removeFile(disk, temp);
  await writeFile(disk, temp, source, { mode: 0o600, mtimeMs: stat.mtimeMs });
  const digest = digestFile(disk, temp);
  if (aside !== null) await setAside(disk, to, aside);
  disk.rename(temp, to);
  await syncFolder(disk, dirname(to));
  return digest;
}

/** Keeps an older copy as `aside`, by a link, so that the name always has a copy; by a rename if links are impossible. */
async function setAside(disk: WriteDisk, to: string, aside: string): Promise<void> {
  const isLinked = nullOn(['EEXIST'], () => tryLink(disk, to, aside));
  // The name contains the digest: the existing file is equal.
  if (isLinked === false) disk.rename(to, aside);
  await syncFolder(disk, dirname(to));
}

/** Writes all bytes. `write` returns how many it wrote; none means a full disk. */
export function writeAll(bytes: Uint8Array, write: (rest: Uint8Array) => number): void {
  for (let from = 0; from < bytes.length; ) {
    const count = write(bytes.subarray(from));
    if (count === 0) throw new DiskError('the disk takes no more bytes');
    from += count;
  }
}
