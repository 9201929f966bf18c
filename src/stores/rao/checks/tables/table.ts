import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../../../../codecs/bytes.ts';
import { illFormedAt } from '../../../../codecs/json/utf8.ts';
import type { Table, TableRow } from '../../../../codecs/table/table.ts';
import { about, atByte, type FileFinding } from '../../../file-finding.ts';
import { count, some } from '../../../words.ts';
import {
  breaks,
  COLUMNS,
  type CompanionTable,
  type History,
  isNul,
  type Mended,
  readMended,
  thirdName,
} from '../../read/tables/companion-table.ts';
import { columnOf, type RTable, strangersIn } from '../../read/tables/r-table.ts';
import { localeTroubles } from '../texts.ts';

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

/** `number` is that of the conversation. */
export function* historyTroubles(history: History, number: number | null): Generator<FileFinding> {
  const { table } = history;
  if (isBlank(table)) {
    yield about('RA032', 'is empty');
    return;
  }
  yield* headTroubles(table);
  yield* localeTroubles(table.bytes);
  const mended = readMended(history);
  const odd = [...oddTroubles(history, mended)];
  const refusal = odd.length > 0 ? null : (lackOf(mended.read, ['filename', 'order']) ?? disorder(mended));
  if (odd.length > 0 || mended.isWhole) yield* nameTroubles(history);
  if (refusal !== null) yield about('RA034', refusal);
  yield* odd;
  if (odd.length === 0 && refusal === null) yield* strangerTroubles(mended.read, COLUMNS['script_history.tsv']);
  yield* indexTroubles(history, number);
  for (const row of table.rows) if (isNul(row)) yield atByte('RA053', row.start, 'ends with NUL bytes');
}

/** True for a surely sound history: as Rao writes it, names in ASCII without quotes. */
export function isPlainHistory(bytes: Uint8Array, number: number | null): boolean {
  return hasRows(bytes, HISTORY_HEAD, HISTORY_ROW, ([, index]) => Number(index) === number);
}

const HISTORY_HEAD = /filename\torder(?:\tconversation_index\n|\n$)/y;
const HISTORY_ROW = /[ !$-&(-;=-~]+\t[1-9]\d{0,8}\t(\d{1,9})\n/y;

function* indexTroubles({ columns, rows }: History, number: number | null): Generator<FileFinding> {
  if (!columns.includes('conversation_index')) {
    if (rows.some(({ row }) => row.fields.length === columns.length)) yield about('RA133', 'has rows of two columns');
    return;
  }
  for (const { row, conversationIndex } of rows) {
    const index = conversationIndex?.text.trim() ?? '';
    if (/^\d+$/.test(index) && Number(index) !== number)
      yield atByte('RA134', row.start, `has a file of conversation ${index}`);
  }
}

/** Names that R splits, and columns it takes for others. */
function* nameTroubles(history: History): Generator<FileFinding> {
  for (const { row, filename } of history.rows)
    if (row.fields.length > 1 && breaks(filename))
      yield atByte('RA033', row.start, `has a quote or # in the file name ${filename.slice(0, 60)}`);
  if (thirdName(history).length === 0) return;
  yield about('RA046', 'has rows of three columns under a header of two');
}

/** Rows for which R stops, or takes script names for row labels. */
function* oddTroubles({ columns }: History, { odd: { short, blank, wide } }: Mended): Generator<FileFinding> {
  for (const row of short)
    yield atByte('RA044', row.start, `has a row of ${count(row.fields.length, 'field')}${named(row)}`);
  for (const row of blank) yield atByte('RA045', row.start, 'has a line of white space, which R takes for a row');
  for (const row of wide) {
    const fields = `${count(row.fields.length, 'field')} under ${count(columns.length, 'column')}`;
    yield atByte('RA047', row.start, `has a row of ${fields}${named(row)}`);
  }
}

function named({ fields: [name] }: TableRow): string {
  return `, that of ${(name?.text ?? '').slice(0, 60)}`;
}

/** Rao continues from the highest order. */
function disorder({ read, isWhole }: Mended): string | null {
  const type = columnOf(read, 'order')?.type;
  if (!isWhole) return 'has rows that R splits elsewhere than they end';
  return type === 'character' || type === 'complex' ? 'has an order that is not a number' : null;
}
