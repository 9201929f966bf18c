import { changeTable, quoteCell } from '../../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../../codecs/table/parse.ts';
import { CSV } from '../../../../../codecs/table/table.ts';
import { count } from '../../../../count.ts';
import type { FileRepair } from '../repair.ts';

/** Lets rows lead to the images of this folder: `pathOf` gives the absolute path of an image that is there, by its name. */
export function withOwnPaths(bytes: Uint8Array, pathOf: (name: string) => string | null): FileRepair {
  const table = parseTable(bytes, CSV);
  const column = table.rows[0]?.fields.findIndex(({ text }) => text === 'local_path') ?? -1;
  const fields = table.rows.slice(1).flatMap((row) => row.fields[column] ?? []);
  const replace = fields.flatMap((field) => {
    const path = pathOf(field.text.split(/[\\/]/).at(-1) ?? '');
    return path === null || path === field.text ? [] : [{ field, source: quoteCell(path) }];
  });
  const notes = replace.length === 0 ? [] : [`lets ${count(replace.length, 'image')} be those of this folder`];
  return { edits: changeTable(table, { replace }), notes };
}
