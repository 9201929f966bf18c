import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';

/** A row of a table, with what the path of its file says. */
export type Row = Readonly<Record<string, unknown>>;

/** The files of tables below a folder, in order. */
export function tablesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.parquet'))
    .sort();
}

/** The rows of a table as Rust's reader of Parquet, which has nothing in common with our writer, reads them. */
export function rowsOf(folder: string, table: string): Row[] {
  return tablesBelow(join(folder, table)).flatMap((path) => {
    const keys = Object.fromEntries(
      path
        .split('/')
        .slice(0, -1)
        .map((part) => part.split('=')),
    );
    const read = tableFromIPC(readParquet(readFileSync(join(folder, table, path))).intoIPCStream());
    return read.toArray().map((row) => ({ ...keys, ...row.toJSON() }));
  });
}

/** The columns in which a text is, as `messages.text`. */
export function columnsWith(folder: string, text: string): string[] {
  const found = new Set<string>();
  for (const path of tablesBelow(folder)) {
    const [table = ''] = path.split('/');
    const read = tableFromIPC(readParquet(readFileSync(join(folder, path))).intoIPCStream());
    for (const { name } of read.schema.fields)
      for (const cell of read.getChild(name) ?? []) if (String(cell).includes(text)) found.add(`${table}.${name}`);
  }
  return [...found].sort();
}

/** All cells of all tables below a folder as one text. */
export function cellsBelow(folder: string): string {
  return tablesBelow(folder)
    .flatMap((path) => {
      const read = tableFromIPC(readParquet(readFileSync(join(folder, path))).intoIPCStream());
      return read.schema.fields.flatMap(({ name }) => Array.from(read.getChild(name) ?? [], String));
    })
    .join('\n');
}
