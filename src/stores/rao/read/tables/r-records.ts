import { firstWhere } from '../../../../codecs/first-where.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import type { Dialect, Field, Table, TableRow } from '../../../../codecs/table/table.ts';
import { maximum } from '../../../../model/maximum.ts';

/** A table before R makes columns of it. */
export interface TableStart {
  /** The row of column names, and the bytes of its fields. */
  readonly header: readonly Field[];
  readonly bytes: Uint8Array;
  /** Fields of the widest of the first rows. */
  readonly widest: number;
  readonly records: readonly MetRecord[];
}

/** A record as R reads it, and the row on disk that it begins in. */
export interface MetRecord {
  readonly fields: readonly Field[];
  /** The bytes of its fields. */
  readonly bytes: Uint8Array;
  readonly row: TableRow;
  /** Counted from the first after the header. */
  readonly line: number;
  /** It ends with the file, without a line end, so it may be short. */
  readonly last: boolean;
}

/** R's message for a table without any line. */
export function metBy(table: Table): TableStart | string {
  const heads = headLines(table, LOOKED_AT);
  if (heads.length === 0) return 'no lines available in input';
  if (heads.every(({ start }) => table.bytes[start] === 0)) return 'empty beginning of file';
  return asItStands(table, heads) ?? pushedBack(table, heads);
}

/** Lines by which R judges the width of a table. */
const LOOKED_AT = 5;

/** R reads the table as split if its first lines are rows. Null otherwise. */
function asItStands(table: Table, heads: readonly Line[]): TableStart | null {
  const rows = filled(table);
  const isRow = (line: Line, at: number) => rows[at]?.start === line.start && rows[at]?.end === line.end;
  const [header, ...rest] = rows;
  const last = rows[heads.length - 1];
  const isCut = table.open >= 0 && table.open < (heads.at(-1)?.end ?? 0);
  if (header === undefined || last === undefined || isCut || !heads.every(isRow)) return null;
  // R drops blank lines among the first ones, and counts later ones.
  const lineOf = (row: TableRow, at: number) =>
    at + 1 < heads.length ? at + 1 : heads.length - 1 + row.index - last.index;
  return {
    header: header.fields,
    bytes: table.bytes,
    widest: widestOf(rest.slice(0, heads.length - 1)),
    records: rest.map((row, at) => ({
      fields: row.fields,
      bytes: table.bytes,
      row,
      line: lineOf(row, at),
      last: at + 1 >= heads.length && isOpen(table.bytes, row),
    })),
  };
}

/** A row without a line end, even behind a comment, and not inside quotes. */
function isOpen(bytes: Uint8Array, { end, next }: Pick<TableRow, 'end' | 'next'>): boolean {
  return end === next || (next === bytes.length && bytes[next - 1] !== LF && bytes[next - 1] !== CR);
}

/** A row of one empty field has none. */
function widestOf(rows: readonly TableRow[]): number {
  return maximum(rows.map(({ fields }) => (fields.length === 1 && fields[0]?.text === '' ? 0 : fields.length)));
}

/** R pushes its first lines back twice: it counts fields in one copy, and reads the other. */
function pushedBack({ bytes, dialect, rows }: Table, heads: readonly Line[]): TableStart {
  const copy = heads.flatMap(({ start, end }) => [bytes.subarray(start, end), LINE_END]);
  const head = Buffer.concat(copy);
  const rest = heads.at(-1)?.next ?? 0;
  const stream = Buffer.concat([head, head, bytes.subarray(rest)]);
  const [header = NO_ROW, ...counted] = parseTable(stream, dialect).rows.slice(0, heads.length);
  const from = (counted.at(-1) ?? header).next;
  const [dropped] = headLines({ bytes: stream, dialect, begin: from }, 1);
  const begin = dropped?.next ?? from;
  const left = stream.subarray(begin);
  return {
    header: header.fields,
    bytes: stream,
    widest: widestOf(counted),
    records: filled(parseTable(left, dialect)).map(({ index, start, end, next, fields }) => ({
      fields,
      bytes: left,
      row: rowAt(rows, placeOf(begin + start, heads, head.length)),
      line: index + 1,
      last: isOpen(left, { end, next }),
    })),
  };
}

const LINE_END = Buffer.from('\n');
const NO_ROW: TableRow = { index: 0, start: 0, end: 0, next: 0, fields: [] };

function filled({ rows }: Table): TableRow[] {
  return rows.filter(({ fields }) => fields.length > 0);
}

/** Maps an offset in R's input to the file. */
function placeOf(at: number, heads: readonly Line[], size: number): number {
  const rest = heads.at(-1)?.next ?? 0;
  if (at >= 2 * size) return at - 2 * size + rest;
  let left = at % size;
  for (const { start, end } of heads) {
    if (left <= end - start) return start + left;
    left -= end - start + 1;
  }
  return rest;
}

/** The row at an offset; rows follow without gaps. */
function rowAt(rows: readonly TableRow[], at: number): TableRow {
  return rows[firstWhere(rows.length - 1, (place) => at < (rows[place]?.next ?? 0))] ?? NO_ROW;
}

/** A line as R's `readtablehead` reads it; byte offsets, without the line end. */
interface Line {
  readonly start: number;
  readonly end: number;
  /** Start of the next line. */
  readonly next: number;
}

/** The first non-blank lines, which R inspects before reading a table. */
function headLines(
  { bytes, dialect, begin }: Pick<Table, 'bytes' | 'dialect' | 'begin'>,
  count: number,
): readonly Line[] {
  const lines: Line[] = [];
  let at = begin;
  while (at < bytes.length && lines.length < count) {
    const line = lineAt(bytes, dialect, at);
    if (!isBlank(bytes, dialect, line)) lines.push(upToNul(bytes, line));
    at = line.next;
  }
  return lines;
}

/** R's look at a line ends at a NUL byte. */
function upToNul(bytes: Uint8Array, line: Line): Line {
  const end = bytes.subarray(line.start, line.end).indexOf(0);
  return end === -1 ? line : { ...line, end: line.start + end };
}

const LF = 0x0a;
const CR = 0x0d;

function lineAt(bytes: Uint8Array, dialect: Dialect, start: number): Line {
  let comment = false;
  let at = start;
  for (let byte = bytes[at]; byte !== undefined && byte !== LF && byte !== CR; byte = bytes[at]) {
    if (!comment && dialect.quotes.includes(byte)) {
      at = afterQuote(bytes, at);
      continue;
    }
    comment ||= byte === dialect.comment;
    at++;
  }
  return { start, end: at, next: at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1) };
}

function afterQuote(bytes: Uint8Array, start: number): number {
  const quote = bytes[start];
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] !== quote) continue;
    if (bytes[at + 1] !== quote) return at + 1;
    at++;
  }
  return bytes.length;
}

/** If the separator is not white space, a line of blanks is not blank to R. */
function isBlank(bytes: Uint8Array, { comment }: Dialect, { start, end }: Line): boolean {
  return start === end || bytes[start] === comment;
}
