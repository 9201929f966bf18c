import type { Edit } from '../../../../codecs/edit.ts';
import { changeTable, quoteCell, replaceField } from '../../../../codecs/table/edits.ts';
import type { Code } from '../../../../model/findings.ts';
import { markEnd, withoutLead } from '../../../engine/byte-order-mark.ts';
import { COLUMNS } from '../../decode/tables/companion-table.ts';
import { decodeNames, type NameRow, type Names } from '../../decode/tables/names.ts';
import { columnOf } from '../../decode/tables/r-table.ts';
import { mended, NAMES_HEADER } from '../names/mend.ts';
import { withoutRowNumbers, withoutUnknown } from '../tables/columns.ts';
import { type FileRepair, limited, shown } from './repair.ts';

/** What Rao calls a conversation that has no name yet. */
const UNNAMED = 'New conversation';

/** One repair of the names table; `isMeant` tells whose rows may be touched. */
export interface NamesPass {
  readonly codes: readonly Code[];
  /** It concerns rows of all conversations, and is not for a few. */
  readonly whole: boolean;
  repair(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair | string;
}

/** From the outside in. */
export const NAMES: readonly NamesPass[] = [
  { codes: ['RA301'], whole: true, repair: begun },
  { codes: ['RA010'], whole: true, repair: (bytes) => ({ edits: withoutLead(markEnd(bytes)), notes: [] }) },
  { codes: ['RA318'], whole: true, repair: withoutLabels },
  { codes: ['RA302', 'RA303', 'RA304'], whole: true, repair: mended },
  { codes: ['RA319'], whole: true, repair: (bytes) => withoutRowNumbers(bytes, NAMES_FILE) },
  { codes: ['RA326'], whole: true, repair: withKnownNames },
  { codes: ['RA325'], whole: true, repair: (bytes) => withoutUnknown(bytes, NAMES_FILE) },
  { codes: ['RA305', 'RA306'], whole: false, repair: withoutDoubleNames },
];

const NAMES_FILE = 'conversation_names.csv';

/** Rao calls a conversation without a row `New conversation`, so a header alone is a whole table. */
function begun(bytes: Uint8Array): FileRepair {
  const edits = [{ at: 0, remove: bytes.length, insert: Buffer.from(`${NAMES_HEADER}\n`) }];
  return { edits, notes: ['holds nothing: all names are lost, and Rao shows each conversation as "New conversation"'] };
}

/** Gives the columns of the names table the names that Rao adds rows under, where it finds them by the beginning of theirs. */
function withKnownNames(bytes: Uint8Array): FileRepair {
  const { read, header } = decodeNames(bytes);
  if (!read.ok) return { edits: [], notes: [] };
  const edits = COLUMNS['conversation_names.csv'].flatMap((name) => {
    const column = columnOf(read, name);
    const field = column === null ? undefined : header?.fields[read.columns.indexOf(column)];
    return field === undefined || column?.name === name ? [] : [replaceField({ field, source: quoteCell(name) })];
  });
  return { edits, notes: [] };
}

/** Leaves one row of each number that `isMeant` names: the first with a name that a person gave, or else the first. */
function withoutDoubleNames(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair {
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

/** Takes the label off each row, and the comma behind it. */
function withoutLabels(bytes: Uint8Array): FileRepair {
  const { rows } = decodeNames(bytes);
  const edits = rows.flatMap(({ row: { start, fields } }): Edit[] => {
    const number = fields[1];
    return number === undefined ? [] : [{ at: start, remove: number.start - start, insert: new Uint8Array(0) }];
  });
  return { edits, notes: [] };
}
