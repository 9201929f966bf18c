import { isUtf8 } from 'node:buffer';
import { parseTable } from '../../../../codecs/table/parse.ts';
import type { Field, Row, Table } from '../../../../codecs/table/table.ts';
import { columnNames } from './column-names.ts';
import { headLines, type Line } from './head-lines.ts';
import { type RColumn, typed } from './type-convert.ts';

/** What R's `read.table` (header, columns typed) makes of a file; `error` is R's own message. */
export type RTable =
  | {
      readonly ok: true;
      readonly columns: readonly RColumn[];
      /** The row on disk that each record begins in; a row with too many fields begins several. */
      readonly rows: readonly Row[];
      /** Rows have one field more than the header: the first of each is its label, and in no column. */
      readonly labelled: boolean;
    }
  | { readonly ok: false; readonly error: string };

/** How R is told to read: `fill` pads short rows (`read.csv`), or they are an error (`read.table` with a separator). */
export interface RReading {
  readonly fill: boolean;
}

/** Reads a table as R does, its oddities included (R 4.2, in a UTF-8 locale). */
export function readR(table: Table, { fill }: RReading): RTable {
  const heads = headLines(table.bytes, table.dialect, LOOKED_AT);
  if (heads.length === 0) return failed('no lines available in input');
  if (heads.every(({ start }) => table.bytes[start] === 0)) return failed('empty beginning of file');
  const { names, widest, records } = looked(table, heads);
  if (widest > names.length + 1) return failed('more columns than column names');
  const hasRowNames = widest === names.length + 1;
  const all = hasRowNames ? ['row.names', ...names] : names;
  const cut = cutUp(records, all.length, fill);
  return typeof cut === 'string' ? failed(cut) : framed(cut, all, hasRowNames);
}

/** The column that R's `$` finds: of that name, or the only one whose name begins with it. */
export function columnOf(read: RTable, name: string): RColumn | null {
  if (!read.ok) return null;
  const exact = read.columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  const [only, ...more] = read.columns.filter((column) => column.name.startsWith(name));
  return only === undefined || more.length > 0 ? null : only;
}

/** Lines by which R judges how wide a table is. */
const LOOKED_AT = 5;

interface Looked {
  /** Of its columns. */
  readonly names: readonly string[];
  readonly widest: number;
  readonly records: readonly Met[];
}

/** A row as R meets it, and the row on disk that it begins in. */
interface Met {
  readonly cells: readonly Cell[];
  readonly row: Row;
  /** Counted from the first after the header. */
  readonly line: number;
  /** It ends with the file, without a line end: then it may be short. */
  readonly last: boolean;
}

/** R pushes its first lines back twice: it counts their fields in the one copy, and reads the other. */
function looked({ bytes, dialect, rows }: Table, heads: readonly Line[]): Looked {
  const copy = heads.flatMap(({ start, end }) => [bytes.subarray(start, end), LINE_END]);
  const head = Buffer.concat(copy);
  const rest = heads.at(-1)?.next ?? 0;
  const stream = Buffer.concat([head, head, bytes.subarray(rest)]);
  const [header = NO_ROW, ...counted] = filled(parseTable(stream, dialect)).slice(0, heads.length);
  const from = (counted.at(-1) ?? header).next;
  const [dropped] = headLines(stream.subarray(from), dialect, 1);
  const begin = from + (dropped?.next ?? 0);
  const records = filled(parseTable(stream.subarray(begin), dialect)).map(({ index, start, end, next, fields }) => ({
    cells: fields.map((field) => cellOf(field, stream.subarray(begin))),
    row: rowAt(rows, placeOf(begin + start, heads, head.length)),
    line: index + 1,
    last: end === next,
  }));
  return {
    names: columnNames(header.fields, stream),
    widest: Math.max(0, ...counted.map(({ fields }) => fields.length)),
    records,
  };
}

const LINE_END = Buffer.from('\n');
const NO_ROW: Row = { index: 0, start: 0, end: 0, next: 0, fields: [] };

function filled({ rows }: Table): Row[] {
  return rows.filter(({ fields }) => fields.length > 0);
}

/** Where in the file a place in what R reads comes from. */
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

/** The row that holds an offset; rows lie one behind the other. */
function rowAt(rows: readonly Row[], at: number): Row {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at < (rows[middle]?.next ?? 0)) high = middle;
    else low = middle + 1;
  }
  return rows[low] ?? NO_ROW;
}

/** Fields beyond the last column begin a record of their own, but for one that is empty and ends its line. */
function cutUp(records: readonly Met[], width: number, fill: boolean): readonly Met[] | string {
  const pieces: Met[] = [];
  for (const { row, cells, line, last } of records) {
    for (let from = 0; from < cells.length; from += width) {
      const piece = cells.slice(from, from + width);
      if (piece.length === 1 && piece[0]?.text === '') continue;
      if (piece.length < width && !fill && !last) return `line ${line} did not have ${width} elements`;
      pieces.push({ row, line, last, cells: [...piece, ...Array.from({ length: width - piece.length }, () => EMPTY)] });
    }
  }
  return pieces;
}

/** A cell as R has it. */
interface Cell {
  /** NA is null. */
  readonly text: string | null;
  /** It begins with bytes that are no text, white space and a number aside. */
  readonly isIll: boolean;
}

const EMPTY: Cell = { text: '', isIll: false };

/** R means NA by this text, quoted or not; it ends a text at a NUL, and knows one line end. */
function cellOf({ text: source, start, end }: Field, bytes: Uint8Array): Cell {
  const text = source === 'NA' ? null : (source.split('\0', 1)[0] ?? '').replace(/\r\n?/g, '\n');
  const isIll = ILL.test(source) && !isUtf8(bytes.subarray(start, end));
  return { text, isIll };
}

/** R looks at the beginning of a cell, and at what follows a number there. */
const ILL = /^\s*(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d*)?\s*)?\ufffd/;

function framed(pieces: readonly Met[], names: readonly string[], hasRowNames: boolean): RTable {
  const ill = names.findIndex((_, at) => meetsIll(pieces, at));
  if (ill >= 0) return failed(`invalid multibyte string in the column ${names[ill]}`);
  const columns = names.map((name, at) => typed(name, column(pieces, at)));
  const rows = pieces.map(({ row }) => row);
  if (!hasRowNames) return { ok: true, columns, rows, labelled: false };
  const labels = column(pieces, 0);
  if (new Set(labels).size < labels.length) return failed("duplicate 'row.names' are not allowed");
  if (labels.includes(null)) return failed("missing values in 'row.names' are not allowed");
  return { ok: true, columns: columns.slice(1), rows, labelled: true };
}

function column(records: readonly Met[], at: number): (string | null)[] {
  return records.map(({ cells }) => cells[at]?.text ?? null);
}

/** R looks at cells until it knows that they are text, and stops at one whose beginning is none. */
function meetsIll(records: readonly Met[], at: number): boolean {
  const first = records.findIndex(({ cells }) => cells[at]?.isIll);
  return first >= 0 && typed('', column(records.slice(0, first), at)).type !== 'character';
}

function failed(error: string): RTable {
  return { ok: false, error };
}
