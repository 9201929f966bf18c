import { applyEdits, type Edit } from '../../../../codecs/edit.ts';
import {
  CSV,
  type Dialect,
  type Field,
  parseTable,
  quoteCell,
  replaceField,
  type Table,
  type TableRow,
  TSV,
} from '../../../../codecs/table/table.ts';
import { columnOf, type RTable, readR } from './r-table.ts';

export interface CompanionRow {
  readonly row: TableRow;
  readonly fields: ReadonlyMap<string, Field>;
}

/** A table as `write.csv` writes it: `message_buttons.csv`, `attachments.csv`, `images.csv`. `columns` are named as in R. */
export interface CompanionTable {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly rows: readonly CompanionRow[];
  readonly read: RTable;
}

export function decodeCompanionTable(bytes: Uint8Array): CompanionTable {
  const table = parseTable(bytes, CSV);
  const read = readR(table, { fill: true });
  const [header, ...rest] = table.rows.filter(({ fields }) => fields.length > 0);
  const columns = read.ok
    ? read.columns.map(({ name }) => name)
    : (header?.fields.map(({ text }) => text.trim()) ?? []);
  // Row labels come first, and have no column name.
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

export function columnText({ fields }: CompanionRow, column: string): string {
  return fields.get(column)?.text ?? '';
}

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

export const OLDER_BUTTONS = ['next_button', 'on_deck_button'];

export function headerLine(name: keyof typeof COLUMNS): string {
  return COLUMNS[name].map(quoteCell).join(',');
}

export function fieldsUnder({ rows: [header, ...rows] }: Table, column: string): Field[] {
  const place = header?.fields.findIndex(({ text }) => text === column) ?? -1;
  return rows.flatMap(({ fields }) => fields[place] ?? []);
}

/** `name` is null in a row that is too short, `conversationIndex` in the older shape of two columns. */
export interface HistoryRow {
  readonly row: TableRow;
  readonly name: Field | null;
  readonly filename: string;
  readonly order: Field | null;
  readonly conversationIndex: Field | null;
}

/**
 * `script_history.tsv`: written without quotes, and read with them. `read`: Rao's reading, in which quotes swallow rows
 * and `#` begins a comment.
 */
export interface History {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly rows: readonly HistoryRow[];
  readonly read: RTable;
}

/** The dialect of `read.table` by default. */
const READ_TABLE: Dialect = { separator: 0x09, quotes: [0x22, 0x27], comment: 0x23 };

export function decodeHistory(bytes: Uint8Array): History {
  const table = parseTable(bytes, TSV);
  const read = readR(parseTable(bytes, READ_TABLE), { fill: false });
  const { header, rest } = contentOf(table);
  const columns = header?.fields.map(({ text }) => text) ?? [];
  // Row numbers may come first, named or not.
  const at = Math.max(0, columns.indexOf('filename')) + (isNumbered(read) ? 1 : 0);
  const rows = rest
    .filter((row) => !isNul(row))
    .map((row) => {
      const [name = null, order = null, conversationIndex = null] = row.fields.slice(at);
      return { row, name, filename: name?.text ?? '', order, conversationIndex };
    });
  return { table, columns, rows, read };
}

/** The first line with columns and the rest, without empty lines and leading comments. */
function contentOf({ rows }: Table): { readonly header: TableRow | undefined; readonly rest: readonly TableRow[] } {
  const filled = rows.filter(({ fields }) => fields.length > 0);
  const at = filled.findIndex(({ fields: [first] }) => !first?.text.startsWith('#'));
  return { header: filled[at], rest: at === -1 ? [] : filled.slice(at + 1) };
}

/** True for a name that R's reader would split. A name wholly in double quotes is safe. */
export function splitsInR(filename: string): boolean {
  const isQuoted = filename.length > 1 && filename.startsWith('"') && filename.endsWith('"');
  return /["'#]/.test(filename) && !(isQuoted && !filename.slice(1, -1).replaceAll('""', '').includes('"'));
}

export function quotedNames({ rows }: Pick<History, 'rows'>): Edit[] {
  return rows.flatMap(({ name: field, filename }) =>
    field === null || !splitsInR(filename) ? [] : [replaceField({ field, source: quoteCell(filename) })],
  );
}

/** Names the third column of rows below a header of two. No edits for other faults. */
export function thirdName({ table, columns, rows, read }: History): Edit[] {
  const [, , name] = COLUMNS['script_history.tsv'];
  const wide = rows.flatMap(({ row, conversationIndex }) => (row.fields.length > 2 ? [conversationIndex?.text] : []));
  const isNoted = wide.length > 0 && wide.every((text) => /^\d{1,9}$/.test(text ?? ''));
  const { header } = contentOf(table);
  if (columns.join() !== 'filename,order' || !isNoted || header === undefined || isNumbered(read)) return [];
  return [{ at: header.end, remove: 0, insert: Buffer.from(`\t${name}`) }];
}

/** True if rows begin with labels, the default of `write.table`. R removes them. */
function isNumbered(read: RTable): boolean {
  const type = columnOf(read, 'filename')?.type;
  return read.ok && read.labelled && type === 'character';
}

/** Rows that stop R or shift all rows. `blank`: rows of white space only. */
interface OddRows {
  readonly short: readonly TableRow[];
  readonly blank: readonly TableRow[];
  readonly wide: readonly TableRow[];
}

/**
 * Rao's reading of a history after repairs of names and header, and the rows still in the way. `isWhole`: R reads each row as one. `odd` is
 * empty if there are none, or if there is another fault than row length.
 */
export interface MendedTable {
  readonly read: RTable;
  readonly isWhole: boolean;
  readonly odd: OddRows;
}

export function readMended(history: History): MendedTable {
  const { table, columns, rows, read: asIs } = history;
  if (!rows.some(({ filename }) => splitsInR(filename)) && readsAll(asIs, table))
    return { read: asIs, isWhole: true, odd: NO_ODD_ROWS };
  const named = parseTable(applyEdits(table.bytes, [...thirdName(history), ...quotedNames(history)]), READ_TABLE);
  const read = readR(named, { fill: false });
  if (named.rows.length === table.rows.length && readsAll(read, named))
    return { read, isWhole: true, odd: NO_ODD_ROWS };
  const { header, rest } = contentOf(named);
  const width = header?.fields.length ?? 0;
  const filled = rest.flatMap((row) => (isNothing(row) ? [] : [{ row, own: table.rows[row.index] }]));
  // Quotes in other columns may join rows.
  const isSplit = filled.every(({ row, own }) => row.fields.length === own?.fields.length);
  const isLabelled = filled.every(
    ({ row: { fields } }) => fields.length === width + 1 && /^\d+$/.test(fields[0]?.text ?? ''),
  );
  if (!isSplit || isLabelled || !isStandard(columns)) return { read, isWhole: false, odd: NO_ODD_ROWS };
  const isBlank = ({ fields }: TableRow) => fields.length < width && fields.every(({ text }) => text.trim() === '');
  const rowsWhere = (fits: (row: TableRow) => boolean) =>
    filled.flatMap(({ own, row }) => (own && fits(row) ? [own] : []));
  const odd = {
    short: rowsWhere((row) => row.fields.length < width && !isBlank(row)),
    blank: rowsWhere(isBlank),
    wide: rowsWhere(({ fields }) => fields.length > width),
  };
  return { read, isWhole: false, odd };
}

/** True for Rao's columns, or those of the older shape, in order. */
function isStandard(columns: readonly string[]): boolean {
  return columns.length >= 2 && COLUMNS['script_history.tsv'].slice(0, columns.length).join() === columns.join();
}

const NO_ODD_ROWS: OddRows = { short: [], blank: [], wide: [] };

/** True if R makes a record of each row, starting with a file name. A row of a single field may give none. */
function readsAll(read: RTable, table: Table): boolean {
  if (!read.ok || (read.labelled && !isNumbered(read))) return false;
  const starts = new Set(read.rows.map(({ start }) => start));
  return contentOf(table).rest.every(({ start, fields }) => fields.length < 2 || starts.has(start));
}

/** True for a line of NUL bytes alone, left by a crash, which R skips. */
export function isNul({ fields: [first, ...more] }: TableRow): boolean {
  return more.length === 0 && first !== undefined && /^\0+$/.test(first.text);
}

/** True for a line of one empty field, which R skips. R ends texts at a NUL byte. */
function isNothing({ fields: [first, ...more] }: TableRow): boolean {
  return more.length === 0 && first?.text.split('\0', 1)[0] === '';
}
