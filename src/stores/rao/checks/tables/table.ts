import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../../../../codecs/bytes.ts';
import { illFormedAt } from '../../../../codecs/json/utf8.ts';
import type { Table } from '../../../../codecs/table/table.ts';
import { count } from '../../../count.ts';
import { about, atByte, type FileFinding } from '../../../file-finding.ts';
import { some } from '../../../some.ts';
import { COLUMNS, type CompanionTable } from '../../read/tables/companion-table.ts';
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

type Attached = 'attachments.csv' | 'images.csv';

/** Reasons why Rao cannot use one of them. */
export function* attachedTroubles({ table, read }: CompanionTable, name: Attached): Generator<FileFinding> {
  const columns = COLUMNS[name];
  if (isBlank(table)) {
    yield about('RA035', 'is empty');
    return;
  }
  yield* headTroubles(table);
  const refusal =
    lackOf(read, columns) ?? unread(table, read) ?? tooWide(table.rows.map(({ fields }) => fields.length));
  if (refusal !== null) yield about('RA036', refusal);
  else yield* strangerTroubles(read, columns);
}

/** An open quote swallows the rows behind it; among the first lines R reads none at all. */
function unread({ bytes, open, rows }: Table, read: RTable): string | null {
  if (open < 0 || !read.ok || (read.rows.length > 0 && bytes.indexOf(LF, open) < 0)) return null;
  return `has a quote that is never closed: Rao reads ${read.rows.length} of ${count(rows.length - 1, 'row')}`;
}

const LF = 0x0a;

/** Fields beyond the header begin a new row, or shift the others. */
function tooWide([header = 0, ...rows]: readonly number[]): string | null {
  const wide = rows.find((fields) => fields > header);
  return wide === undefined ? null : `has a row of ${count(wide, 'field')} under ${count(header, 'column')}`;
}
