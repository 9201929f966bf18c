import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import type { Print } from '../../model/plan.ts';
import type { Name, ReadDisk } from '../disk.ts';
import { WINDOW } from './file-source.ts';

/** Lower-case hex sha256 of a file's bytes. */
export function printOf(bytes: Uint8Array): Print {
  return hash('sha256', bytes);
}

/** The same of a file on disk, or of its first bytes, read a window at a time: one that changes meanwhile has a print that no plan names. */
export function printFile(disk: ReadDisk, path: string, length = Number.POSITIVE_INFINITY): Print {
  const hash = createHash('sha256');
  let room: Buffer | null = null;
  for (let at = 0; ; ) {
    const most = Math.min(WINDOW, length - at);
    const kept: Uint8Array | undefined = room === null ? undefined : disk.head?.(path, room.subarray(0, most), at);
    // The first window is sure to be of a file only so, and one that was read short may not be the last.
    const bytes = kept?.length === most ? kept : disk.read(path, most, at);
    hash.update(bytes);
    at += bytes.length;
    if (bytes.length < WINDOW) return hash.digest('hex');
    room ??= Buffer.allocUnsafe(WINDOW);
  }
}

/**
 * Lower-case hex sha256 over a folder's names, sorted by their bytes, each with its type and print; a link counts with its
 * target, anything else with its type alone.
 */
export function printFolder(disk: ReadDisk, path: string): Print {
  return printNames(disk.list(path), ({ name, type }) =>
    name === null ? '' : printEntry(disk, join(path, name), type),
  );
}

/** The print of a folder with these names, sorted by their bytes. */
export function printNames(names: readonly Name[], printOfName: (name: Name) => string): Print {
  const hash = createHash('sha256');
  for (const name of names) {
    hash.update(name.raw).update('\0').update(name.type).update('\0');
    hash.update(printOfName(name)).update('\0');
  }
  return hash.digest('hex');
}

function printEntry(disk: ReadDisk, path: string, type: string): string {
  if (type === 'file') return printFile(disk, path);
  if (type === 'folder') return printFolder(disk, path);
  return type === 'link' ? disk.readlink(path) : '';
}

/** The print of text that comes in pieces. */
export function newPrint(): { add(text: string): void; end(): Print } {
  const hash = createHash('sha256');
  return {
    add: (text) => {
      hash.update(text);
    },
    end: () => hash.digest('hex'),
  };
}
