import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import type { Digest } from '../../model/plan.ts';
import type { Name, ReadDisk } from '../disk.ts';
import { WINDOW } from './file-source.ts';

/** Lower-case hex sha256 of a file's bytes. */
export function digestOf(bytes: Uint8Array): Digest {
  return hash('sha256', bytes);
}

/** Digest of a file on disk, or of its first bytes, read a window at a time. */
export function digestFile(disk: ReadDisk, path: string, length = Number.POSITIVE_INFINITY): Digest {
  const hash = createHash('sha256');
  let buffer: Buffer | null = null;
  for (let at = 0; ; ) {
    const most = Math.min(WINDOW, length - at);
    const kept: Uint8Array | undefined = buffer === null ? undefined : disk.head?.(path, buffer.subarray(0, most), at);
    // The first window is sure to be of a file only so, and one that was read short may not be the last.
    const bytes = kept?.length === most ? kept : disk.read(path, most, at);
    hash.update(bytes);
    at += bytes.length;
    if (bytes.length < WINDOW) return hash.digest('hex');
    buffer ??= Buffer.allocUnsafe(WINDOW);
  }
}

/**
 * Lower-case hex sha256 over a folder's names, sorted by their bytes, each with its type and print; a link counts with its
 * target, anything else with its type alone.
 */
export function digestFolder(disk: ReadDisk, path: string): Digest {
  return digestNames(disk.list(path), ({ name, type }) =>
    name === null ? '' : digestEntry(disk, join(path, name), type),
  );
}

/** The print of a folder with these names, sorted by their bytes. */
export function digestNames(names: readonly Name[], digestOfName: (name: Name) => string): Digest {
  const hash = createHash('sha256');
  for (const name of names) {
    hash.update(name.raw).update('\0').update(name.type).update('\0');
    hash.update(digestOfName(name)).update('\0');
  }
  return hash.digest('hex');
}

function digestEntry(disk: ReadDisk, path: string, type: string): string {
  if (type === 'file') return digestFile(disk, path);
  if (type === 'folder') return digestFolder(disk, path);
  return type === 'link' ? disk.readlink(path) : '';
}

/** The print of text that comes in pieces. */
export function newDigest(): { add(text: string): void; end(): Digest } {
  const hash = createHash('sha256');
  return {
    add: (text) => {
      hash.update(text);
    },
    end: () => hash.digest('hex'),
  };
}
