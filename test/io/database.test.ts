import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTable } from '../../src/io/disk.ts';
import { tree } from '../support/real-tree.ts';
import { hasSqlite, NO_ENGINE, openDatabase, type TestDatabase } from './support/sqlite.ts';

/** A database in a folder of its own; where Node.js has no SQLite, a file that stands for one. */
function database(...sql: readonly string[]): { readonly path: string; readonly open: TestDatabase | null } {
  const path = join(tree(), 'state.sqlite');
  if (!hasSqlite()) writeFileSync(path, 'SQLite format 3');
  const open = hasSqlite() ? openDatabase(path) : null;
  for (const each of sql) open?.exec(each);
  return { path, open };
}

const MADE = ['CREATE TABLE threads (id TEXT, name TEXT)', "INSERT INTO threads VALUES ('a', 'Leeks')"];
const ROWS = [{ id: 'a', name: 'Leeks' }];

/** What is answered, and that nothing of the folder was changed by asking. */
function asked(path: string, table = 'threads', columns: readonly string[] = ['id', 'name']) {
  const folder = join(path, '..');
  const look = () =>
    readdirSync(folder).map((name) => [
      name,
      statSync(join(folder, name)).mtimeMs,
      readFileSync(join(folder, name)).length,
    ]);
  const before = look();
  const read = readTable(path, table, columns);
  expect(look()).toEqual(before);
  return read;
}

function expectRows(path: string, rows: unknown, table?: string, columns?: readonly string[]): void {
  expect(asked(path, table, columns)).toEqual(hasSqlite() ? rows : NO_ENGINE);
}

describe('a table of a database', () => {
  test('is read, and nothing is left beside it', () => {
    const { path, open } = database(...MADE);
    open?.close();
    expectRows(path, ROWS);
    expectRows(path, [{ id: 'a' }], 'threads', ['id', 'recency']);
  });

  test('is read with what is in its log alone, while a program has it open', () => {
    const { path, open } = database('PRAGMA journal_mode = WAL', ...MADE);
    onTestFinished(() => open?.close());
    expect(existsSync(`${path}-wal`)).toBe(hasSqlite());
    expectRows(path, ROWS);
  });

  test('is read while a program holds a lock on it', () => {
    const { path, open } = database(...MADE, 'BEGIN EXCLUSIVE', "INSERT INTO threads VALUES ('b', 'Chard')");
    onTestFinished(() => open?.close());
    expectRows(path, ROWS);
  });

  test('is read in a folder that nothing can be written to', () => {
    const { path, open } = database('PRAGMA journal_mode = WAL', ...MADE);
    open?.close();
    chmodSync(join(path, '..'), 0o500);
    onTestFinished(() => chmodSync(join(path, '..'), 0o700));
    expectRows(path, ROWS);
  });

  test('is read beside a log that a program which ended left', () => {
    const { path, open } = database('PRAGMA journal_mode = DELETE', ...MADE);
    open?.close();
    writeFileSync(`${path}-journal`, Buffer.alloc(600, 7));
    expectRows(path, ROWS);
  });

  test('of a name that would end a text is asked for as it is', () => {
    const { path, open } = database('CREATE TABLE threads (id TEXT)');
    open?.close();
    expectRows(path, { none: 'unreadable', reason: "has no table a'; --" }, "a'; --");
  });
});

describe('no rows, and why, come of', () => {
  test('a file that is not there', () => {
    expect(readTable(join(tree(), 'state.sqlite'), 'threads', [])).toMatchObject({ none: 'absent' });
  });

  test('a file that is no database, an empty one, and one that is cut', () => {
    const root = tree();
    writeFileSync(join(root, 'other'), 'no database at all'.repeat(100));
    writeFileSync(join(root, 'empty'), '');
    expectRows(join(root, 'other'), { none: 'unreadable', reason: 'file is not a database' });
    expectRows(join(root, 'empty'), { none: 'unreadable', reason: 'has no table threads' });
    const { path, open } = database(...MADE, 'CREATE TABLE more AS SELECT zeroblob(100000) AS a');
    open?.close();
    writeFileSync(path, readFileSync(path).subarray(0, 5000));
    expectRows(path, { none: 'unreadable', reason: 'database disk image is malformed' });
  });

  test('a fifo and a folder, at once', () => {
    const root = tree();
    execFileSync('mkfifo', [join(root, 'fifo')]);
    mkdirSync(join(root, 'folder'));
    for (const name of ['fifo', 'folder'])
      expect(readTable(join(root, name), 'threads', [])).toEqual({ none: 'unreadable', reason: 'is not a file' });
  });

  test('a view, which may go on for ever', () => {
    const { path, open } = database(
      'CREATE VIEW threads AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS name FROM n',
    );
    open?.close();
    expectRows(path, { none: 'unreadable', reason: 'has no table threads' });
  });
});
