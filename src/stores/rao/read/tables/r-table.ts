import { isUtf8 } from 'node:buffer';
import type { Field, Table, TableRow } from '../../../../codecs/table/table.ts';
import { once } from '../../../once.ts';
import { trimEndOf, trimStartOf } from '../trimws.ts';
import { type MetRecord, metBy } from './r-records.ts';
import { type RColumn, typed } from './type-convert.ts';

/** The result of R's `read.table` (header, typed columns); `error` is R's message. */
export type RTable =
  | {
      readonly ok: true;
      readonly columns: readonly RColumn[];
      /** The row on disk of each record; a row with too many fields begins several. */
      readonly rows: readonly TableRow[];
      /** Rows have one field more than the header: the first is a label, in no column. */
      readonly labelled: boolean;
    }
  | { readonly ok: false; readonly error: string };

/** `fill` pads short rows (`read.csv`); otherwise they are errors (`read.table` with a separator). */
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
  const cut = cutUp(met.records, all.length, fill);
  return typeof cut === 'string' ? failed(cut) : framed(cut, all, hasRowNames);
}

/** R's `$`: the column of that name, or the only one whose name begins with it. */
export function columnOf(read: RTable, name: string): RColumn | null {
  if (!read.ok) return null;
  const exact = read.columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  const [only, ...more] = read.columns.filter((column) => column.name.startsWith(name));
  return only === undefined || more.length > 0 ? null : only;
}

/** Differences from the columns that Rao adds rows under. */
export interface Strangers {
  /** The first column numbers the rows, the default of `write.csv`. */
  readonly labels: boolean;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

/** R's `rbind` needs exactly these column names, in any order, unless the table is empty. */
export function strangersIn(read: RTable, known: readonly string[]): Strangers {
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

/** Fields beyond the last column begin a new record, except an empty one at the line's end. */
function cutUp(records: readonly MetRecord[], width: number, fill: boolean): readonly PaddedRecord[] | string {
  const records: PaddedRecord[] = [];
  for (const { row, fields, bytes, line, last } of records) {
    for (let from = 0; from < fields.length; from += width) {
      const cells = fields.slice(from, from + width).map((field) => cellOf(field, bytes));
      if (from + 1 === fields.length && cells[0]?.text === '') continue;
      if (cells.length < width && !fill && !last) return `line ${line} did not have ${width} elements`;
      records.push({ row, cells });
    }
  }
  return records;
}

/** A cell as R has it. */
interface Cell {
  /** NA is null. */
  readonly text: string | null;
  /** It begins with invalid bytes, after white space and a number. */
  readonly isIll: boolean;
}

const EMPTY: Cell = { text: '', isIll: false };

/** R reads NA from this text, quoted or not, ends a text at a NUL, and unifies line ends. */
function cellOf({ text: source, start, end }: Field, bytes: Uint8Array): Cell {
  const text = source === 'NA' ? null : (source.split('\0', 1)[0] ?? '').replace(/\r\n?/g, '\n');
  const isIll = ILL.test(source) && !isUtf8(bytes.subarray(start, end));
  return { text, isIll };
}

/** R checks the beginning of a cell, and the bytes after a number there. */
const ILL = /^\s*(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d*)?\s*)?\ufffd/;

function framed(records: readonly PaddedRecord[], names: readonly string[], hasRowNames: boolean): RTable {
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

/** Typed on demand: a table may have many columns that nobody reads. */
function columnAt(records: readonly PaddedRecord[], name: string, at: number): RColumn {
  const column = once(() => typed(name, cellsAt(records, at)));
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

/** R checks a column's cells until one is text, and stops at invalid bytes. -1 for none. */
function illColumn(records: readonly PaddedRecord[]): number {
  const first = new Map<number, number>();
  for (const [place, { cells }] of records.entries())
    for (const [at, { isIll }] of cells.entries()) if (isIll && !first.has(at)) first.set(at, place);
  const isMet = ([at, place]: [number, number]) => typed('', cellsAt(records.slice(0, place), at)).type !== 'character';
  return [...first].sort(([a], [b]) => a - b).find(isMet)?.[0] ?? -1;
}

function failed(error: string): RTable {
  return { ok: false, error };
}

/** R's column names for this header; its fields are in `bytes`. */
function columnNames(header: readonly Field[], bytes: Uint8Array): readonly string[] {
  const [first = '', ...rest] = header.map((field) => stripped(field, bytes));
  // A line of one empty field is blank to R. A byte-order mark behind blank lines goes.
  const names = [first.replace(/^\ufeff/, ''), ...rest];
  return names.length === 1 && names[0] === '' ? [] : distinct(names.map(madeName));
}

/** Trims white space outside quotes. Only R's white space: JavaScript trims more. */
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
  const taken = new Set(names);
  const used = new Map<string, number>();
  return names.map((name) => {
    const first = used.get(name);
    if (first === undefined) {
      used.set(name, 1);
      return name;
    }
    let count = first;
    while (taken.has(`${name}.${count}`)) count++;
    used.set(name, count + 1);
    taken.add(`${name}.${count}`);
    return `${name}.${count}`;
  });
}
