import { join } from 'node:path';
import { unless } from '../disk/error-code.ts';
import { statOf } from '../disk/look.ts';
import { tryLink } from '../disk/place-file.ts';
import { removeFile, removeTree } from '../disk/remove-tree.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeAll } from '../disk/write-file.ts';

/**
 * Lock folders a run is about to take, one file per Change. The program's lock is a folder first and signed later: a process
 * killed in between leaves a nameless lock. The intent, written before, names its owner.
 */
export interface LockIntents {
  /** Records that a Change is about to take a lock. */
  note(number: number): void;
  /** Signs the lock, fulfilling the intent. Throws EEXIST if it is signed. */
  sign(number: number, path: string): void;
  drop(number: number): void;
  /** An earlier process of this run may have made the lock without signing it. */
  covers(number: number, path: string): boolean;
  /** Empties the pool. Intents of Changes not reached stay. */
  close(): void;
}

const TAKING = 'taking-';

/** Stored below `pool`, created on demand. `text` signs a lock. */
export function lockIntents(disk: WriteDisk, pool: string, token: string, text: () => string): LockIntents {
  const intent = (number: number) => join(pool, `${TAKING}${number}`);
  const shared = join(pool, `owner-${token}`);
  let isShared = false;
  // All locks of a process link to one file.
  const share = (): void => {
    unless(['EEXIST'], () => disk.mkdir(pool, 0o700));
    removeFile(disk, shared);
    writeNew(disk, shared, text());
    isShared = true;
  };
  return {
    note: (number) => {
      if (!isShared) share();
      if (!tryLink(disk, shared, intent(number))) writeNew(disk, intent(number), text());
    },
    sign: (number, path) => {
      const owner = join(path, 'owner');
      if (!tryLink(disk, intent(number), owner)) writeNew(disk, owner, text());
      disk.unlink(intent(number));
    },
    drop: (number) => {
      removeFile(disk, intent(number));
    },
    covers: (number, path) => isUnsigned(disk, intent(number), path),
    close: () => {
      for (const { name } of disk.list(pool))
        if (name !== null && !name.startsWith(TAKING)) removeTree(disk, join(pool, name));
      unless(['ENOTEMPTY', 'EEXIST'], () => disk.rmdir(pool));
    },
  };
}

function isUnsigned(disk: WriteDisk, intent: string, path: string): boolean {
  if (statOf(disk, intent)?.type !== 'file' || statOf(disk, path)?.type !== 'folder') return false;
  const names = disk.list(path).map(({ name }) => name);
  if (names.length === 0) return true;
  if (names.length > 1 || names[0] !== 'owner') return false;
  // Cut off while written in place, where links are impossible.
  const text = (file: string) => Buffer.from(disk.read(file)).toString('latin1');
  return text(intent).startsWith(text(join(path, 'owner')));
}

function writeNew(disk: WriteDisk, path: string, text: string): void {
  const file = disk.create(path, 0o644);
  try {
    writeAll(disk, file, Buffer.from(text));
  } finally {
    disk.close(file);
  }
}
