import { quoteCell, replaceField } from '../../../../../codecs/table/edits.ts';
import { COLUMNS } from '../../../decode/tables/known-columns.ts';
import { decodeNames } from '../../../decode/tables/names.ts';
import { columnOf } from '../../../decode/tables/r-table.ts';
import type { FileRepair } from '../repair.ts';

/** Gives the columns of the names table the names that Rao adds rows under, where it finds them by the beginning of theirs. */
export function withKnownNames(bytes: Uint8Array): FileRepair {
  const { read, header } = decodeNames(bytes);
  if (!read.ok) return { edits: [], notes: [] };
  const edits = COLUMNS['conversation_names.csv'].flatMap((name) => {
    const column = columnOf(read, name);
    const field = column === null ? undefined : header?.fields[read.columns.indexOf(column)];
    return field === undefined || column?.name === name ? [] : [replaceField({ field, source: quoteCell(name) })];
  });
  return { edits, notes: [] };
}
