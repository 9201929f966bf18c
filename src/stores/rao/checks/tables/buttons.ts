import { about, atByte, type FileFinding } from '../../../file-finding.ts';
import {
  COLUMNS,
  type CompanionRow,
  type CompanionTable,
  columnText,
  numberIn,
} from '../../decode/tables/companion-table.ts';
import { strangersIn } from '../../decode/tables/r-table.ts';
import type { Known } from '../log/entry.ts';
import { hasRows, headTroubles, isBlank, lackOf, strangerTroubles } from './table.ts';

/** What is wrong with `message_buttons.csv`; `known` null when the log cannot be read. */
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
  // A table without rows is written anew, whatever its columns are.
  const older = strangersIn(read, BUTTONS).unknown.filter((name) => OLDER.includes(name));
  if (older.length > 0) yield about('RA132', `has the older columns ${older.join(' and ')}, so Rao cannot add a row`);
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

const BUTTONS = COLUMNS['message_buttons.csv'];
const OLDER = ['next_button', 'on_deck_button'];

function* rowTroubles({ rows, columns, read }: CompanionTable, known: Known | null): Generator<FileFinding> {
  const seen = new Set<number>();
  // Where rows have labels, each has a field more.
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

/** R passes over a last line of NUL bytes. */
function isNul({ row: { fields } }: CompanionRow): boolean {
  return fields.length === 1 && /^\0+$/.test(fields[0]?.text ?? '');
}

function* strayTrouble(id: number, start: number, known: Known | null): Generator<FileFinding> {
  if (known === null || known.hasId(String(id))) return;
  yield atByte('RA241', start, `has buttons of message ${id}, which does not exist`);
}

function brokenRow(row: CompanionRow): string {
  const id = columnText(row, 'message_id').slice(0, 20);
  return `has a row that R cannot use: ${row.row.fields.length} fields, the first "${id}"`;
}
