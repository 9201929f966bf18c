import { isUtf8 } from 'node:buffer';
import { isMarkAt } from '../../../codecs/byte-order-mark.ts';
import { illFormedAt } from '../../../codecs/json/utf8.ts';
import type { Table } from '../../../codecs/table/table.ts';
import { count } from '../../count.ts';
import { some } from '../../some.ts';
import { about, atByte, type Trouble } from '../../trouble.ts';
import {
  COLUMNS,
  type CompanionRow,
  type CompanionTable,
  columnText,
  type History,
  type HistoryRow,
  numberIn,
} from '../decode/tables/companion-table.ts';
import { columnOf, type RTable, strangersIn } from '../decode/tables/r-table.ts';
import type { Known } from './log/entry.ts';
import { localeTroubles } from './texts.ts';

/** True when there is no line in it: R refuses such a table. */
export function isBlank({ bytes }: Table): boolean {
  return bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** What is odd about the bytes of a table. */
export function* byteTroubles({ bytes }: Table): Generator<Trouble> {
  if (!isUtf8(bytes)) yield atByte('RA037', illFormedAt(bytes, 0), 'reads', 'has bytes that are not UTF-8');
  if (isMarkAt(bytes, 0)) yield atByte('RA010', 0, 'reads', 'has a byte-order mark before the table');
}

/** Why Rao cannot use a table with rows, to be read after the file's name; null when it can. */
function lackOf(read: RTable, columns: readonly string[]): string | null {
  if (!read.ok) return `cannot be read: ${read.error}`;
  const [missing] = strangersIn(read, columns).missing;
  return missing === undefined ? null : `has no column ${missing}`;
}

/** Columns that keep R from adding a row, where it finds all that it needs. */
function* strangerTroubles(read: RTable, columns: readonly string[]): Generator<Trouble> {
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
  return wide === undefined ? null : `has a row of ${count(wide, 'field')} under ${count(header, 'column')}`;
}

/** What is wrong with `message_buttons.csv`; `known` null when the log cannot be read. */
export function* buttonsTroubles(buttons: CompanionTable, known: Known | null): Generator<Trouble> {
  const { table, read } = buttons;
  if (isBlank(table)) {
    yield about('RA030', 'crashes', 'is empty');
    return;
  }
  yield* byteTroubles(table);
  const refusal = lackOf(read, BUTTONS);
  if (refusal !== null) {
    yield about('RA031', 'crashes', refusal);
    return;
  }
  // A table without rows is written anew, whatever its columns are.
  const older = strangersIn(read, BUTTONS).unknown.filter((name) => OLDER.includes(name));
  if (older.length > 0)
    yield about('RA132', 'crashes', `has the older columns ${older.join(' and ')}, so Rao cannot add a row`);
  yield* strangerTroubles(read, [...BUTTONS, ...older]);
  yield* rowTroubles(buttons, known);
}

/** True for buttons as Rao writes them, of messages that are there, in their order: with them surely nothing is wrong. */
export function isPlainButtons(bytes: Uint8Array, known: Known | null): boolean {
  let last = 0;
  return hasRows(bytes, BUTTONS_HEAD, BUTTONS_ROW, ([, id = '']) => {
    const isNext = Number(id) > last && (known === null || known.hasId(id));
    last = Number(id);
    return isNext;
  });
}

const BUTTONS_HEAD = /"message_id","buttons_run"\n/y;
const BUTTONS_ROW = /([1-9]\d{0,8}),(?:TRUE|FALSE)\n/y;

/** Whether a file is a head, and rows that all suit. */
function hasRows(bytes: Uint8Array, head: RegExp, row: RegExp, suits: (found: RegExpExecArray) => boolean): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  head.lastIndex = 0;
  if (!head.test(text)) return false;
  for (let at = head.lastIndex; at < text.length; at = row.lastIndex) {
    row.lastIndex = at;
    const found = row.exec(text);
    if (found === null || !suits(found)) return false;
  }
  return true;
}

const BUTTONS = COLUMNS['message_buttons.csv'];
const OLDER = ['next_button', 'on_deck_button'];

function* rowTroubles({ rows, columns, read }: CompanionTable, known: Known | null): Generator<Trouble> {
  const seen = new Set<number>();
  // Where rows have labels, each has a field more.
  const width = read.ok && read.labelled ? columns.length + 1 : columns.length;
  for (const row of rows) {
    const id = numberIn(row, 'message_id');
    const { start, fields } = row.row;
    if (id === null || fields.length > width) yield atByte('RA031', start, 'crashes', brokenRow(row));
    else if (seen.has(id)) yield atByte('RA240', start, 'crashes', `has a second row of message ${id}`);
    else yield* strayTrouble(id, start, known);
    if (id !== null) seen.add(id);
  }
}

function* strayTrouble(id: number, start: number, known: Known | null): Generator<Trouble> {
  if (known === null || known.hasId(String(id))) return;
  yield atByte('RA241', start, 'reads', `has buttons of message ${id}, which does not exist`);
}

function brokenRow(row: CompanionRow): string {
  const id = columnText(row, 'message_id').slice(0, 20);
  return `has a row that R cannot use: ${row.row.fields.length} fields, the first "${id}"`;
}

/** What is wrong with `script_history.tsv`; `number` is that of its conversation. */
export function* historyTroubles(history: History, number: number | null): Generator<Trouble> {
  const { table, rows, read } = history;
  if (isBlank(table)) {
    yield about('RA032', 'crashes', 'is empty');
    return;
  }
  yield* byteTroubles(table);
  yield* localeTroubles(table.bytes);
  const short = shortRow(history);
  const quoted = rows.filter((row) => row !== short && breaks(row.filename));
  for (const { row, filename } of quoted)
    yield atByte('RA033', row.start, 'crashes', `has a quote or # in the file name ${filename.slice(0, 60)}`);
  const refusal = shortage(short) ?? lackOf(read, ['filename', 'order']) ?? disorder(read);
  if ((quoted.length === 0 || short !== null) && refusal !== null)
    yield about('RA034', read.ok && short !== null ? 'drops' : 'crashes', refusal);
  else yield* strangerTroubles(read, COLUMNS['script_history.tsv']);
  yield* indexTroubles(history, number);
}

/** True for a history as Rao writes it, of names in ASCII without quotes: with it surely nothing is wrong. */
export function isPlainHistory(bytes: Uint8Array, number: number | null): boolean {
  return hasRows(bytes, HISTORY_HEAD, HISTORY_ROW, ([, index]) => Number(index) === number);
}

const HISTORY_HEAD = /filename\torder(?:\tconversation_index\n|\n$)/y;
const HISTORY_ROW = /[ !$-&(-;=-~]+\t[1-9]\d{0,8}\t(\d{1,9})\n/y;

function* indexTroubles({ columns, rows }: History, number: number | null): Generator<Trouble> {
  if (!columns.includes('conversation_index')) {
    if (rows.length > 0) yield about('RA133', 'reads', 'has rows of two columns');
    return;
  }
  for (const { row, conversationIndex } of rows) {
    const index = conversationIndex?.text.trim() ?? '';
    if (/^\d+$/.test(index) && Number(index) !== number)
      yield atByte('RA134', row.start, 'reads', `has a file of conversation ${index}`);
  }
}

/** A row with fewer fields than the header, whatever its quotes make of it; the last one may be short where no line end follows. */
function shortRow({ table, columns, rows }: History): HistoryRow | null {
  return (
    rows.find(
      ({ row }) => row.fields.length < columns.length && (row.next > row.end || row.end < table.bytes.length),
    ) ?? null
  );
}

function shortage(short: HistoryRow | null): string | null {
  return short === null
    ? null
    : `has a row of ${count(short.row.fields.length, 'field')}, that of ${short.filename.slice(0, 60)}`;
}

/** Rao counts on from the highest order. */
function disorder(read: RTable): string | null {
  const type = columnOf(read, 'order')?.type;
  return type === 'character' || type === 'complex' ? 'has an order that is not a number' : null;
}

/** R's reader would take the name apart; one that is in double quotes as a whole it takes as it is. */
export function breaks(filename: string): boolean {
  return /["'#]/.test(filename) && !/^"(?:[^"]|"")*"$/.test(filename);
}
