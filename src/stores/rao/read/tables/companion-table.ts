import { quoteCell } from '../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { CSV, type Field, type Table, type TableRow } from '../../../../codecs/table/table.ts';
import { type RTable, readR } from './r-table.ts';

/** One row of a companion, its fields by the names of their columns. */
export interface CompanionRow {
  readonly row: TableRow;
  readonly fields: ReadonlyMap<string, Field>;
}

/** A companion that Rao writes with `write.csv`: `message_buttons.csv`, `attachments.csv`, `images.csv`. */
export interface CompanionTable {
  readonly table: Table;
  /** As R names them. */
  readonly columns: readonly string[];
  /** Rows after the header, as they are; blank lines are left out. */
  readonly rows: readonly CompanionRow[];
  /** What R makes of it. */
  readonly read: RTable;
}

/** Reads such a table, as far as it goes. */
export function decodeCompanionTable(bytes: Uint8Array): CompanionTable {
  const table = parseTable(bytes, CSV);
  const read = readR(table, { fill: true });
  const [header, ...rest] = table.rows.filter(({ fields }) => fields.length > 0);
  const columns = read.ok
    ? read.columns.map(({ name }) => name)
    : (header?.fields.map(({ text }) => text.trim()) ?? []);
  // Labels that the header does not name come first.
  const first = read.ok && read.labelled ? 1 : 0;
  const rows = rest.map((row) => ({
    row,
    fields: new Map(row.fields.slice(first).flatMap((field, at) => entryOf(columns[at], field))),
  }));
  return { table, columns, rows, read };
}

function entryOf(name: string | undefined, field: Field): [string, Field][] {
  return name === undefined ? [] : [[name, field]];
}

/** The text of a column in a row; empty where there is none. */
export function columnText({ fields }: CompanionRow, column: string): string {
  return fields.get(column)?.text ?? '';
}

/** A column in a row as a whole number; null when it is none. */
export function numberIn(row: CompanionRow, column: string): number | null {
  const text = columnText(row, column).trim();
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The columns that Rao writes into each of its tables, by the name of the file (docs/formats/rao.md, "Tables"). */
export const COLUMNS = {
  'conversation_names.csv': ['conversation_id', 'name'],
  'message_buttons.csv': ['message_id', 'buttons_run'],
  'script_history.tsv': ['filename', 'order', 'conversation_index'],
  'attachments.csv': ['timestamp', 'message_id', 'file_path', 'file_id', 'vector_store_id'],
  'images.csv': ['timestamp', 'message_id', 'file_path', 'local_path', 'filename'],
} as const;

/** Columns of buttons in the older shape, which are a matter of migrating. */
export const OLDER_BUTTONS = ['next_button', 'on_deck_button'];

/** The header of such a file as `write.csv` writes it. */
export function headerLine(name: keyof typeof COLUMNS): string {
  return COLUMNS[name].map(quoteCell).join(',');
}

/** The fields under a column, as the header of the file names it, of the rows that reach so far. */
export function fieldsUnder({ rows: [header, ...rows] }: Table, column: string): Field[] {
  const place = header?.fields.findIndex(({ text }) => text === column) ?? -1;
  return rows.flatMap(({ fields }) => fields[place] ?? []);
}
