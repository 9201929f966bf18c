import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../../../../codecs/as-buffer.ts';
import { illFormedAt } from '../../../../codecs/json/utf8.ts';
import type { Table } from '../../../../codecs/table/table.ts';
import { about, atByte, type FileFinding } from '../../../file-finding.ts';
import { some } from '../../../some.ts';
import { type RTable, strangersIn } from '../../read/tables/r-table.ts';

/** White space, NUL bytes and quotes only: R refuses such a table. */
export function isBlank({ bytes, begin }: Table): boolean {
  return bytes
    .subarray(begin)
    .every((byte) => byte === 0 || byte === 0x22 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Harmless oddities of the bytes. */
export function* byteTroubles(table: Table): Generator<FileFinding> {
  const { bytes, begin } = table;
  if (!isUtf8(bytes)) yield atByte('RA037', illFormedAt(bytes, 0), 'has bytes that are not UTF-8');
  if (begin > 0 && markTrouble(table) === null) yield atByte('RA010', 0, 'has a byte-order mark before the table');
}

/** Faults of the header and byte-order marks. */
export function* headTroubles(table: Table): Generator<FileFinding> {
  yield* byteTroubles(table);
  const mark = markTrouble(table);
  if (mark !== null) yield mark;
}

/** Byte-order marks that R does not skip. */
export function markTrouble({ bytes, begin, rows }: Table): FileFinding | null {
  const next = begin > 0 ? String.fromCharCode(bytes[begin] ?? 0) : '';
  // R removes one mark directly before the header. Without rows, column names do not matter.
  if (!/[\r\n]/.test(next) && (rows.length < 2 || (begin <= MARK && next !== ' '))) return null;
  return atByte('RA051', 0, 'has byte-order marks before the table that R takes for its header');
}

/** Bytes of a byte-order mark. */
const MARK = 3;

/** The reason why Rao cannot use a table with rows, read after the file's name. */
export function lackOf(read: RTable, columns: readonly string[]): string | null {
  if (!read.ok) return `cannot be read: ${read.error}`;
  const [missing] = strangersIn(read, columns).missing;
  return missing === undefined ? null : `has no column ${missing}`;
}

/** Columns that keep R from adding a row to a usable table. */
export function* strangerTroubles(read: RTable, columns: readonly string[]): Generator<FileFinding> {
  const { labels, unknown } = strangersIn(read, columns);
  if (labels) yield about('RA038', 'has a column of row numbers, so Rao cannot add a row');
  if (unknown.length > 0)
    yield about('RA039', `has columns that Rao does not know, so it cannot add a row: ${some(unknown)}`);
}

/** A header, and rows that all suit. */
export function hasRows(
  bytes: Uint8Array,
  head: RegExp,
  row: RegExp,
  suits: (found: RegExpExecArray) => boolean,
): boolean {
  const text = asBuffer(bytes).toString('latin1');
  head.lastIndex = 0;
  if (!head.test(text)) return false;
  for (let at = head.lastIndex; at < text.length; at = row.lastIndex) {
    row.lastIndex = at;
    const found = row.exec(text);
    if (found === null || !suits(found)) return false;
  }
  return true;
}
