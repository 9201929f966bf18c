import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import fs from 'node:fs';
import { userInfo } from 'node:os';
import type { TableRead } from '../model/table.ts';
import { readTable } from './disk/database.ts';
import { type ReadBuffer, readEnds, readFile, readInto, readWhole } from './disk/read-file.ts';

/** A stat that does not follow links. */
export interface Stat {
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly mtimeMs: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly ino: number;
  readonly dev: number;
}

/** `name` is null if its bytes, `raw`, are not UTF-8. */
export interface Name {
  readonly name: string | null;
  readonly raw: Uint8Array;
  readonly type: Stat['type'];
}

/**
 * Calls that never write. All throw the system's error (`code` is ENOENT, EACCES, ...). Synchronous: a promise per small file
 * costs more than its read.
 */
export interface ReadDisk {
  /** Bytes of a file that may be held while it is changed; larger files are changed in ranges. Default: 8 MiB. */
  readonly holds?: number;
  /** Bytes of the longest line that may be held. */
  readonly longest?: number;
  /** Effective user id; null, or no call, on systems without. */
  uid?(): number | null;
  /** Sorted by bytes. */
  list(path: string): Name[];
  /** Never follows a link. */
  lstat(path: string): Stat;
  /** Follows links. */
  stat(path: string): Stat;
  readlink(path: string): string;
  realpath(path: string): string;
  /** A file, or `length` bytes from `at`. Never blocks on a fifo. ENOTFILE for other types, EFBIG above 2 GiB at once. */
  read(path: string, length?: number, at?: number): Uint8Array;
  /**
   * A whole file and its stat from one open: consistent, and one call less. `bytes` is null for other types and above 2 GiB.
   * Uses `buffer` if it is large enough.
   */
  whole?(path: string, buffer: ReadBuffer | null): { readonly stat: Stat; readonly bytes: Uint8Array | null };
  /** Fills `buffer` from `at`. Like `read`, but may treat another type as an empty file. */
  head?(path: string, buffer: Uint8Array, at?: number): Uint8Array;
  /** Fills both buffers, the second with the bytes before `size`, and answers the stat behind that. Like `read`, at one open. */
  ends?(path: string, start: Uint8Array, end: Uint8Array, size: number): Stat;
  /** Rows of a SQLite table. */
  table?(path: string, table: string, columns: readonly string[]): TableRead;
}

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
    ends: (path, start, end, size) => statFrom(readEnds(path, start, end, size)),
    table: readTable,
  };
}

/** Throws a system error. Node's own collects a stack, at four times the cost of the stat. */
function missing(path: string): never {
  const message = `ENOENT: no such file or directory, lstat '${path}'`;
  throw Object.assign(Object.create(Error.prototype), { message, code: 'ENOENT', syscall: 'lstat', path });
}

function statFrom(stats: fs.Stats): Stat {
  const { size, mtimeMs, mode, uid, gid, ino, dev } = stats;
  return { type: entryType(stats), size, mtimeMs, mode, uid, gid, ino, dev };
}

function entryType(entry: Pick<Dirent | Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Stat['type'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** Sorted by bytes. Throws the system's error. */
function listNames(path: string): Name[] {
  const entries = fs.readdirSync(path, { withFileTypes: true });
  // Node puts U+FFFD for bytes that are not UTF-8. Listing as bytes costs three times as much.
  if (entries.some(({ name }) => name.includes('\uFFFD'))) return listRaw(path);
  const names = entries.map((entry) => new Utf8Name(entry.name, entryType(entry)));
  return names.sort(names.some(({ name }) => HIGH.test(name)) ? byBytes : byUnits);
}

/** Bytes are computed on demand: folders of 100,000 names are common. */
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

// Only above it do UTF-16 and UTF-8 sort differently.
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

/** Null on systems without user ids. */
export function userId(
  named: () => { uid: number } = userInfo,
  files: Pick<typeof fs, 'statSync'> = fs,
): number | null {
  try {
    const { uid } = named();
    return uid < 0 ? null : uid;
  } catch {
    // Containers may use ids without a user. The target of /proc/self belongs to this process.
    return files.statSync('/proc/self', { throwIfNoEntry: false })?.uid ?? null;
  }
}
