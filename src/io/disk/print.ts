import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Print } from '../../model/plan.ts';
import type { ReadDisk } from '../disk.ts';

/** Lower-case hex sha256 of a file's bytes. */
export function printOf(bytes: Uint8Array): Print {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Lower-case hex sha256 over a folder's names, sorted by their bytes, each with its type and print; a link counts with its
 * target, anything else with its type alone.
 */
export function printFolder(disk: ReadDisk, path: string): Print {
  const hash = createHash('sha256');
  for (const entry of disk.list(path)) {
    hash.update(entry.raw).update('\0').update(entry.type).update('\0');
    if (entry.name !== null) hash.update(printEntry(disk, join(path, entry.name), entry.type));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function printEntry(disk: ReadDisk, path: string, type: string): string {
  if (type === 'file') return printOf(disk.read(path));
  if (type === 'folder') return printFolder(disk, path);
  return type === 'link' ? disk.readlink(path) : '';
}
