import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import fs from 'node:fs';
import { userInfo } from 'node:os';
import type { TableRead } from '../model/table.ts';
import { readTable } from './disk/database.ts';
import type { ReadBuffer } from './disk/read-buffer.ts';
import { readFile, readInto, readWhole } from './disk/read-file.ts';

/** The type of a path, without following a link. */
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
  /** Bytes of a file that may be held in memory while it is changed; larger ones are changed range by range. 8 MiB where left out. */
  readonly holds?: number;
  /** Bytes of the longest line that is held. */
  readonly longest?: number;
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
   * A whole file, or `length` bytes of it from `at` on. Never blocks on a fifo: opens with O_NONBLOCK and refuses what is not a file
   * (`code` is ENOTFILE) and more than 2 GiB at once (EFBIG).
   */
  read(path: string, length?: number, at?: number): Uint8Array;
  /**
   * A whole file, with what it was when it was opened: one call where `lstat` and `read` would be two, and sure to be of one
   * file. `bytes` null for what is not a file, and for more than 2 GiB. In `buffer` where it is given and has enough.
   */
  whole?(path: string, buffer: ReadBuffer | null): { readonly stat: Stat; readonly bytes: Uint8Array | null };
  /** Bytes of a file from `at` on, as many as there is room for: as `read`, but what is not a file may be taken for an empty one. */
  head?(path: string, buffer: Uint8Array, at?: number): Uint8Array;
  /** Rows of a table of a SQLite database. */
  table?(path: string, table: string, columns: readonly string[]): TableRead;
}

/** The real disk, for reading. */
export function nodeDisk(): ReadDisk {
  return {
    uid: () => userId(),
    list: listNames,
    lstat: (path) => statFrom(fs.lstatSync(path, { throwIfNoEntry: false }) ?? missing(path)),
    stat: (path) => statFrom(fs.statSync(path)),
    readlink: (path) => fs.readlinkSync(path),
    realpath: (path) => fs.realpathSync.native(path),
    read: readFile,
    whole: (path, buffer) => {
      const { stats, bytes } = readWhole(path, buffer);
      return { stat: statFrom(stats), bytes };
    },
    head: readInto,
    table: readTable,
  };
}

/**
 * Throws the system's error for what is not there. Many looks meet nothing, and Node's own error costs four times the look: it notes
 * the stack.
 */
function missing(path: string): never {
  const message = `ENOENT: no such file or directory, lstat '${path}'`;
  throw Object.assign(Object.create(Error.prototype), { message, code: 'ENOENT', syscall: 'lstat', path });
}

function statFrom(stats: fs.Stats): Stat {
  const { size, mtimeMs, mode, uid, gid, ino, dev } = stats;
  return { type: entryType(stats), size, mtimeMs, mode, uid, gid, ino, dev };
}

/** The type of what a name in a folder, or a stat, describes. */
function entryType(entry: Pick<Dirent | Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Stat['type'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** The names in a folder, sorted by their bytes. Throws the system's error. */
function listNames(path: string): Name[] {
  const entries = fs.readdirSync(path, { withFileTypes: true });
  // Node puts U+FFFD where bytes are not UTF-8. Reading names as bytes costs three times as much, so only then.
  if (entries.some(({ name }) => name.includes('\uFFFD'))) return listRaw(path);
  const names = entries.map((entry) => new Utf8Name(entry.name, entryType(entry)));
  return names.sort(names.some(({ name }) => HIGH.test(name)) ? byBytes : byUnits);
}

/** A folder of 100,000 names is common; their bytes are made only for those who ask. */
class Utf8Name implements Name {
  readonly name: string;
  readonly type: Name['type'];

  constructor(name: string, type: Name['type']) {
    this.name = name;
    this.type = type;
  }

  get raw(): Uint8Array {
    return Buffer.from(this.name);
  }
}

// UTF-16 sorts surrogates before U+E000, UTF-8 after it; below them the two agree.
const HIGH = /[\uD800-\uFFFF]/;

function listRaw(path: string): Name[] {
  return fs
    .readdirSync(path, { withFileTypes: true, encoding: 'buffer' })
    .map((entry): Name => {
      const raw = entry.name;
      return { name: isUtf8(raw) ? raw.toString() : null, raw, type: entryType(entry) };
    })
    .sort(byBytes);
}

function byUnits(a: Utf8Name, b: Utf8Name): number {
  return a.name < b.name ? -1 : 1;
}

function byBytes(a: Name, b: Name): number {
  return Buffer.compare(a.raw, b.raw);
}

/** The user whose rights this process has; null where the system has no such numbers. */
export function userId(
  named: () => { uid: number } = userInfo,
  files: Pick<typeof fs, 'statSync'> = fs,
): number | null {
  try {
    const { uid } = named();
    return uid < 0 ? null : uid;
  } catch {
    // A container may run under a number that no user has. The link itself is root's, whoever reads it: its target is of this process.
    return files.statSync('/proc/self', { throwIfNoEntry: false })?.uid ?? null;
  }
}
