import { changeTable } from '../../../../../codecs/table/edits.ts';
import { decodeNames, type NameRow, type Names } from '../../../decode/tables/names.ts';
import { type FileRepair, limited, shown } from '../repair.ts';

/** Leaves one row of each number that `isMeant` names: the first with a name that a person gave, or else the first. */
export function withoutDoubleNames(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair {
  const names = decodeNames(bytes);
  const gone: NameRow[] = [];
  const notes: string[] = [];
  for (const [id, rows] of rowsById(names, isMeant)) {
    const kept = rows.find(({ name }) => name.trim() !== UNNAMED) ?? rows[0];
    const others = rows.filter((row) => row !== kept);
    gone.push(...others);
    for (const { name } of others)
      if (name !== kept?.name) notes.push(`leaves ${id} the name ${shown(kept?.name ?? '')}, and drops ${shown(name)}`);
  }
  return { edits: changeTable(names.table, { remove: gone.map(({ row }) => row) }), notes: limited(notes) };
}

function rowsById({ rows }: Names, isMeant: (id: number) => boolean): Map<number, NameRow[]> {
  const all = new Map<number, NameRow[]>();
  for (const row of rows) {
    if (row.id === null || !isMeant(row.id)) continue;
    const mine = all.get(row.id) ?? [];
    mine.push(row);
    all.set(row.id, mine);
  }
  return all;
}

/** What Rao calls a conversation that has no name yet. */
const UNNAMED = 'New conversation';
