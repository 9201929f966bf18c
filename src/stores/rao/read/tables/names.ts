import { CSV, parseTable, type Table, type TableRow } from '../../../../codecs/table/table.ts';
import { grouped } from '../../../../model/collections.ts';
import { once } from '../../../../model/once.ts';
import { headerLine } from './companion-table.ts';
import { columnOf, type RTable, readR } from './r-table.ts';
import { type RColumn, trimws } from './type-convert.ts';

/** `id` is null unless a whole number. `nameInR`: as R shows it, trimmed; null for NA, a skipped row or an unreadable table. */
export interface NameRow {
  readonly row: TableRow;
  readonly id: number | null;
  readonly idText: string;
  readonly name: string;
  readonly nameInR: string | null;
}

/** `conversation_names.csv`: docs/formats/rao.md, "Names". */
export interface Names {
  readonly table: Table;
  readonly read: RTable;
  readonly header: TableRow | null;
  readonly rows: readonly NameRow[];
  /** Rows by number, without those that have none. */
  byId(): ReadonlyMap<number, readonly NameRow[]>;
  /** R's trimmed names by number, NA as null. Numbers without a row are absent. */
  readonly namesInR: ReadonlyMap<number, readonly (string | null)[]>;
  readonly places: Places;
  /** True if rows begin with number and name, as Rao and Erdos write them. */
  readonly isNumberFirst: boolean;
  /** Erdos writes a bare header, and splits rows at line ends and commas. */
  readonly style: 'rao' | 'erdos';
}

export function decodeNames(bytes: Uint8Array): Names {
  const table = parseTable(bytes, CSV);
  const read = readR(table, { fill: true });
  const [header = null, ...rest] = table.rows.filter(({ fields }) => fields.length > 0);
  const readNames = namesInR(read);
  // A row with too many fields begins several records; the first is its own.
  const own = new Map(readNames.toReversed().map((record) => [record.row, record]));
  const places = placesOf(read);
  const rows = rest.map((row) => nameRow(row, own.get(row) ?? null, places));
  return {
    table,
    read,
    header,
    rows,
    byId: once(() => grouped(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))),
    namesInR: grouped(readNames.flatMap(({ id, nameInR }) => (id === null ? [] : [[id, nameInR] as const]))),
    places,
    isNumberFirst: places.id === 0 && places.name === 1,
    style: header?.fields[0]?.quoted === false ? 'erdos' : 'rao',
  };
}

/** The rows of a number. Rao and Erdos write one for each conversation. */
export function rowsOf({ byId }: Names, id: number): readonly NameRow[] {
  return byId().get(id) ?? [];
}

interface NameInR {
  readonly row: TableRow;
  readonly id: number | null;
  readonly nameInR: string | null;
}

function namesInR(read: RTable): readonly NameInR[] {
  const ids = columnOf(read, 'conversation_id');
  const names = columnOf(read, 'name');
  if (!read.ok || ids === null || names === null) return [];
  return read.rows.map((row, at) => ({ row, id: numberIn(ids, at), nameInR: shownName(names.cells[at] ?? null) }));
}

function shownName(cell: string | null): string | null {
  return cell === null ? null : trimws(cell);
}

/** The number in a row; null for none. R compares numbers, or texts if any cell of the column is not a number. */
function numberIn({ type, cells }: RColumn, at: number): number | null {
  const cell = cells[at] ?? '';
  if (type === 'character') return /^(?:0|[1-9]\d{0,14})$/.test(cell) ? Number(cell) : null;
  const number = isNumbers(type) && cell !== '' ? Number(cell) : -1;
  return Number.isInteger(number) && number >= 0 ? number : null;
}

function isNumbers(type: RColumn['type'] | undefined): boolean {
  return type === 'integer' || type === 'double';
}

interface Places {
  readonly id: number;
  readonly name: number;
}

/** Places of the columns. First fields are labels only if numbers follow them. */
function placesOf(read: RTable): Places {
  const ids = columnOf(read, 'conversation_id');
  const names = columnOf(read, 'name');
  if (!read.ok || ids === null || names === null || (read.labelled && !isNumbers(ids.type))) return PLAIN_PLACES;
  const first = read.labelled ? 1 : 0;
  return { id: first + read.columns.indexOf(ids), name: first + read.columns.indexOf(names) };
}

const PLAIN_PLACES: Places = { id: 0, name: 1 };

function nameRow(row: TableRow, nameInR: NameInR | null, places: Places): NameRow {
  const idText = row.fields[places.id]?.text.trim() ?? '';
  const id = nameInR === null && /^\d{1,15}$/.test(idText) ? Number(idText) : (nameInR?.id ?? null);
  return { row, id, idText, name: row.fields[places.name]?.text ?? '', nameInR: nameInR?.nameInR ?? null };
}

const NAMES = 'conversation_names.csv';

/** True if the text before the rows may be a header: two words, or without rows the beginning of Rao's. */
export function isKnownHeader(header: string, rows: readonly NameLine[]): boolean {
  const plain = header.replace(/^\ufeff/, '');
  if (rows.length === 0 && headerLine(NAMES).startsWith(plain)) return true;
  return hasTwoColumns(plain);
}

function hasTwoColumns(header: string): boolean {
  return /^\ufeff?"?[\w. ]+"?[,;\t]"?[\w. ]+"?$/.test(header);
}

export interface NameLine {
  /** In characters from the start of the table. */
  readonly start: number;
  /** In characters from the start of the table. */
  readonly end: number;
  readonly id: string;
  readonly name: string;
  /** Alone, R reads it as one row of two fields. */
  readonly isSound: boolean;
}

interface NameLines {
  /** The text before the first row, without its line end. */
  readonly header: string | null;
  readonly rows: readonly NameLine[];
}

/** Splits a table with misplaced quotes: a row begins at a line with a number and a comma. */
export function nameLinesOf(text: string): NameLines {
  const first = beginningAt(text, 0);
  const header = text.slice(0, first).trimEnd();
  const rows: NameLine[] = [];
  for (let at = first; at < text.length; ) {
    const row = soundAt(text, at) ?? lineAt(text, at);
    rows.push(row);
    at = beginningAt(text, row.end);
  }
  return { header: header === '' ? null : header, rows };
}

const ROW_START = /^"?\d{1,15}"?,/gm;

/**
 * A quoted name, which may hold line ends, or bare and quoted pieces on one line, without C escapes. Each quote matches
 * in one way only; otherwise a failing row would take exponential time.
 */
const SOUND_TABLE =
  /(?:"(\d{1,15})"|(\d{1,15})),(?:"((?:[^"\\]|\\(?!")|\\""|"")*)"|((?:[^",\r\n]|"(?:[^"\r\n\\]|\\(?!")|"")*"(?!"))*))(?=\r|\n|$)/y;

function beginningAt(text: string, from: number): number {
  ROW_START.lastIndex = from;
  return ROW_START.exec(text)?.index ?? text.length;
}

function soundAt(text: string, at: number): NameLine | null {
  SOUND_TABLE.lastIndex = at;
  const found = SOUND_TABLE.exec(text);
  if (found === null) return null;
  const [source, quotedId, bareId = '', quoted, bare = ''] = found;
  const end = at + source.length;
  // Following lines that begin no row belong to faulty quotes.
  if (text.slice(end, beginningAt(text, end)).replaceAll('\0', '').trim() !== '') return null;
  const name = quoted?.replaceAll('""', '"') ?? bare.replaceAll('"', '');
  return { start: at, end, id: quotedId ?? bareId, name, isSound: true };
}

/** A row with faulty quotes, which ends where the next begins. Trailing NUL bytes are ignored. */
function lineAt(text: string, at: number): NameLine {
  const raw = text.slice(at, beginningAt(text, at + 1)).replace(/(?:\r\n|\r|\n)$/, '');
  const source = withoutNul(raw);
  const comma = source.indexOf(',');
  const id = source.slice(0, comma).replaceAll('"', '');
  return { start: at, end: at + raw.length, id, name: nameIn(source.slice(comma + 1)), isSound: false };
}

/** A row without a tail of white space and NUL bytes, if that has a NUL. */
function withoutNul(raw: string): string {
  let end = raw.length;
  while (end > 0 && /[\s\0]/.test(raw.charAt(end - 1))) end--;
  return raw.includes('\0', end) ? raw.slice(0, end) : raw;
}

/** A quoted name and further cells, left by a spreadsheet. White space belongs to the cell before it. */
const CELLS = /^"(?:[^"\\\r\n]|"")*"\s*(?:,(?:"(?:[^"\\\r\n]|"")*"\s*|[^",]*))+$/;
const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"\s*|([^",]*))/g;

/** The meaning of a cell: without outer quotes, inner ones unescaped by any rule. */
function nameIn(cell: string): string {
  const fields = CELLS.test(cell) ? Array.from(cell.matchAll(CELL), ([, quoted, bare = '']) => quoted ?? bare) : [];
  if (fields.length > 1)
    return fields
      .slice(0, 1 + fields.findLastIndex((each) => each !== ''))
      .join(',')
      .replaceAll('""', '"');
  const inside = withoutQuotes(cell);
  if (inside === cell) return cell;
  return inside.includes('\\"') ? inside.replaceAll('\\"', '"') : inside.replaceAll('""', '"');
}

/** A cell without outer quotes, either of which may be lost. A last one that is half of an escaped pair does not count. */
function withoutQuotes(cell: string): string {
  const isClosed = cell.endsWith('"') && !cell.endsWith('\\"');
  if (cell.startsWith('"')) return isClosed && cell.length > 1 ? cell.slice(1, -1) : cell.slice(1);
  const isOdd = (cell.match(/"/g) ?? []).length % 2 === 1;
  return isClosed && isOdd ? cell.slice(0, -1) : cell;
}
