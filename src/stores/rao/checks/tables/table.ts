import { isUtf8 } from 'node:buffer';
import { asBuffer, illFormedAt, LF } from '../../../../codecs/bytes.ts';

import type { Field, Table, TableRow } from '../../../../codecs/table/table.ts';
import { atByte, type FileFinding, findingAbout } from '../../../file-finding.ts';
import { countOf, firstNames } from '../../../words.ts';
import {
  COLUMNS,
  type CompanionRow,
  type CompanionTable,
  columnText,
  type History,
  isNul,
  type MendedTable,
  numberIn,
  OLDER_BUTTONS,
  readMended,
  splitsInR,
  thirdName,
} from '../../read/tables/companion-table.ts';
import { columnDifferences, columnOf, type RTable } from '../../read/tables/r-table.ts';
import { asLogical } from '../../read/tables/type-convert.ts';
import type { KnownMessages } from '../log/entry.ts';
import { localeFindings } from '../texts.ts';

/** True for a table of white space, NUL bytes and quotes only, which R refuses. */
export function isBlank({ bytes, begin }: Table): boolean {
  return bytes
    .subarray(begin)
    .every((byte) => byte === 0 || byte === 0x22 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Findings on harmless oddities of the bytes. */
export function* byteFindings(table: Table): Generator<FileFinding> {
  const { bytes, begin } = table;
  if (!isUtf8(bytes)) yield atByte('RA037', illFormedAt(bytes, 0), 'has bytes that are not UTF-8');
  if (begin > 0 && markFinding(table) === null) yield atByte('RA010', 0, 'has a byte-order mark before the table');
}

function* headFindings(table: Table): Generator<FileFinding> {
  yield* byteFindings(table);
  const mark = markFinding(table);
  if (mark !== null) yield mark;
}

/** The finding for byte-order marks that R does not skip. */
export function markFinding({ bytes, begin, rows }: Table): FileFinding | null {
  const next = begin > 0 ? String.fromCharCode(bytes[begin] ?? 0) : '';
  // R removes one mark directly before the header. Without rows, column names do not matter.
  if (!/[\r\n]/.test(next) && (rows.length < 2 || (begin <= MARK_BYTES && next !== ' '))) return null;
  return atByte('RA051', 0, 'has byte-order marks before the table that R takes for its header');
}

const MARK_BYTES = 3;

/** The reason why Rao cannot use a table with rows, to follow the file's name; null for a usable one. */
function lackOf(read: RTable, columns: readonly string[]): string | null {
  if (!read.ok) return `cannot be read: ${read.error}`;
  const [missing] = columnDifferences(read, columns).missing;
  return missing === undefined ? null : `has no column ${missing}`;
}

/** Findings on columns that keep R from adding a row to a usable table. */
function* unknownColumnFindings(read: RTable, columns: readonly string[]): Generator<FileFinding> {
  const { labels, unknown } = columnDifferences(read, columns);
  if (labels) yield findingAbout('RA038', 'has a column of row numbers, so Rao cannot add a row');
  if (unknown.length > 0)
    yield findingAbout('RA039', `has columns that Rao does not know, so it cannot add a row: ${firstNames(unknown)}`);
}

function hasRows(bytes: Uint8Array, head: RegExp, row: RegExp, suits: (found: RegExpExecArray) => boolean): boolean {
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

type AttachmentTable = 'attachments.csv' | 'images.csv';

export function* attachedFindings({ table, read }: CompanionTable, name: AttachmentTable): Generator<FileFinding> {
  const columns = COLUMNS[name];
  if (isBlank(table)) {
    yield findingAbout('RA035', 'is empty');
    return;
  }
  yield* headFindings(table);
  const refusal =
    lackOf(read, columns) ?? unreadReason(table, read) ?? tooWide(table.rows.map(({ fields }) => fields.length));
  if (refusal !== null) yield findingAbout('RA036', refusal);
  else yield* unknownColumnFindings(read, columns);
}

/** The reason why rows are unread. An open quote swallows the rows after it; among the first lines R reads none at all. */
function unreadReason({ bytes, open, rows }: Table, read: RTable): string | null {
  if (open < 0 || !read.ok || (read.rows.length > 0 && bytes.indexOf(LF, open) < 0)) return null;
  return `has a quote that is never closed: Rao reads ${read.rows.length} of ${countOf(rows.length - 1, 'row')}`;
}

/** The fault of a row with more fields than the header: they begin a new row, or shift the others. */
function tooWide([header = 0, ...rows]: readonly number[]): string | null {
  const wide = rows.find((fields) => fields > header);
  return wide === undefined ? null : `has a row of ${countOf(wide, 'field')} under ${countOf(header, 'column')}`;
}

/** Findings on a history. `number` is that of the conversation. */
export function* historyFindings(history: History, number: number | null): Generator<FileFinding> {
  const { table } = history;
  if (isBlank(table)) {
    yield findingAbout('RA032', 'is empty');
    return;
  }
  yield* headFindings(table);
  yield* localeFindings(table.bytes);
  const mended = readMended(history);
  const odd = [...oddFindings(history, mended)];
  const refusal = odd.length > 0 ? null : (lackOf(mended.read, ['filename', 'order']) ?? disorder(mended));
  if (odd.length > 0 || mended.isWhole) yield* nameFindings(history);
  if (refusal !== null) yield findingAbout('RA034', refusal);
  yield* odd;
  if (odd.length === 0 && refusal === null) yield* unknownColumnFindings(mended.read, COLUMNS['script_history.tsv']);
  yield* indexFindings(history, number);
  for (const row of table.rows) if (isNul(row)) yield atByte('RA053', row.start, 'ends with NUL bytes');
}

/** True for a surely sound history: as Rao writes it, names in ASCII without quotes. */
export function isSurelySoundHistory(bytes: Uint8Array, number: number | null): boolean {
  return hasRows(bytes, HISTORY_HEAD, HISTORY_ROW, ([, index]) => Number(index) === number);
}

const HISTORY_HEAD = /filename\torder(?:\tconversation_index\n|\n$)/y;
const HISTORY_ROW = /[ !$-&(-;=-~]+\t[1-9]\d{0,8}\t(\d{1,9})\n/y;

function* indexFindings({ columns, rows }: History, number: number | null): Generator<FileFinding> {
  if (!columns.includes('conversation_index')) {
    if (rows.some(({ row }) => row.fields.length === columns.length))
      yield findingAbout('RA133', 'has rows of two columns');
    return;
  }
  for (const { row, conversationIndex } of rows) {
    const index = conversationIndex?.text.trim() ?? '';
    if (/^\d+$/.test(index) && Number(index) !== number)
      yield atByte('RA134', row.start, `has a file of conversation ${index}`);
  }
}

/** Findings on names that R splits, and on columns that it takes for others. */
function* nameFindings(history: History): Generator<FileFinding> {
  for (const { row, filename } of history.rows)
    if (row.fields.length > 1 && splitsInR(filename))
      yield atByte('RA033', row.start, `has a quote or # in the file name ${filename.slice(0, 60)}`);
  if (thirdName(history).length === 0) return;
  yield findingAbout('RA046', 'has rows of three columns under a header of two');
}

/** Findings on rows at which R stops, or whose script names it takes for row labels. */
function* oddFindings({ columns }: History, { odd: { short, blank, wide } }: MendedTable): Generator<FileFinding> {
  for (const row of short)
    yield atByte('RA044', row.start, `has a row of ${countOf(row.fields.length, 'field')}${namedRow(row)}`);
  for (const row of blank) yield atByte('RA045', row.start, 'has a line of white space, which R takes for a row');
  for (const row of wide) {
    const fields = `${countOf(row.fields.length, 'field')} under ${countOf(columns.length, 'column')}`;
    yield atByte('RA047', row.start, `has a row of ${fields}${namedRow(row)}`);
  }
}

function namedRow({ fields: [name] }: TableRow): string {
  return `, that of ${(name?.text ?? '').slice(0, 60)}`;
}

/** The reason why there is no highest order, from which Rao continues; null if there is one. */
function disorder({ read, isWhole }: MendedTable): string | null {
  const type = columnOf(read, 'order')?.type;
  if (!isWhole) return 'has rows that R splits elsewhere than they end';
  return type === 'character' || type === 'complex' ? 'has an order that is not a number' : null;
}

/** Findings on buttons. `known` is null for an unreadable log. */
export function* buttonsFindings(buttons: CompanionTable, known: KnownMessages | null): Generator<FileFinding> {
  const { table, read } = buttons;
  if (isBlank(table)) {
    yield findingAbout('RA030', 'is empty');
    return;
  }
  yield* headFindings(table);
  const refusal = lackOf(read, BUTTONS);
  if (refusal !== null) {
    yield findingAbout('RA031', refusal);
    return;
  }
  // A table without rows is rewritten, whatever its columns.
  const older = columnDifferences(read, BUTTONS).unknown.filter((name) => OLDER_BUTTONS.includes(name));
  if (older.length > 0)
    yield findingAbout('RA132', `has the older columns ${older.join(' and ')}, so Rao cannot add a row`);
  yield* unknownColumnFindings(read, [...BUTTONS, ...older]);
  if (hasLateCommas(buttons)) {
    const detail = 'has a comma at the end of a row, so Rao takes the numbers of all messages for labels';
    yield findingAbout('RA054', detail);
    return;
  }
  yield* rowFindings(buttons, known);
  // The older columns hold button names.
  if (older.length === 0) yield* valueFindings(buttons);
  yield* unreadFindings(buttons);
}

/** True for surely sound buttons: as Rao writes them, of existing messages, in order. */
export function isSurelySoundButtons(bytes: Uint8Array, known: KnownMessages | null): boolean {
  let last = 0;
  return hasRows(bytes, BUTTONS_HEAD, BUTTONS_ROW, ([, id = '']) => {
    const isNext = Number(id) > last && (known === null || known.hasId(id));
    last = Number(id);
    return isNext;
  });
}

const BUTTONS_HEAD = /"message_id","buttons_run"\n/y;
const BUTTONS_ROW = /([1-9]\d{0,8}),(?:TRUE|FALSE)\n/y;

const BUTTONS = COLUMNS['message_buttons.csv'];

function* rowFindings({ rows, columns, read }: CompanionTable, known: KnownMessages | null): Generator<FileFinding> {
  const seen = new Set<number>();
  // Labelled rows have one field more.
  const width = read.ok && read.labelled ? columns.length + 1 : columns.length;
  for (const row of rows) {
    const id = numberIn(row, 'message_id');
    const { start, fields } = row.row;
    if (isNulRow(row)) {
      yield atByte('RA053', start, 'ends with NUL bytes');
      continue;
    }
    if (id === null || fields.length > width) yield atByte('RA031', start, brokenRow(row));
    else if (seen.has(id)) yield atByte('RA240', start, `has a second row of message ${id}`);
    else yield* strayFinding(id, start, known);
    if (id !== null) seen.add(id);
  }
}

/** R takes each row's first field for its label if one row has more fields than the header. */
function hasLateCommas({ rows, columns, read }: CompanionTable): boolean {
  if (!read.ok || !read.labelled || columns.join() !== BUTTONS.join()) return false;
  return rows.every(({ row: { fields } }) => isOwnRow(fields) && (fields.length === 2 || fields[2]?.text === ''));
}

function isOwnRow([id, value]: readonly Field[]): boolean {
  return /^\d{1,9}$/.test(id?.text ?? '') && /^(?:TRUE|FALSE)$/.test(value?.text ?? '');
}

/** Findings on values other than TRUE and FALSE, which R reads as false. */
function* valueFindings({ read, rows }: CompanionTable): Generator<FileFinding> {
  const run = columnOf(read, 'buttons_run');
  if (!read.ok || (run?.type !== 'character' && run?.type !== 'logical')) return;
  const nulls = new Set(rows.filter(isNulRow).map(({ row }) => row.start));
  for (const [place, { start }] of read.rows.entries()) {
    const value = run.cells[place] ?? '';
    if (nulls.has(start) || asLogical(value) !== null) continue;
    yield atByte(
      'RA055',
      start,
      `has a row that says ${value === '' ? 'nothing' : JSON.stringify(value.slice(0, 20))}`,
    );
  }
}

/** Findings on rows that R drops silently: those before and in an unclosed quote. */
function* unreadFindings({ read, rows }: CompanionTable): Generator<FileFinding> {
  if (!read.ok) return;
  const starts = new Set(read.rows.map(({ start }) => start));
  for (const each of rows)
    if (!starts.has(each.row.start) && !isNulRow(each))
      yield atByte('RA055', each.row.start, 'has a row that R does not read');
}

/** True for a row of NUL bytes, which R ignores as the last line. */
function isNulRow({ row: { fields } }: CompanionRow): boolean {
  return fields.length === 1 && /^\0+$/.test(fields[0]?.text ?? '');
}

function* strayFinding(id: number, start: number, known: KnownMessages | null): Generator<FileFinding> {
  if (known === null || known.hasId(String(id))) return;
  yield { ...atByte('RA241', start, `has buttons of message ${id}, which does not exist`), tie: String(id) };
}

function brokenRow(row: CompanionRow): string {
  const id = columnText(row, 'message_id').slice(0, 20);
  return `has a row that R cannot use: ${row.row.fields.length} fields, the first "${id}"`;
}
