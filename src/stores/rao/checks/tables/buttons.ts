import type { Field } from '../../../../codecs/table/table.ts';
import { about, atByte, type FileFinding } from '../../../file-finding.ts';
import {
  COLUMNS,
  type CompanionRow,
  type CompanionTable,
  columnText,
  numberIn,
  OLDER_BUTTONS,
} from '../../read/tables/companion-table.ts';
import { columnOf, strangersIn } from '../../read/tables/r-table.ts';
import { asLogical } from '../../read/tables/type-convert.ts';
import type { Known } from '../log/entry.ts';
import { hasRows, headTroubles, isBlank, lackOf, strangerTroubles } from './table.ts';

/** `known` is null for an unreadable log. */
export function* buttonsTroubles(buttons: CompanionTable, known: Known | null): Generator<FileFinding> {
  const { table, read } = buttons;
  if (isBlank(table)) {
    yield about('RA030', 'is empty');
    return;
  }
  yield* headTroubles(table);
  const refusal = lackOf(read, BUTTONS);
  if (refusal !== null) {
    yield about('RA031', refusal);
    return;
  }
  // A table without rows is rewritten, whatever its columns.
  const older = strangersIn(read, BUTTONS).unknown.filter((name) => OLDER_BUTTONS.includes(name));
  if (older.length > 0) yield about('RA132', `has the older columns ${older.join(' and ')}, so Rao cannot add a row`);
  yield* strangerTroubles(read, [...BUTTONS, ...older]);
  if (hasLateCommas(buttons)) {
    const detail = 'has a comma at the end of a row, so Rao takes the numbers of all messages for labels';
    yield about('RA054', detail);
    return;
  }
  yield* rowTroubles(buttons, known);
  // The older columns hold button names.
  if (older.length === 0) yield* valueTroubles(buttons);
  yield* unreadTroubles(buttons);
}

/** True for surely sound buttons: as Rao writes them, of existing messages, in order. */
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

const BUTTONS = COLUMNS['message_buttons.csv'];

function* rowTroubles({ rows, columns, read }: CompanionTable, known: Known | null): Generator<FileFinding> {
  const seen = new Set<number>();
  // Labelled rows have one field more.
  const width = read.ok && read.labelled ? columns.length + 1 : columns.length;
  for (const row of rows) {
    const id = numberIn(row, 'message_id');
    const { start, fields } = row.row;
    if (isNul(row)) {
      yield atByte('RA053', start, 'ends with NUL bytes');
      continue;
    }
    if (id === null || fields.length > width) yield atByte('RA031', start, brokenRow(row));
    else if (seen.has(id)) yield atByte('RA240', start, `has a second row of message ${id}`);
    else yield* strayTrouble(id, start, known);
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

/** Values other than TRUE and FALSE, which R reads as false. */
function* valueTroubles({ read, rows }: CompanionTable): Generator<FileFinding> {
  const run = columnOf(read, 'buttons_run');
  if (!read.ok || (run?.type !== 'character' && run?.type !== 'logical')) return;
  const nulls = new Set(rows.filter(isNul).map(({ row }) => row.start));
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

/** Rows that R drops silently: those before and in an unclosed quote. */
function* unreadTroubles({ read, rows }: CompanionTable): Generator<FileFinding> {
  if (!read.ok) return;
  const starts = new Set(read.rows.map(({ start }) => start));
  for (const each of rows)
    if (!starts.has(each.row.start) && !isNul(each))
      yield atByte('RA055', each.row.start, 'has a row that R does not read');
}

/** R ignores a last line of NUL bytes. */
function isNul({ row: { fields } }: CompanionRow): boolean {
  return fields.length === 1 && /^\0+$/.test(fields[0]?.text ?? '');
}

function* strayTrouble(id: number, start: number, known: Known | null): Generator<FileFinding> {
  if (known === null || known.hasId(String(id))) return;
  yield { ...atByte('RA241', start, `has buttons of message ${id}, which does not exist`), tie: String(id) };
}

function brokenRow(row: CompanionRow): string {
  const id = columnText(row, 'message_id').slice(0, 20);
  return `has a row that R cannot use: ${row.row.fields.length} fields, the first "${id}"`;
}
