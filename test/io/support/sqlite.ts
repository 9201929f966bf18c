import { createRequire } from 'node:module';
import type { TableFailure } from '../../../src/model/part.ts';

/** What a test writes a database with. */
export interface TestDatabase {
  exec(sql: string): void;
  close(): void;
}

/** Has this version of Node.js SQLite without a flag: 20 has not. */
export function hasSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** What is answered of every database where it has none. */
export const NO_ENGINE: TableFailure = { none: 'no-engine', reason: 'needs a version of Node.js that has SQLite' };

/** A new database, or one that is there. */
export function openDatabase(path: string): TestDatabase {
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite');
  return new DatabaseSync(path);
}
