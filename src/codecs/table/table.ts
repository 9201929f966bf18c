import { asBuffer, bomEnd, CR, LF } from '../bytes.ts';
import { type Edit, EditClash } from '../edit.ts';

/** Bytes that separate fields, quote, or begin a comment (null for none). */
export interface Dialect {
  readonly separator: number;
  readonly quotes: readonly number[];
  readonly comment: number | null;
}

/** Comma as separator, and double quotes, doubled within quoted fields. */
export const CSV: Dialect = { separator: 0x2c, quotes: [0x22], comment: null };

/** Tab as separator; every other byte is text. */
export const TSV: Dialect = { separator: 0x09, quotes: [], comment: null };

/** `start` and `end` are byte offsets with the quotes; `text` is unquoted. */
export interface Field {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  readonly text: string;
}

/** `end` is before line end and comment, `next` the start of the next row. A blank line has no fields. */
export interface TableRow {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly fields: readonly Field[];
}

/** Every byte belongs to a row, except byte-order marks before the first. */
export interface Table {
  readonly bytes: Uint8Array;
  readonly dialect: Dialect;
  /** Start of its first line. */
  readonly begin: number;
  readonly rows: readonly TableRow[];
  /** The line end of the first row, or `\n`. */
  readonly lineEnd: string;
  /** Offset of an unclosed quote, or -1; the last field has everything after it. */
  readonly open: number;
}

/**
 * Parses like R's `scan`: quotes count anywhere in a field, a doubled one inside is one, line ends are `\n`, `\r\n` or `\r`. Refuses no
 * input: faults show in the rows.
 */
export function parseTable(bytes: Uint8Array, dialect: Dialect): Table {
  const begin = bomEnd(bytes);
  const reader: Reader = { bytes: asBuffer(bytes), dialect, at: begin, open: -1 };
  const rows: TableRow[] = [];
  while (reader.at < bytes.length) rows.push(readRow(reader, rows.length));
  return { bytes, dialect, begin, rows, lineEnd: lineEndOf(bytes, rows), open: reader.open };
}

interface Reader {
  readonly bytes: Buffer;
  readonly dialect: Dialect;
  at: number;
  open: number;
}

function readRow(reader: Reader, index: number): TableRow {
  const start = reader.at;
  const fields: Field[] = [];
  do fields.push(readField(reader));
  while (tookByte(reader, reader.dialect.separator));
  const end = reader.at;
  if (reader.bytes[reader.at] === reader.dialect.comment) skipLine(reader);
  const cr = tookByte(reader, CR);
  if (!tookByte(reader, LF) && !cr) reader.at = reader.bytes.length;
  return { index, start, end, next: reader.at, fields: end === start ? [] : fields };
}

function readField(reader: Reader): Field {
  const { bytes, dialect } = reader;
  const start = reader.at;
  let quoted = false;
  for (let byte = bytes[reader.at]; byte !== undefined && !endsField(byte, dialect); byte = bytes[reader.at]) {
    if (dialect.quotes.includes(byte)) {
      quoted = true;
      skipQuoted(reader, byte);
    } else reader.at++;
  }
  const end = reader.at;
  const text = quoted ? unquoted(bytes.subarray(start, end), dialect) : bytes.toString('utf8', start, end);
  return { start, end, quoted, text };
}

function skipQuoted(reader: Reader, quote: number): void {
  const { bytes } = reader;
  const start = reader.at;
  do {
    const close = bytes.indexOf(quote, reader.at + 1);
    if (close === -1) {
      reader.open = start;
      reader.at = bytes.length;
      return;
    }
    reader.at = close + 1;
  } while (bytes[reader.at] === quote);
}

/** Unquotes in one pass into one buffer, so many doubled quotes cost no more than a plain field. */
function unquoted(source: Buffer, { quotes }: Dialect): string {
  const out = Buffer.allocUnsafe(source.length);
  let size = 0;
  let quote = -1;
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0;
    const isDoubled = byte === quote && source[at + 1] === quote;
    if (quote === -1 && quotes.includes(byte)) quote = byte;
    else if (byte === quote && !isDoubled) quote = -1;
    else out[size++] = byte;
    if (isDoubled) at++;
  }
  return out.toString('utf8', 0, size);
}

function endsField(byte: number, { separator, comment }: Dialect): boolean {
  return byte === separator || byte === LF || byte === CR || byte === comment;
}

function tookByte(reader: Reader, byte: number): boolean {
  if (reader.bytes[reader.at] !== byte) return false;
  reader.at++;
  return true;
}

function skipLine(reader: Reader): void {
  while (reader.at < reader.bytes.length && reader.bytes[reader.at] !== LF && reader.bytes[reader.at] !== CR)
    reader.at++;
}

function lineEndOf(bytes: Uint8Array, [first]: readonly TableRow[]): string {
  if (first === undefined || first.next === first.end) return '\n';
  const last = bytes[first.next - 1];
  const before = bytes[first.next - 2];
  if (last === CR) return '\r';
  return last === LF && before === CR && first.next - 2 >= first.end ? '\r\n' : '\n';
}

/** A row without a line end; it is inserted before another row, or at the end for null. */
export interface NewRow {
  readonly before: TableRow | null;
  readonly source: string | Uint8Array;
}

export interface NewField {
  readonly field: Field;
  readonly source: string | Uint8Array;
}

export interface TableChange {
  readonly remove?: readonly TableRow[];
  readonly replace?: readonly NewField[];
  readonly insert?: readonly NewRow[];
}

export function replaceField({ field: { start, end }, source }: NewField): Edit {
  return { at: start, remove: end - start, insert: Buffer.from(source) };
}

/** Changes rows in one operation, with the table's own line ends; other bytes stay. Throws EditClash for a new row after an unclosed quote. */
export function changeTable(table: Table, { remove = [], replace = [], insert = [] }: TableChange): Edit[] {
  const gone = new Set(remove.map(({ index }) => index));
  return [
    ...remove.map(({ start, next }) => ({ at: start, remove: next - start, insert: new Uint8Array(0) })),
    ...replace.map(replaceField),
    ...insert.flatMap(({ before, source }) =>
      before === null ? [] : [{ at: before.start, remove: 0, insert: line(table, source) }],
    ),
    ...append(
      table,
      insert.filter(({ before }) => before === null),
      gone,
    ),
  ];
}

export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

export function rowSource({ bytes }: Table, { start, end }: TableRow): Uint8Array {
  return bytes.subarray(start, end);
}

function line({ lineEnd }: Table, source: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(source), Buffer.from(lineEnd)]);
}

/** Appends rows. A last row without a line end gets one, unless it is removed. */
function append(table: Table, rows: readonly NewRow[], gone: ReadonlySet<number>): Edit[] {
  if (rows.length === 0) return [];
  if (table.open !== -1) throw new EditClash(`a quote at byte ${table.open} is never closed`);
  const last = table.rows.at(-1);
  const isOpen = last !== undefined && last.next === last.end && !gone.has(last.index);
  const lead = isOpen ? [Buffer.from(table.lineEnd)] : [];
  const insert = Buffer.concat([...lead, ...rows.map(({ source }) => line(table, source))]);
  return [{ at: table.bytes.length, remove: 0, insert }];
}
