import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row, TableRead } from '../../model/table.ts';
import { errorCode, readReasonOf } from './error-code.ts';

/** Rows of a SQLite table. The database is never written, locked or waited for. If its log holds newer data, a temporary copy is read. */
export function readTable(path: string, table: string, columns: readonly string[]): TableRead {
  try {
    // A fifo would never end.
    if (!fs.statSync(path).isFile()) return { none: 'unreadable', reason: 'is not a file' };
    const sqlite = engine();
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

function engine(): Sqlite | null {
  try {
    return createRequire(join(import.meta.dirname, 'any'))('node:sqlite');
  } catch {
    return null;
  }
}

const MOST_ROWS = 200_000;

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
    const sql = `SELECT ${wanted.length === 0 ? 'rowid' : wanted.join(', ')} FROM "${table}" LIMIT ${MOST_ROWS + 1}`;
    const rows = database.prepare(sql).all();
    if (rows.length > MOST_ROWS) throw new Error(`has more than ${MOST_ROWS} rows in its table ${table}`);
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
      // The first Node versions with SQLite know no such URI. A damaged file fails again below.
    }
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'convo-database-'));
  try {
    // SQLite rolls back an interrupted transaction first: it writes to the copy.
    return read(copyIn(folder, path), false);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Suffixes of SQLite's logs. */
const LOGS = ['-wal', '-journal'];
const TRIES = 3;
/** Larger databases are not copied. */
const MOST_BYTES = 2 ** 29;

/** A consistent copy with its logs: repeated if a program wrote meanwhile. */
function copyIn(folder: string, path: string): string {
  if (sizeOf(path) > MOST_BYTES) throw new Error('is in use, and too large to be copied');
  const copy = join(folder, 'copy');
  for (let tries = 0; tries < TRIES; tries++) {
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

/** Changes whenever the database or a log does. */
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
