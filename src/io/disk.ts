import { isUtf8 } from 'node:buffer';
import fs, { type Dirent, type Stats } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row, TableRead } from '../model/part.ts';
import { errorCode, orNull, readReasonOf } from './disk/error-code.ts';
import { type ReadBuffer, readEdges, readFile, readInto, readWhole } from './disk/read-file.ts';

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
  /** Largest file, in bytes, that may be held while it is changed; larger ones are changed in ranges. Default: 8 MiB. */
  readonly holds?: number;
  /** Bytes of the longest line that may be held. */
  readonly longest?: number;
  /** Effective user id; null or missing on systems without one. */
  uid?(): number | null;
  /** Names in a folder, sorted by bytes. */
  list(path: string): Name[];
  /** The entry itself; never follows a link. */
  lstat(path: string): Stat;
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
  /** Like `readEdges`. */
  edges?(path: string, buffer: ReadBuffer): { readonly stat: Stat; readonly bytes: Uint8Array | null };
  table?(path: string, table: string, columns: readonly string[]): TableRead;
}

export function nodeDisk(): ReadDisk {
  return {
    uid: () => userId(),
    list: listNames,
    lstat: (path) => statFrom(fs.lstatSync(path, { throwIfNoEntry: false }) ?? throwMissing(path)),
    stat: (path) => statFrom(fs.statSync(path)),
    readlink: (path) => fs.readlinkSync(path),
    realpath: (path) => fs.realpathSync.native(path),
    read: readFile,
    whole: (path, buffer) => {
      const { stats, bytes } = readWhole(path, buffer);
      return { stat: statFrom(stats), bytes };
    },
    head: readInto,
    edges: (path, buffer) => {
      const { stats, bytes } = readEdges(path, buffer);
      return { stat: statFrom(stats), bytes };
    },
    table: readTable,
  };
}

/** Throws a system error. Node's own collects a stack, at four times the cost of the stat. */
function throwMissing(path: string): never {
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

function listNames(path: string): Name[] {
  const entries = fs.readdirSync(path, { withFileTypes: true });
  // Node decodes names that are not UTF-8 with U+FFFD. Listing all as bytes costs three times as much.
  if (entries.some(({ name }) => name.includes('\uFFFD'))) return listRaw(path);
  const names = entries.map((entry) => new Utf8Name(entry.name, entryType(entry)));
  return names.sort(names.some(({ name }) => NOT_IN_BYTE_ORDER.test(name)) ? byBytes : byUnits);
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

// Matches names that may sort differently in UTF-16 and UTF-8.
const NOT_IN_BYTE_ORDER = /[\uD800-\uFFFF]/;

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

export function userId(
  named: () => { uid: number } = userInfo,
  files: Pick<typeof fs, 'statSync'> = fs,
): number | null {
  try {
    const { uid } = named();
    return uid < 0 ? null : uid;
  } catch {
    // Containers may use ids without a user; `/proc/self` links to an entry owned by this process.
    return files.statSync('/proc/self', { throwIfNoEntry: false })?.uid ?? null;
  }
}

/** Rows of a SQLite table. The database is never written, locked or waited for. If its log holds newer data, a temporary copy is read. */
export function readTable(path: string, table: string, columns: readonly string[]): TableRead {
  try {
    // A fifo would never end.
    if (!fs.statSync(path).isFile()) return { none: 'unreadable', reason: 'is not a file' };
    const sqlite = loadSqlite();
    if (sqlite === null) return { none: 'no-engine', reason: 'needs a version of Node.js that has SQLite' };
    return inView(path, (place, readOnly) => rowsIn(new sqlite.DatabaseSync(place, { readOnly }), table, columns));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { none: 'absent', reason: 'is not there' };
    return { none: 'unreadable', reason: readReasonOf(error) };
  }
}

/** The used part of `node:sqlite`. Node 20 has none, and our types are of Node 20. */
interface Sqlite {
  readonly DatabaseSync: new (place: string, options: { readonly readOnly: boolean }) => Database;
}

interface Database {
  prepare(sql: string): { all(...values: string[]): Row[] };
  close(): void;
}

function loadSqlite(): Sqlite | null {
  return orNull(() => createRequire(join(import.meta.dirname, 'any'))('node:sqlite'));
}

const MAX_ROWS = 200_000;

function rowsIn(database: Database, table: string, columns: readonly string[]): Row[] {
  try {
    // Views and virtual tables may be endless.
    const [own] = database.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?").all(table);
    if (!(Number(own?.['rootpage']) > 0)) throw new Error(`has no table ${table}`);
    const there = new Set(
      database
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map((row) => row['name']),
    );
    const wanted = columns.filter((column) => there.has(column)).map((column) => `"${column}"`);
    const sql = `SELECT ${wanted.length === 0 ? 'rowid' : wanted.join(', ')} FROM "${table}" LIMIT ${MAX_ROWS + 1}`;
    const rows = database.prepare(sql).all();
    if (rows.length > MAX_ROWS) throw new Error(`has more than ${MAX_ROWS} rows in its table ${table}`);
    return rows;
  } finally {
    database.close();
  }
}

/** Reads in place without a log; otherwise a copy, deleted afterwards. */
function inView<T>(path: string, read: (place: string, readOnly: boolean) => T): T {
  if (LOGS.every((end) => sizeOf(`${path}${end}`) === 0)) {
    try {
      return read(`${pathToFileURL(path).href}?immutable=1`, true);
    } catch {
      // The first Node versions with SQLite do not know this URI. A damaged file fails again below.
    }
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'convo-database-'));
  try {
    // SQLite first rolls back an interrupted transaction, which writes to the copy.
    return read(copyIn(folder, path), false);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const LOGS = ['-wal', '-journal'];
const MAX_TRIES = 3;
const MAX_BYTES = 2 ** 29;

/** Copies a database with its logs; repeated if a program wrote meanwhile. */
function copyIn(folder: string, path: string): string {
  if (sizeOf(path) > MAX_BYTES) throw new Error('is in use, and too large to be copied');
  const copy = join(folder, 'copy');
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = signOf(path);
    for (const end of ['', ...LOGS]) copyOne(`${path}${end}`, `${copy}${end}`);
    if (signOf(path) === before) return copy;
  }
  throw new Error('kept changing while it was read');
}

function copyOne(from: string, to: string): void {
  fs.rmSync(to, { force: true });
  if (fs.statSync(from, { throwIfNoEntry: false })?.isFile() !== true) return;
  fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  // SQLite writes to the log it replays, even if the original is read-only.
  fs.chmodSync(to, 0o600);
}

/** A text that changes whenever the database or a log does. */
function signOf(path: string): string {
  return ['', ...LOGS]
    .map((end) => fs.statSync(`${path}${end}`, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.size} ${stat?.mtimeMs} ${stat?.ino}`)
    .join();
}

function sizeOf(path: string): number {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.size : 0;
}
