import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row, TableRead } from '../../model/table.ts';
import { errorCode } from './error-code.ts';
import { readReasonOf } from './reason-of.ts';

/**
 * Rows of a table of a SQLite database, which is never written to, locked or waited for: it is read as it is, or a copy of it where
 * its log holds what is not in it yet. Nothing is made beside it.
 */
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

/** As much of `node:sqlite` as is used here; Node 20 has none, and its types are of Node 20. */
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

/** Rows that are held at most. */
const MOST_ROWS = 200_000;

function rowsIn(database: Database, table: string, columns: readonly string[]): Row[] {
  try {
    // A view may go on for ever, and so may a table of a module.
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

/** Where there is no log, as it is on disk; else a copy, in a folder that is gone afterwards. */
function inView<T>(path: string, read: (place: string, readOnly: boolean) => T): T {
  if (LOGS.every((end) => sizeOf(`${path}${end}`) === 0)) {
    try {
      return read(`${pathToFileURL(path).href}?immutable=1`, true);
    } catch {
      // The first versions of Node that have SQLite take no such address; a file that is damaged fails again below.
    }
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'convo-database-'));
  try {
    // What a program that ended in a change left is rolled back first, which writes to the copy.
    return read(copyIn(folder, path), false);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Where SQLite keeps what is to go into a database, or back. */
const LOGS = ['-wal', '-journal'];
const TRIES = 3;
/** A larger database is not copied. */
const MOST_BYTES = 2 ** 29;

/** A copy with its logs, all of one moment: made again where a program wrote meanwhile. */
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
  // SQLite writes to a log that it goes through, also where the original is read-only.
  fs.chmodSync(to, 0o600);
}

/** What a change of the database, or of a log, changes. */
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
