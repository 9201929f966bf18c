import { type Edit, EditClash } from '../edit.ts';
import type { Field, Table, TableRow } from './table.ts';

/** A row to come: its source without a line end, before another row or (null) at the end. */
export interface NewRow {
  readonly before: TableRow | null;
  readonly source: string | Uint8Array;
}

/** A row of which one field is to read otherwise; `source` is with its quotes. */
export interface NewField {
  readonly field: Field;
  readonly source: string | Uint8Array;
}

/** Changes to a table. */
export interface TableChange {
  readonly remove?: readonly TableRow[];
  readonly replace?: readonly NewField[];
  readonly insert?: readonly NewRow[];
}

/** One field put in the place of another. */
export function replaceField({ field: { start, end }, source }: NewField): Edit {
  return { at: start, remove: end - start, insert: Buffer.from(source) };
}

/**
 * Removes, changes and adds rows in one operation, with the table's own line ends; every other byte stays. Throws EditClash for a
 * row to come after a quote that is never closed.
 */
export function changeTable(table: Table, { remove = [], replace = [], insert = [] }: TableChange): Edit[] {
  const gone = new Set(remove.map(({ index }) => index));
  return [
    ...remove.map(({ start, next }) => ({ at: start, remove: next - start, insert: new Uint8Array(0) })),
    ...replace.map(replaceField),
    ...insert.flatMap(({ before, source }) =>
      before === null ? [] : [{ at: before.start, remove: 0, insert: line(table, source) }],
    ),
    ...append(
      table,
      insert.filter(({ before }) => before === null),
      gone,
    ),
  ];
}

/** A text in double quotes, as `write.csv` writes it. */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A row as it is, without its line end. */
export function rowSource({ bytes }: Table, { start, end }: TableRow): Uint8Array {
  return bytes.subarray(start, end);
}

function line({ lineEnd }: Table, source: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(source), Buffer.from(lineEnd)]);
}

/** A last row that has no line end gets one, unless it goes. */
function append(table: Table, rows: readonly NewRow[], gone: ReadonlySet<number>): Edit[] {
  if (rows.length === 0) return [];
  if (table.open !== -1) throw new EditClash(`a quote at byte ${table.open} is never closed`);
  const last = table.rows.at(-1);
  const isOpen = last !== undefined && last.next === last.end && !gone.has(last.index);
  const lead = isOpen ? [Buffer.from(table.lineEnd)] : [];
  const insert = Buffer.concat([...lead, ...rows.map(({ source }) => line(table, source))]);
  return [{ at: table.bytes.length, remove: 0, insert }];
}
