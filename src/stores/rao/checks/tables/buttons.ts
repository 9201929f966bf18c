import { about, atByte, type Trouble } from '../../../trouble.ts';
import { type CompanionRow, type CompanionTable, numberIn, textIn } from '../../decode/tables/companion-table.ts';
import type { Known } from '../companions/known.ts';
import { byteTroubles, isBlank, refusalOf } from './table-companion.ts';

/** What is wrong with `message_buttons.csv`; `known` null when the log cannot be read. */
export function* buttonsTroubles(buttons: CompanionTable, known: Known | null): Generator<Trouble> {
  const { table, columns, rows, read } = buttons;
  if (isBlank(table)) {
    yield about('RA030', 'crashes', 'is empty');
    return;
  }
  yield* byteTroubles(table);
  const refusal = refusalOf(read, rows.length === 0 ? [] : ['message_id']);
  if (refusal !== null) {
    yield about('RA031', 'crashes', refusal);
    return;
  }
  const older = columns.filter((name) => name === 'next_button' || name === 'on_deck_button');
  if (older.length > 0) yield about('RA132', 'reads', `has the older columns ${older.join(' and ')}`);
  yield* rowTroubles(buttons, known);
}

function* rowTroubles({ rows, columns }: CompanionTable, known: Known | null): Generator<Trouble> {
  const seen = new Set<number>();
  for (const row of rows) {
    const id = numberIn(row, 'message_id');
    const { start, fields } = row.row;
    if (id === null || fields.length > columns.length) yield atByte('RA031', start, 'crashes', brokenRow(row));
    else if (seen.has(id)) yield atByte('RA240', start, 'crashes', `has a second row of message ${id}`);
    else if (known !== null && !known.ids.has(String(id)))
      yield atByte('RA241', start, 'reads', `has buttons of message ${id}, which is not there`);
    if (id !== null) seen.add(id);
  }
}

function brokenRow(row: CompanionRow): string {
  const id = textIn(row, 'message_id').slice(0, 20);
  return `has a row that R does not take: ${row.row.fields.length} fields, the first "${id}"`;
}
