import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { errorCode, succeeds } from './disk/error-code.ts';
import { reasonOf } from './disk/reason-of.ts';

/** What a column of a table holds; each may also hold nothing. Times are whole Unix seconds. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'large' | 'time' | 'flag';
}

export type Cell = string | number | boolean | null;

/** A table that is being written to a Parquet file. */
export interface TableFile {
  /** Cells in the order of the columns. */
  add(row: readonly Cell[]): void;
  finish(): WholeTable;
  /** Leaves no file. */
  abandon(): void;
}

/** A table that is whole, and not yet under its name. */
export interface WholeTable {
  readonly bytes: number;
  publish(): void;
  drop(): void;
}

/** Rows of a row group at most, and characters: what is held in memory of a table. */
const ROWS = 20_000;
const CHARACTERS = 4_000_000;

/** How a column is stored. */
const STORED = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'INT32' },
  large: { type: 'INT64' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  flag: { type: 'BOOLEAN' },
} as const;

/** Opens files for tables; the library that writes them is loaded only here. */
export async function parquetFiles(): Promise<(path: string, columns: readonly ParquetColumn[]) => TableFile> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const made = new Set<string>();
  return (path, columns) => {
    const target = targetOf(path, made);
    const writer = Object.assign(new ByteWriter(), {
      flush: () => {
        target.write(writer.getBytes());
        writer.index = 0;
      },
    });
    const root = { name: 'root', num_children: columns.length };
    const leaves = columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...STORED[type] }));
    const table = new ParquetWriter({ writer, schema: [root, ...leaves], createdBy: 'convostore' });
    let held: Held[][] = columns.map(() => []);
    let size = 0;
    const flush = (): void => {
      if ((held[0] ?? []).length === 0) return;
      table.write({ columnData: columns.map(({ name }, i) => ({ name, data: held[i] ?? [] })), rowGroupSize: ROWS });
      held = columns.map(() => []);
      size = 0;
    };
    return {
      add: (row) => {
        for (const [i, { type }] of columns.entries()) {
          held[i]?.push(heldAs(type, row[i] ?? null));
        }
        size += row.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
        if ((held[0] ?? []).length >= ROWS || size >= CHARACTERS) target.orAbandon(flush);
      },
      finish: () => {
        target.orAbandon(() => {
          flush();
          table.finish();
          writer.flush();
        });
        return target.finish();
      },
      abandon: target.abandon,
    };
  };
}

type Held = string | number | bigint | boolean | Date | null;

/** The largest seconds a JavaScript date can hold. */
const LAST = 8.64e12;

function heldAs(type: ParquetColumn['type'], cell: Cell): Held {
  if (typeof cell === 'number') {
    if (type === 'time') return Math.abs(cell) > LAST ? null : new Date(cell * 1000);
    return type === 'large' ? BigInt(Math.floor(cell)) : cell;
  }
  // A surrogate without its other half is not text.
  return typeof cell === 'string' ? cell.replace(/\p{Surrogate}/gu, '\ufffd') : cell;
}

/**
 * A file that appears under its name when it is whole; where it does not, folders that were `made` for it go again if they are empty.
 * Throws Failure `failed` when the disk refuses.
 */
function targetOf(path: string, made: Set<string>) {
  const part = join(dirname(path), `.${basename(path)}.part`);
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      // Node says so of a folder that cannot be made, too.
      const reason = errorCode(error) === 'ENOENT' ? 'cannot be written there' : reasonOf(error);
      throw new Failure('failed', `the table ${path} ${reason}`, 'Name another folder.', { cause: error });
    }
  };
  const drop = (): void => {
    fs.rmSync(part, { force: true });
    dropFolders(dirname(path), made);
  };
  const file = attempt(() => {
    try {
      makeFolders(dirname(path), made);
      return fs.openSync(part, 'w', 0o666);
    } catch (error) {
      dropFolders(dirname(path), made);
      throw error;
    }
  });
  const abandon = (): void => {
    try {
      fs.closeSync(file);
      drop();
    } catch {
      // The first failure is the one to report.
    }
  };
  const orAbandon = <T>(work: () => T): T => {
    try {
      return attempt(work);
    } catch (error) {
      abandon();
      throw error;
    }
  };
  return {
    write: (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(file, bytes, at);
    },
    finish: (): WholeTable => {
      const bytes = orAbandon(() => {
        fs.fsyncSync(file);
        const { size } = fs.fstatSync(file);
        fs.closeSync(file);
        return size;
      });
      return { bytes, publish: () => attempt(() => fs.renameSync(part, path)), drop };
    },
    orAbandon,
    abandon,
  };
}

function makeFolders(folder: string, made: Set<string>): void {
  if (fs.existsSync(folder)) return;
  makeFolders(dirname(folder), made);
  // Answers nothing where another export has made it meanwhile.
  if (fs.mkdirSync(folder, { recursive: true }) !== undefined) made.add(folder);
}

/** From the innermost one on, as far as nothing is in them. */
function dropFolders(folder: string, made: Set<string>): void {
  for (let at = folder; at !== dirname(at); at = dirname(at))
    if (made.has(at) && succeeds(['ENOTEMPTY', 'EEXIST'], () => fs.rmdirSync(at))) made.delete(at);
}
