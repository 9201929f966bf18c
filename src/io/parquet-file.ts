import fs from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { asBuffer } from '../codecs/bytes.ts';
import { MAX_DATE_SECONDS } from '../model/time.ts';
import { succeeds } from './disk/error-code.ts';
import type { ReadDisk } from './disk.ts';
import { makeUserFolders, type UserFilePlace, userFile } from './user-file.ts';

/** A column of a table; values may be missing. Times are whole Unix seconds. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'large' | 'time' | 'flag';
}

export type Cell = string | number | boolean | null;

export interface TableFile {
  add(row: readonly Cell[]): void;
  finish(): WholeTable;
  abandon(): void;
}

/** A complete table without its final name. */
export interface WholeTable {
  readonly bytes: number;
  publish(): void;
  drop(): void;
}

/** Limits of a row group in memory. */
const ROWS = 20_000;
const CHARACTERS = 4_000_000;

const STORED = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'INT32' },
  large: { type: 'INT64' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  flag: { type: 'BOOLEAN' },
} as const;

/** Gzip: two thirds of Snappy's size in equal time, because the library's Snappy is not native. Every reader supports it. */
const PACKED = { codec: 'GZIP', compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) } } as const;

interface ParquetMarks {
  readonly version: number;
  readonly isRedacted: boolean;
}

const REDACTED = { key: 'convostore.redacted', value: 'true' } as const;

export async function parquetFiles({
  version,
  isRedacted,
}: ParquetMarks): Promise<(place: UserFilePlace, columns: readonly ParquetColumn[]) => TableFile> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const made = new Set<string>();
  const kvMetadata = [{ key: 'convostore.tables', value: String(version) }, ...(isRedacted ? [REDACTED] : [])];
  return (place, columns) => {
    const target = targetOf(place, made);
    const writer = Object.assign(new ByteWriter(), {
      flush: () => {
        target.write(writer.getBytes());
        writer.index = 0;
      },
    });
    const root = { name: 'root', num_children: columns.length };
    const leaves = columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...STORED[type] }));
    const schema = [root, ...leaves];
    const table = new ParquetWriter({ ...PACKED, writer, schema, kvMetadata, createdBy: 'convostore' });
    let buffered: CellValue[][] = columns.map(() => []);
    let size = 0;
    const flush = (): void => {
      if ((buffered[0] ?? []).length === 0) return;
      table.write({
        columnData: columns.map(({ name }, i) => ({ name, data: buffered[i] ?? [] })),
        rowGroupSize: ROWS,
      });
      buffered = columns.map(() => []);
      size = 0;
    };
    return {
      add: (row) => {
        for (const [i, { type }] of columns.entries()) {
          buffered[i]?.push(cellValue(type, row[i] ?? null));
        }
        size += row.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
        if ((buffered[0] ?? []).length >= ROWS || size >= CHARACTERS) flush();
      },
      finish: () => {
        flush();
        table.finish();
        if (table.row_groups.length === 0) typeGroups(writer.getBytes());
        writer.flush();
        return target.finish();
      },
      abandon: target.abandon,
    };
  };
}

/** True if a table's footer has the mark of redaction; false for other files. */
export function isRedactedTable(disk: ReadDisk, path: string, size: number): boolean {
  const end = asBuffer(disk.read(path, FOOTER_END_BYTES, Math.max(0, size - FOOTER_END_BYTES)));
  if (end.length < FOOTER_END_BYTES || end.toString('latin1', 4) !== 'PAR1') return false;
  const length = Math.min(end.readUInt32LE(), size - FOOTER_END_BYTES);
  return asBuffer(disk.read(path, length, size - FOOTER_END_BYTES - length)).includes(MARK);
}

/** Bytes of the footer's length and the magic number. */
const FOOTER_END_BYTES = 8;

const MARK = Buffer.concat(
  Object.values(REDACTED).flatMap((text) => [Buffer.from([0x18, text.length]), Buffer.from(text)]),
);

/** An empty list of row groups without element type, which strict readers refuse. */
const UNTYPED = [0x16, 0x00, 0x19, 0x00];
const GROUPS = 0x0c;

function typeGroups(bytes: Uint8Array): void {
  const at = asBuffer(bytes).indexOf(Buffer.from(UNTYPED));
  if (at >= 0) bytes[at + UNTYPED.length - 1] = GROUPS;
}

type CellValue = string | number | bigint | boolean | Date | null;

function cellValue(type: ParquetColumn['type'], cell: Cell): CellValue {
  if (typeof cell === 'number') {
    if (type === 'time') return Math.abs(cell) > MAX_DATE_SECONDS ? null : new Date(cell * 1000);
    return type === 'large' ? BigInt(Math.floor(cell)) : cell;
  }
  return cell;
}

/** A target for a user's file. On failure it removes the folders in `made` that are empty. */
function targetOf(place: UserFilePlace, made: Set<string>) {
  const folder = dirname(place.path);
  const dropping = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      dropFolders(folder, made);
      throw error;
    }
  };
  const file = dropping(() => {
    makeUserFolders(folder, made);
    return userFile(place, { isLarge: true });
  });
  const abandon = (): void => {
    file.abandon();
    dropFolders(folder, made);
  };
  return {
    write: (bytes: Uint8Array) => dropping(() => file.write(bytes)),
    finish: (): WholeTable => {
      const bytes = dropping(file.sync);
      return { bytes, publish: () => dropping(file.publish), drop: abandon };
    },
    abandon,
  };
}

function dropFolders(folder: string, made: Set<string>): void {
  for (let at = folder; at !== dirname(at); at = dirname(at))
    if (made.has(at) && succeeds(['ENOTEMPTY', 'EEXIST'], () => fs.rmdirSync(at))) made.delete(at);
}
