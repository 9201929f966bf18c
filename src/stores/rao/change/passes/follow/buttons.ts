import { changeTable, type NewField, type NewRow } from '../../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../../codecs/table/parse.ts';
import { CSV } from '../../../../../codecs/table/table.ts';
import type { Entry } from '../log/entries.ts';
import type { Moved } from '../log/targets.ts';
import type { FileRepair } from '../repair.ts';
import { idOf } from '../tables/buttons.ts';
import { meant } from './candidates.ts';

/**
 * Lets buttons follow their calls. Where several calls had one id, Rao shows the buttons of all of them as the row says: each of them
 * gets a row of its own.
 */
export function buttonsFollowed(bytes: Uint8Array, moved: Moved): FileRepair {
  const table = parseTable(bytes, CSV);
  const rows = table.rows.slice(1);
  // A call that gets the id of a row that is there has its buttons already.
  const taken = new Set(rows.map(idOf));
  const replace: NewField[] = [];
  const insert: NewRow[] = [];
  for (const row of rows) {
    const old = idOf(row);
    const [field] = row.fields;
    if (field === undefined || old === null) continue;
    const [first, ...others] = meant(moved, Number(old), hasButtons).ids.map(String);
    const rest = Buffer.from(table.bytes.subarray(field.end, row.end)).toString();
    if (first !== undefined && !taken.has(first)) replace.push({ field, source: first });
    for (const id of others.filter((each) => !taken.has(each)))
      insert.push({ before: table.rows[row.index + 1] ?? null, source: `${id}${rest}` });
  }
  return { edits: changeTable(table, { replace, insert }), notes: [] };
}

const WIDGETS = ['edit_file', 'search_replace', 'run_console_cmd', 'run_terminal_cmd', 'delete_file', 'run_file'];

function hasButtons({ calls }: Entry): boolean {
  return calls !== null && WIDGETS.includes(calls);
}
