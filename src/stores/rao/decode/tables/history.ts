import { parseTable } from '../../../../codecs/table/parse.ts';
import { type Dialect, type Field, type Row, type Table, TSV } from '../../../../codecs/table/table.ts';
import { type RTable, readR } from './r-table.ts';

/** One script of the history, as the file says it. */
export interface HistoryRow {
  readonly row: Row;
  readonly filename: string;
  readonly order: string;
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
  const [header, ...rest] = table.rows.filter(({ fields }) => fields.length > 0);
  const rows = rest.map((row) => {
    const [filename, order, index] = row.fields;
    return { row, filename: filename?.text ?? '', order: order?.text ?? '', conversationIndex: index ?? null };
  });
  return { table, columns: header?.fields.map(({ text }) => text) ?? [], rows, read };
}
