import type { Edit } from '../../../../codecs/edit.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { CSV, type Row, type Table, TSV } from '../../../../codecs/table/table.ts';
import { count } from '../../../count.ts';
import { COLUMNS } from '../../decode/tables/companion-table.ts';
import { readR, strangersIn } from '../../decode/tables/r-table.ts';
import type { FileRepair } from '../passes/repair.ts';

/** Takes the column of row numbers out of a table; R writes one by default, and it carries no information. */
export function withoutRowNumbers(bytes: Uint8Array, name: string): FileRepair {
  const table = parseTable(bytes, dialectOf(name));
  return { edits: keep(table, (at) => at > 0), notes: [] };
}

/** Takes the columns out of a table that Rao does not know. A sentence where they cannot be known from the others. */
export function withoutUnknown(bytes: Uint8Array, name: string): FileRepair | string {
  const table = parseTable(bytes, dialectOf(name));
  const read = readR(table, { fill: name.endsWith('.csv') });
  if (!read.ok || read.labelled) return 'has rows with more fields than columns';
  const { unknown } = strangersIn(read, known(name));
  const isKept = read.columns.map((column) => !unknown.includes(column.name));
  const notes = unknown.map((each) => `drops the column ${each} of ${count(read.rows.length, 'row')}`);
  return { edits: keep(table, (at) => isKept[at] ?? true), notes };
}

function dialectOf(name: string): typeof CSV {
  return name.endsWith('.tsv') ? TSV : CSV;
}

/** The older columns of the buttons are a matter of migrating. */
function known(name: string): readonly string[] {
  const columns: readonly string[] = Object.hasOwn(COLUMNS, name) ? COLUMNS[name as keyof typeof COLUMNS] : [];
  return name === 'message_buttons.csv' ? [...columns, 'next_button', 'on_deck_button'] : columns;
}

/** Leaves in each row the fields at these places, byte for byte. */
function keep(table: Table, isKept: (at: number) => boolean): Edit[] {
  return table.rows.flatMap((row) => {
    const fields = row.fields.filter((_, at) => isKept(at));
    return fields.length === row.fields.length ? [] : [rowEdit(table, row, fields)];
  });
}

function rowEdit({ bytes, dialect }: Table, { start, end }: Row, fields: Row['fields']): Edit {
  const sources = fields.flatMap((field, at) => [
    ...(at === 0 ? [] : [Uint8Array.of(dialect.separator)]),
    bytes.subarray(field.start, field.end),
  ]);
  return { at: start, remove: end - start, insert: Buffer.concat(sources) };
}
