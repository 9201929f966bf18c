import { asBuffer } from '../as-buffer.ts';
import { markEnd } from '../byte-order-mark.ts';
import type { Dialect, Field, Table, TableRow } from './table.ts';

/**
 * Reads a table as R's `scan` does: a quote counts wherever it is in a field, a doubled one inside quotes is one, and line
 * ends are `\n`, `\r\n` or `\r`. Nothing is refused; what looks wrong is seen in the rows.
 */
export function parseTable(bytes: Uint8Array, dialect: Dialect): Table {
  const begin = markEnd(bytes);
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

const LF = 0x0a;
const CR = 0x0d;

function readRow(reader: Reader, index: number): TableRow {
  const start = reader.at;
  const fields: Field[] = [];
  do fields.push(readField(reader));
  while (took(reader, reader.dialect.separator));
  const end = reader.at;
  if (reader.bytes[reader.at] === reader.dialect.comment) skipLine(reader);
  const cr = took(reader, CR);
  if (!took(reader, LF) && !cr) reader.at = reader.bytes.length;
  return { index, start, end, next: reader.at, fields: end === start ? [] : fields };
}

function readField(reader: Reader): Field {
  const { bytes, dialect } = reader;
  const start = reader.at;
  let quoted = false;
  for (let byte = bytes[reader.at]; byte !== undefined && !ends(byte, dialect); byte = bytes[reader.at]) {
    if (dialect.quotes.includes(byte)) {
      quoted = true;
      skipQuoted(reader, byte);
    } else reader.at++;
  }
  const end = reader.at;
  const text = quoted ? unquoted(bytes.subarray(start, end), dialect) : bytes.toString('utf8', start, end);
  return { start, end, quoted, text };
}

/** From a quote to the one that closes it; two in a row inside are text. */
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

/** One pass into one buffer: a field of nothing but doubled quotes costs no more than a plain one. */
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

function ends(byte: number, { separator, comment }: Dialect): boolean {
  return byte === separator || byte === LF || byte === CR || byte === comment;
}

function took(reader: Reader, byte: number): boolean {
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
  const [last, before] = [bytes[first.next - 1], bytes[first.next - 2]];
  if (last === CR) return '\r';
  return last === LF && before === CR && first.next - 2 >= first.end ? '\r\n' : '\n';
}
