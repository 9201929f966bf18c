import { applyEdits, type Edit } from '../../../../codecs/edit.ts';
import { quoteCell, replaceField } from '../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { type Dialect, type Field, type Table, type TableRow, TSV } from '../../../../codecs/table/table.ts';
import { COLUMNS } from './companion-table.ts';
import { columnOf, type RTable, readR } from './r-table.ts';

/** One script of the history, as the file says it. */
export interface HistoryRow {
  readonly row: TableRow;
  /** Each null where the row does not reach so far. */
  readonly name: Field | null;
  readonly filename: string;
  readonly order: Field | null;
  /** Null in the older shape of two columns. */
  readonly conversationIndex: Field | null;
}

/** `script_history.tsv`: written without quotes, and read with them. */
export interface History {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly rows: readonly HistoryRow[];
  /** What Rao reads: quotes swallow rows, `#` begins a comment. */
  readonly read: RTable;
}

/** As `read.table` takes it, unless an option says otherwise. */
const READ: Dialect = { separator: 0x09, quotes: [0x22, 0x27], comment: 0x23 };

/** Reads a script history, as it was written and as Rao reads it. */
export function decodeHistory(bytes: Uint8Array): History {
  const table = parseTable(bytes, TSV);
  const read = readR(parseTable(bytes, READ), { fill: false });
  const { header, rest } = contentOf(table);
  const columns = header?.fields.map(({ text }) => text) ?? [];
  // Row numbers may come first, with a name of their own or without.
  const at = Math.max(0, columns.indexOf('filename')) + (isNumbered(read) ? 1 : 0);
  const rows = rest
    .filter((row) => !isNul(row))
    .map((row) => {
      const [name = null, order = null, conversationIndex = null] = row.fields.slice(at);
      return { row, name, filename: name?.text ?? '', order, conversationIndex };
    });
  return { table, columns, rows, read };
}

/** The first line with columns, and what follows; empty lines are left out, and comments before it. */
function contentOf({ rows }: Table): { readonly header: TableRow | undefined; readonly rest: readonly TableRow[] } {
  const filled = rows.filter(({ fields }) => fields.length > 0);
  const at = filled.findIndex(({ fields: [first] }) => !first?.text.startsWith('#'));
  return { header: filled[at], rest: at === -1 ? [] : filled.slice(at + 1) };
}

/** R's reader would take the name apart; one that is in double quotes as a whole it takes as it is. */
export function breaks(filename: string): boolean {
  const isQuoted = filename.length > 1 && filename.startsWith('"') && filename.endsWith('"');
  return /["'#]/.test(filename) && !(isQuoted && !filename.slice(1, -1).replaceAll('""', '').includes('"'));
}

/** Puts names that R's reader would take apart in double quotes, doubled ones for one: so it reads them whole. */
export function quotedNames({ rows }: Pick<History, 'rows'>): Edit[] {
  return rows.flatMap(({ name: field, filename }) =>
    field === null || !breaks(filename) ? [] : [replaceField({ field, source: quoteCell(filename) })],
  );
}

/** Names the third column of rows that note their conversation below a header of two; none where that is not what is wrong. */
export function thirdName({ table, columns, rows, read }: History): Edit[] {
  const [, , name] = COLUMNS['script_history.tsv'];
  const wide = rows.flatMap(({ row, conversationIndex }) => (row.fields.length > 2 ? [conversationIndex?.text] : []));
  const isNoted = wide.length > 0 && wide.every((text) => /^\d{1,9}$/.test(text ?? ''));
  const { header } = contentOf(table);
  if (columns.join() !== 'filename,order' || !isNoted || header === undefined || isNumbered(read)) return [];
  return [{ at: header.end, remove: 0, insert: Buffer.from(`\t${name}`) }];
}

/** Rows begin with labels, as `write.table` writes them by default: R takes them off, and reads the rest as it was meant. */
function isNumbered(read: RTable): boolean {
  const type = columnOf(read, 'filename')?.type;
  return read.ok && read.labelled && type === 'character';
}

/** Rows for which R stops, or takes all rows for others: `blank` holds nothing but white space. */
interface OddRows {
  readonly short: readonly TableRow[];
  readonly blank: readonly TableRow[];
  readonly wide: readonly TableRow[];
}

/** What Rao reads of a history once its names and its header are in order, and the rows that keep it from that. */
export interface Mended {
  readonly read: RTable;
  /** R reads each row as one. */
  readonly isWhole: boolean;
  /** None where it is, or where something else than the length of rows is wrong. */
  readonly odd: OddRows;
}

/** Reads a history with its names in quotes, and its columns named. */
export function readMended(history: History): Mended {
  const { table, columns, rows, read: asIs } = history;
  if (!rows.some(({ filename }) => breaks(filename)) && readsAll(asIs, table))
    return { read: asIs, isWhole: true, odd: NONE };
  const named = parseTable(applyEdits(table.bytes, [...thirdName(history), ...quotedNames(history)]), READ);
  const read = readR(named, { fill: false });
  if (named.rows.length === table.rows.length && readsAll(read, named)) return { read, isWhole: true, odd: NONE };
  const { header, rest } = contentOf(named);
  const width = header?.fields.length ?? 0;
  const seen = rest.flatMap((row) => (isNothing(row) ? [] : [{ row, own: table.rows[row.index] }]));
  // Quotes in other columns may take rows together.
  const isSplit = seen.every(({ row, own }) => row.fields.length === own?.fields.length);
  const isLabelled = seen.every(
    ({ row: { fields } }) => fields.length === width + 1 && /^\d+$/.test(fields[0]?.text ?? ''),
  );
  if (!isSplit || isLabelled || !isStandard(columns)) return { read, isWhole: false, odd: NONE };
  const isBlank = ({ fields }: TableRow) => fields.length < width && fields.every(({ text }) => text.trim() === '');
  const rowsWhere = (fits: (row: TableRow) => boolean) =>
    seen.flatMap(({ own, row }) => (own && fits(row) ? [own] : []));
  const odd = {
    short: rowsWhere((row) => row.fields.length < width && !isBlank(row)),
    blank: rowsWhere(isBlank),
    wide: rowsWhere(({ fields }) => fields.length > width),
  };
  return { read, isWhole: false, odd };
}

/** The columns that Rao writes, or those of the older shape, in their order. */
function isStandard(columns: readonly string[]): boolean {
  return columns.length >= 2 && COLUMNS['script_history.tsv'].slice(0, columns.length).join() === columns.join();
}

const NONE: OddRows = { short: [], blank: [], wide: [] };

/** R makes a row of each, and of its first field the name of a file; of one with a single field it may make none. */
function readsAll(read: RTable, table: Table): boolean {
  if (!read.ok || (read.labelled && !isNumbered(read))) return false;
  const starts = new Set(read.rows.map(({ start }) => start));
  return contentOf(table).rest.every(({ start, fields }) => fields.length < 2 || starts.has(start));
}

/** A line of NUL bytes alone, as a crash leaves it: R makes no row of it. */
export function isNul({ fields: [first, ...more] }: TableRow): boolean {
  return more.length === 0 && first !== undefined && /^\0+$/.test(first.text);
}

/** R passes over a line of one field that is empty, and takes a NUL byte for the end of a text. */
function isNothing({ fields: [first, ...more] }: TableRow): boolean {
  return more.length === 0 && first?.text.split('\0', 1)[0] === '';
}
