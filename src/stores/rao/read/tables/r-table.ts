import { isUtf8 } from 'node:buffer';
import { CR, firstWhere, LF, LF_BYTES } from '../../../../codecs/bytes.ts';
import { type Dialect, type Field, parseTable, type Table, type TableRow } from '../../../../codecs/table/table.ts';
import { maximum, onlyOne } from '../../../../model/collections.ts';
import { once } from '../../../../model/once.ts';
import { convertedColumn, type RColumn, trimEndOf, trimStartOf } from './type-convert.ts';

/** The result of R's `read.table` (header, typed columns); `error` is R's message. */
export type RTable =
  | {
      readonly ok: true;
      readonly columns: readonly RColumn[];
      /** The row on disk of each record; a row with too many fields begins several. */
      readonly rows: readonly TableRow[];
      /** True if rows have one field more than the header: the first is a label, in no column. */
      readonly labelled: boolean;
    }
  | { readonly ok: false; readonly error: string };

/** `fill`: pads short rows, like `read.csv`; otherwise they are errors, like for `read.table` with a separator. */
export interface RReading {
  readonly fill: boolean;
}

/** Reads a table as R 4.2 does in a UTF-8 locale, including its oddities. */
export function readR(table: Table, { fill }: RReading): RTable {
  const met = metBy(table);
  if (typeof met === 'string') return failed(met);
  if (met.header.some(({ start, end }) => !isUtf8(met.bytes.subarray(start, end))))
    return failed('invalid multibyte string in the header');
  const names = columnNames(met.header, met.bytes);
  if (names.length + met.widest === 0) return failed('first five rows are empty: giving up');
  if (met.widest > names.length + 1) return failed('more columns than column names');
  const hasRowNames = met.widest === names.length + 1;
  const all = hasRowNames ? ['row.names', ...names] : names;
  const padded = paddedRecords(met.records, all.length, fill);
  return typeof padded === 'string' ? failed(padded) : dataFrame(padded, all, hasRowNames);
}

/** R's `$`: the column of that name, or the only one whose name begins with it. */
export function columnOf(read: RTable, name: string): RColumn | null {
  if (!read.ok) return null;
  const exact = read.columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  return onlyOne(read.columns.filter((column) => column.name.startsWith(name)));
}

export interface ColumnDifferences {
  /** True if the first column numbers the rows, the default of `write.csv`. */
  readonly labels: boolean;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

/** Differences from the column names that R's `rbind` needs exactly, in any order, unless the table is empty. */
export function columnDifferences(read: RTable, known: readonly string[]): ColumnDifferences {
  if (!read.ok || read.rows.length === 0) return { labels: false, unknown: [], missing: [] };
  const [first] = read.columns;
  const labels = first?.name === 'X' && first.type === 'integer';
  const names = new Set(read.columns.map(({ name }) => name));
  const unknown = [...names].filter((name, at) => !known.includes(name) && !(labels && at === 0));
  return { labels, unknown, missing: known.filter((name) => !names.has(name)) };
}

/** One record; missing cells are empty. */
interface PaddedRecord {
  readonly row: TableRow;
  readonly cells: readonly Cell[];
}

/** Cuts rows into records. Fields beyond the last column begin a new record, except an empty one at the line's end. */
function paddedRecords(records: readonly MetRecord[], width: number, fill: boolean): readonly PaddedRecord[] | string {
  const padded: PaddedRecord[] = [];
  for (const { row, fields, bytes, line, last } of records) {
    for (let from = 0; from < fields.length; from += width) {
      const cells = fields.slice(from, from + width).map((field) => cellOf(field, bytes));
      if (from + 1 === fields.length && cells[0]?.text === '') continue;
      if (cells.length < width && !fill && !last) return `line ${line} did not have ${width} elements`;
      padded.push({ row, cells });
    }
  }
  return padded;
}

interface Cell {
  /** Null for NA. */
  readonly text: string | null;
  /** The cell begins with invalid bytes, after white space and a number. */
  readonly isIll: boolean;
}

const EMPTY: Cell = { text: '', isIll: false };

/** A cell as R reads it: `NA` is NA, quoted or not; a text ends at a NUL; line ends are unified. */
function cellOf({ text: source, start, end }: Field, bytes: Uint8Array): Cell {
  const text = source === 'NA' ? null : (source.split('\0', 1)[0] ?? '').replace(/\r\n?/g, '\n');
  const isIll = INVALID_NUMBER_START.test(source) && !isUtf8(bytes.subarray(start, end));
  return { text, isIll };
}

/** R checks the beginning of a cell, and the bytes after a number there. */
const INVALID_NUMBER_START = /^\s*(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d*)?\s*)?\ufffd/;

function dataFrame(records: readonly PaddedRecord[], names: readonly string[], hasRowNames: boolean): RTable {
  const ill = illColumn(records);
  if (ill >= 0) return failed(`invalid multibyte string in the column ${names[ill]}`);
  const columns = names.map((name, at) => columnAt(records, name, at));
  const rows = records.map(({ row }) => row);
  if (!hasRowNames) return { ok: true, columns, rows, labelled: false };
  const labels = cellsAt(records, 0);
  if (new Set(labels).size < labels.length) return failed("duplicate 'row.names' are not allowed");
  if (labels.includes(null)) return failed("missing values in 'row.names' are not allowed");
  return { ok: true, columns: columns.slice(1), rows, labelled: true };
}

/** A column, typed on demand: a table may have many that nobody reads. */
function columnAt(records: readonly PaddedRecord[], name: string, at: number): RColumn {
  const column = once(() => convertedColumn(name, cellsAt(records, at)));
  return {
    name,
    get type() {
      return column().type;
    },
    get cells() {
      return column().cells;
    },
  };
}

function cellsAt(records: readonly PaddedRecord[], at: number): (string | null)[] {
  return records.map(({ cells }) => (cells[at] ?? EMPTY).text);
}

/** The column at whose cells R stops; -1 for none. R checks cells until one is text, and stops at invalid bytes. */
function illColumn(records: readonly PaddedRecord[]): number {
  const first = new Map<number, number>();
  for (const [place, { cells }] of records.entries())
    for (const [at, { isIll }] of cells.entries()) if (isIll && !first.has(at)) first.set(at, place);
  const isMet = ([at, place]: [number, number]) =>
    convertedColumn('', cellsAt(records.slice(0, place), at)).type !== 'character';
  return [...first].sort(([a], [b]) => a - b).find(isMet)?.[0] ?? -1;
}

function failed(error: string): RTable {
  return { ok: false, error };
}

/** R's column names for this header; its fields are in `bytes`. */
function columnNames(header: readonly Field[], bytes: Uint8Array): readonly string[] {
  const [first = '', ...rest] = header.map((field) => stripped(field, bytes));
  // A line of one empty field is blank to R. A byte-order mark after blank lines is removed.
  const names = [first.replace(/^\ufeff/, ''), ...rest];
  return names.length === 1 && names[0] === '' ? [] : distinct(names.map(madeName));
}

/** A field without white space outside of quotes. Only R's white space counts: JavaScript trims more. */
function stripped({ text, quoted, start, end }: Field, bytes: Uint8Array): string {
  const source = quoted ? Buffer.from(bytes.subarray(start, end)).toString('latin1') : text;
  const lead = trimStartOf(source);
  const tail = source.length - trimEndOf(source);
  return text.slice(lead, Math.max(lead, text.length - tail)).replace(/\r\n?/g, '\n');
}

/** R's `make.names`; most names need no change. */
function madeName(text: string): string {
  const isFit = /^(?:\p{L}|\.(?!\d))/u.test(text);
  const name = `${isFit ? '' : 'X'}${text}`.replace(/[^\p{L}\p{N}._]/gu, '.');
  return RESERVED.test(name) ? `${name}.` : name;
}

const RESERVED =
  /^(?:if|else|repeat|while|function|for|next|break|TRUE|FALSE|NULL|Inf|NaN|NA|NA_(?:integer|real|character|complex)_|in)$/;

/** R's `make.unique`: later equal names get a number. */
function distinct(names: readonly string[]): string[] {
  const usedNames = new Set(names);
  const used = new Map<string, number>();
  return names.map((name) => {
    const first = used.get(name);
    if (first === undefined) {
      used.set(name, 1);
      return name;
    }
    let count = first;
    while (usedNames.has(`${name}.${count}`)) count++;
    used.set(name, count + 1);
    usedNames.add(`${name}.${count}`);
    return `${name}.${count}`;
  });
}

interface TableStart {
  /** The row of column names, with the `bytes` of its fields. */
  readonly header: readonly Field[];
  readonly bytes: Uint8Array;
  /** Fields of the widest of the first rows. */
  readonly widest: number;
  readonly records: readonly MetRecord[];
}

interface MetRecord {
  readonly fields: readonly Field[];
  readonly bytes: Uint8Array;
  readonly row: TableRow;
  /** Counted from the first after the header. */
  readonly line: number;
  /** It ends with the file, without a line end, so it may be short. */
  readonly last: boolean;
}

/** The table as R meets it, or R's message if there is none to begin with. */
function metBy(table: Table): TableStart | string {
  const heads = headLines(table, LOOKED_AT);
  if (heads.length === 0) return 'no lines available in input';
  if (heads.every(({ start }) => table.bytes[start] === 0)) return 'empty beginning of file';
  return asItStands(table, heads) ?? pushedBack(table, heads);
}

/** Number of lines by which R judges the width of a table. */
const LOOKED_AT = 5;

/** The table as R splits it if its first lines are rows; null otherwise. */
function asItStands(table: Table, heads: readonly Line[]): TableStart | null {
  const rows = filledRows(table);
  const isRow = (line: Line, at: number) => rows[at]?.start === line.start && rows[at]?.end === line.end;
  const [header, ...rest] = rows;
  const last = rows[heads.length - 1];
  const isSplit = table.open >= 0 && table.open < (heads.at(-1)?.end ?? 0);
  if (header === undefined || last === undefined || isSplit || !heads.every(isRow)) return null;
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

/** True for a row without a line end, even after a comment, and not inside quotes. */
function isOpen(bytes: Uint8Array, { end, next }: Pick<TableRow, 'end' | 'next'>): boolean {
  return end === next || (next === bytes.length && bytes[next - 1] !== LF && bytes[next - 1] !== CR);
}

/** Fields of the widest row; a row of one empty field has none. */
function widestOf(rows: readonly TableRow[]): number {
  return maximum(rows.map(({ fields }) => (fields.length === 1 && fields[0]?.text === '' ? 0 : fields.length)));
}

/** The table as R reads it after it pushed its first lines back twice: it counts fields in one copy, and reads the other. */
function pushedBack({ bytes, dialect, rows }: Table, heads: readonly Line[]): TableStart {
  const copy = heads.flatMap(({ start, end }) => [bytes.subarray(start, end), LF_BYTES]);
  const head = Buffer.concat(copy);
  const rest = heads.at(-1)?.next ?? 0;
  const stream = Buffer.concat([head, head, bytes.subarray(rest)]);
  const [header = NO_ROW, ...counted] = parseTable(stream, dialect).rows.slice(0, heads.length);
  const from = (counted.at(-1) ?? header).next;
  const [dropped] = headLines({ bytes: stream, dialect, begin: from }, 1);
  const begin = dropped?.next ?? from;
  const body = stream.subarray(begin);
  return {
    header: header.fields,
    bytes: stream,
    widest: widestOf(counted),
    records: filledRows(parseTable(body, dialect)).map(({ index, start, end, next, fields }) => ({
      fields,
      bytes: body,
      row: rowAt(rows, headIndex(begin + start, heads, head.length)),
      line: index + 1,
      last: isOpen(body, { end, next }),
    })),
  };
}

const NO_ROW: TableRow = { index: 0, start: 0, end: 0, next: 0, fields: [] };

function filledRows({ rows }: Table): TableRow[] {
  return rows.filter(({ fields }) => fields.length > 0);
}

function headIndex(at: number, heads: readonly Line[], size: number): number {
  const rest = heads.at(-1)?.next ?? 0;
  if (at >= 2 * size) return at - 2 * size + rest;
  let remaining = at % size;
  for (const { start, end } of heads) {
    if (remaining <= end - start) return start + remaining;
    remaining -= end - start + 1;
  }
  return rest;
}

function rowAt(rows: readonly TableRow[], at: number): TableRow {
  return rows[firstWhere(rows.length - 1, (place) => at < (rows[place]?.next ?? 0))] ?? NO_ROW;
}

/** A line as R's `readtablehead` reads it; byte offsets, without the line end. */
interface Line {
  readonly start: number;
  readonly end: number;
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

/** The part of a line at which R looks; it ends at a NUL byte. */
function upToNul(bytes: Uint8Array, line: Line): Line {
  const end = bytes.subarray(line.start, line.end).indexOf(0);
  return end === -1 ? line : { ...line, end: line.start + end };
}

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

/** True for an empty line or a comment. If the separator is not white space, a line of blanks is not blank to R. */
function isBlank(bytes: Uint8Array, { comment }: Dialect, { start, end }: Line): boolean {
  return start === end || bytes[start] === comment;
}
