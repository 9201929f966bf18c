/** By column; without those that the table lacks. */
export type Row = Readonly<Record<string, unknown>>;

/** Why a table was not read: a word, and a clause. */
export interface NoTable {
  readonly none: 'absent' | 'no-engine' | 'unreadable';
  readonly reason: string;
}

export type TableRead = readonly Row[] | NoTable;

export function isNoTable(read: TableRead): read is NoTable {
  return 'none' in read;
}
