import { isUtf8 } from 'node:buffer';
import { illFormedAt } from '../../../../codecs/json/utf8.ts';
import type { Table } from '../../../../codecs/table/table.ts';
import { about, atByte, type Trouble } from '../../../trouble.ts';
import type { CompanionTable } from '../../decode/tables/companion-table.ts';
import { type RTable, strangersIn } from '../../decode/tables/r-table.ts';
import { some } from '../some.ts';

/** True when there is no line in it: R refuses such a table. */
export function isBlank({ bytes }: Table): boolean {
  return bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** What is odd about the bytes of a table. */
export function* byteTroubles({ bytes }: Table): Generator<Trouble> {
  if (!isUtf8(bytes)) yield atByte('RA037', illFormedAt(bytes, 0), 'reads', 'has bytes that are not UTF-8');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    yield atByte('RA010', 0, 'reads', 'has a byte-order mark before the table');
}

/** Why Rao cannot use a table with rows, to be read after the file's name; null when it can. */
export function lackOf(read: RTable, columns: readonly string[]): string | null {
  if (!read.ok) return `cannot be read: ${read.error}`;
  const [missing] = strangersIn(read, columns).missing;
  return missing === undefined ? null : `has no column ${missing}`;
}

/** Columns that keep R from adding a row, where it finds all that it needs. */
export function* strangerTroubles(read: RTable, columns: readonly string[]): Generator<Trouble> {
  const { labels, unknown } = strangersIn(read, columns);
  if (labels) yield about('RA038', 'crashes', 'has a column of row numbers, so Rao cannot add a row');
  if (unknown.length > 0)
    yield about('RA039', 'crashes', `has columns that Rao does not know, so it cannot add a row: ${some(unknown)}`);
}

/** Why Rao cannot use `attachments.csv` or `images.csv`, which have these columns. */
export function* attachedTroubles({ table, read }: CompanionTable, columns: readonly string[]): Generator<Trouble> {
  if (isBlank(table)) {
    yield about('RA035', 'refuses', 'is empty');
    return;
  }
  yield* byteTroubles(table);
  const refusal = lackOf(read, columns) ?? tooWide(table.rows.map(({ fields }) => fields.length));
  if (refusal !== null) yield about('RA036', 'refuses', refusal);
  else yield* strangerTroubles(read, columns);
}

/** Fields beyond the header begin a row of their own, or push the others aside. */
function tooWide([header = 0, ...rows]: readonly number[]): string | null {
  const wide = rows.find((fields) => fields > header);
  return wide === undefined ? null : `has a row of ${wide} fields under ${header} columns`;
}
