import fs from 'node:fs';
import { entryType } from './disk/entry-type.ts';
import { listNames } from './disk/list-names.ts';
import { readFile } from './disk/read-file.ts';
import { userId } from './disk/user-id.ts';

/** What a path is, without following a link. */
export interface Stat {
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** Milliseconds since 1970, with the fraction the file system keeps. */
  readonly mtimeMs: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly ino: number;
  readonly dev: number;
  readonly nlink: number;
}

/** One name in a folder. `name` is null when its bytes are not UTF-8; `raw` are those bytes. */
export interface Name {
  readonly name: string | null;
  readonly raw: Uint8Array;
  readonly type: Stat['type'];
}

/**
 * Reading a disk: the calls that never write. Every call throws the system's own error (`code` is ENOENT, EACCES, ...).
 * Synchronous, because a verify reads many small files and a promise each would cost more than the read.
 */
export interface ReadDisk {
  /** The user whose rights the calls are made with; null, or no such call, where the system has none. */
  uid?(): number | null;
  /** Names in a folder, sorted by their bytes. */
  list(path: string): Name[];
  /** Never follows a link. */
  lstat(path: string): Stat;
  /** Follows links. */
  stat(path: string): Stat;
  readlink(path: string): string;
  realpath(path: string): string;
  /**
   * A whole file, or `length` bytes of it from `at` on. Never blocks on a fifo: opens with O_NONBLOCK and refuses what is no file
   * (`code` is ENOTFILE) and more than 2 GiB at once (EFBIG).
   */
  read(path: string, length?: number, at?: number): Uint8Array;
}

/** The real disk, for reading. */
export function nodeDisk(): ReadDisk {
  return {
    uid: userId,
    list: listNames,
    lstat: (path) => statFrom(fs.lstatSync(path)),
    stat: (path) => statFrom(fs.statSync(path)),
    readlink: (path) => fs.readlinkSync(path),
    realpath: (path) => fs.realpathSync.native(path),
    read: readFile,
  };
}

function statFrom(stats: fs.Stats): Stat {
  const { size, mtimeMs, mode, uid, gid, ino, dev, nlink } = stats;
  return { type: entryType(stats), size, mtimeMs, mode, uid, gid, ino, dev, nlink };
}
