/** A row of a table of a database, by its columns; a column that the table does not have is left out. */
export type Row = Readonly<Record<string, unknown>>;

/** Why a table was not read, in a word and in a clause. */
export interface NoTable {
  readonly none: 'absent' | 'no-engine' | 'unreadable';
  readonly reason: string;
}

export type TableRead = readonly Row[] | NoTable;

/** Is it a reason, and not rows. */
export function isNoTable(read: TableRead): read is NoTable {
  return 'none' in read;
}
