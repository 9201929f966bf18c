import { CSV, type Field, parseTable, quoteCell, type Table, type TableRow } from '../../../../codecs/table/table.ts';
import { type RTable, readR } from './r-table.ts';

/** One row, its fields by column name. */
export interface CompanionRow {
  readonly row: TableRow;
  readonly fields: ReadonlyMap<string, Field>;
}

/** A table of `write.csv`: `message_buttons.csv`, `attachments.csv`, `images.csv`. */
export interface CompanionTable {
  readonly table: Table;
  /** As R names them. */
  readonly columns: readonly string[];
  /** Rows after the header as written, without blank lines. */
  readonly rows: readonly CompanionRow[];
  /** The result of R's reader. */
  readonly read: RTable;
}

export function decodeCompanionTable(bytes: Uint8Array): CompanionTable {
  const table = parseTable(bytes, CSV);
  const read = readR(table, { fill: true });
  const [header, ...rest] = table.rows.filter(({ fields }) => fields.length > 0);
  const columns = read.ok
    ? read.columns.map(({ name }) => name)
    : (header?.fields.map(({ text }) => text.trim()) ?? []);
  // Unnamed labels come first.
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

/** Empty for an absent column. */
export function columnText({ fields }: CompanionRow, column: string): string {
  return fields.get(column)?.text ?? '';
}

/** Null unless a whole number. */
export function numberIn(row: CompanionRow, column: string): number | null {
  const text = columnText(row, column).trim();
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Columns that Rao writes, by file name (docs/formats/rao.md, "Tables"). */
export const COLUMNS = {
  'conversation_names.csv': ['conversation_id', 'name'],
  'message_buttons.csv': ['message_id', 'buttons_run'],
  'script_history.tsv': ['filename', 'order', 'conversation_index'],
  'attachments.csv': ['timestamp', 'message_id', 'file_path', 'file_id', 'vector_store_id'],
  'images.csv': ['timestamp', 'message_id', 'file_path', 'local_path', 'filename'],
} as const;

/** Columns of the older shape of buttons, which a migration handles. */
export const OLDER_BUTTONS = ['next_button', 'on_deck_button'];

/** The header as `write.csv` writes it. */
export function headerLine(name: keyof typeof COLUMNS): string {
  return COLUMNS[name].map(quoteCell).join(',');
}

/** Fields under a header's column, in the rows that are long enough. */
export function fieldsUnder({ rows: [header, ...rows] }: Table, column: string): Field[] {
  const place = header?.fields.findIndex(({ text }) => text === column) ?? -1;
  return rows.flatMap(({ fields }) => fields[place] ?? []);
}
