import { quoteCell, rowSource } from '../../../../codecs/table/edits.ts';
import type { NameRow, Names } from '../../decode/tables/names.ts';

/** The header of a table, or as Rao writes it where there is none to go by. */
export function headerOf(names: Names | null): Uint8Array {
  const header = names?.header ?? null;
  return header === null || names === null ? Buffer.from('"conversation_id","name"') : rowSource(names.table, header);
}

/** A row as it stands. */
export function sourceOf({ table }: Names, { row }: NameRow): Uint8Array {
  return rowSource(table, row);
}

/** A row as it stands but for its number. */
export function numberedSource({ table }: Names, { row }: NameRow, id: number): Uint8Array {
  const rest = table.bytes.subarray(row.fields[0]?.end ?? row.start, row.end);
  return Buffer.concat([Buffer.from(String(id)), rest]);
}

/** A new row. Erdos splits rows at commas and line ends whatever quotes they are in, so that a name for it has neither. */
export function newSource(names: Names | null, id: number, name: string): string {
  const plain = names?.style === 'erdos' ? name.replace(/[\s",]+/g, ' ').trim() : name;
  return `${id},${quoteCell(plain)}`;
}
