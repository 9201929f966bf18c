import { CSV, parseTable, type Table, type TableRow } from '../../../../codecs/table/table.ts';
import { grouped } from '../../../../model/grouped.ts';
import { once } from '../../../once.ts';
import { columnOf, type RTable, readR } from './r-table.ts';
import type { RColumn } from './type-convert.ts';

export interface NameRow {
  readonly row: TableRow;
  /** Null unless a whole number. */
  readonly id: number | null;
  readonly idText: string;
  /** As written. */
  readonly name: string;
  /** As R shows it, trimmed. Null for NA, a skipped row or an unreadable table. */
  readonly shown: string | null;
}

/** `conversation_names.csv`: docs/formats/rao.md, "Names". */
export interface Names {
  readonly table: Table;
  /** The result of R's reader. */
  readonly read: RTable;
  /** Null without rows. */
  readonly header: TableRow | null;
  /** Rows after the header as written, without blank lines. */
  readonly rows: readonly NameRow[];
  /** Rows by number, without those that have none. */
  byId(): ReadonlyMap<number, readonly NameRow[]>;
  /** R's trimmed names by number, NA as null. Numbers without a row are absent. */
  readonly shown: ReadonlyMap<number, readonly (string | null)[]>;
  /** Fields of the number and the name. */
  readonly places: Places;
  /** Rows begin with number and name, as Rao and Erdos write them. */
  readonly isPlain: boolean;
  /** Erdos writes a bare header, and splits rows at line ends and commas. */
  readonly style: 'rao' | 'erdos';
}

export function decodeNames(bytes: Uint8Array): Names {
  const table = parseTable(bytes, CSV);
  const read = readR(table, { fill: true });
  const [header = null, ...rest] = table.rows.filter(({ fields }) => fields.length > 0);
  const seen = seenBy(read);
  // A row with too many fields begins several records; the first is its own.
  const own = new Map(seen.toReversed().map((record) => [record.row, record]));
  const places = placesOf(read);
  const rows = rest.map((row) => nameRow(row, own.get(row) ?? null, places));
  return {
    table,
    read,
    header,
    rows,
    byId: once(() => grouped(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))),
    shown: grouped(seen.flatMap(({ id, shown }) => (id === null ? [] : [[id, shown] as const]))),
    places,
    isPlain: places.id === 0 && places.name === 1,
    style: header?.fields[0]?.quoted === false ? 'erdos' : 'rao',
  };
}

/** Rao and Erdos write one row a conversation. */
export function rowsOf({ byId }: Names, id: number): readonly NameRow[] {
  return byId().get(id) ?? [];
}

/** One record, as R sees it. */
interface Seen {
  readonly row: TableRow;
  readonly id: number | null;
  readonly shown: string | null;
}

function seenBy(read: RTable): readonly Seen[] {
  const [ids, names] = [columnOf(read, 'conversation_id'), columnOf(read, 'name')];
  if (!read.ok || ids === null || names === null) return [];
  return read.rows.map((row, at) => ({ row, id: numberIn(ids, at), shown: names.cells[at]?.trim() ?? null }));
}

/** R compares numbers, or texts if any cell of the column is not a number. */
function numberIn({ type, cells }: RColumn, at: number): number | null {
  const cell = cells[at] ?? '';
  if (type === 'character') return /^(?:0|[1-9]\d{0,14})$/.test(cell) ? Number(cell) : null;
  const number = isNumbers(type) && cell !== '' ? Number(cell) : -1;
  return Number.isInteger(number) && number >= 0 ? number : null;
}

function isNumbers(type: RColumn['type'] | undefined): boolean {
  return type === 'integer' || type === 'double';
}

/** Fields of a row that R takes for number and name. */
interface Places {
  readonly id: number;
  readonly name: number;
}

/** First fields are labels only if numbers follow them. */
function placesOf(read: RTable): Places {
  const [ids, names] = [columnOf(read, 'conversation_id'), columnOf(read, 'name')];
  if (!read.ok || ids === null || names === null || (read.labelled && !isNumbers(ids.type))) return PLAIN;
  const first = read.labelled ? 1 : 0;
  return { id: first + read.columns.indexOf(ids), name: first + read.columns.indexOf(names) };
}

const PLAIN: Places = { id: 0, name: 1 };

function nameRow(row: TableRow, seen: Seen | null, places: Places): NameRow {
  const idText = row.fields[places.id]?.text.trim() ?? '';
  const id = seen === null && /^\d{1,15}$/.test(idText) ? Number(idText) : (seen?.id ?? null);
  return { row, id, idText, name: row.fields[places.name]?.text ?? '', shown: seen?.shown ?? null };
}
