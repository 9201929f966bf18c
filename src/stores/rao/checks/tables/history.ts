import { about, atByte, type Trouble } from '../../../trouble.ts';
import { COLUMNS } from '../../decode/tables/companion-table.ts';
import type { History, HistoryRow } from '../../decode/tables/history.ts';
import { columnOf, type RTable } from '../../decode/tables/r-table.ts';
import { localeTroubles } from '../texts.ts';
import { byteTroubles, isBlank, lackOf, strangerTroubles } from './table-companion.ts';

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
  const quoted = rows.filter((row) => row !== short && breaks(row));
  for (const { row, filename } of quoted)
    yield atByte('RA033', row.start, 'crashes', `has a quote or # in the file name ${filename.slice(0, 60)}`);
  const refusal = shortage(short) ?? lackOf(read, ['filename', 'order']) ?? disorder(read);
  if ((quoted.length === 0 || short !== null) && refusal !== null)
    yield about('RA034', read.ok && short !== null ? 'drops' : 'crashes', refusal);
  else yield* strangerTroubles(read, COLUMNS['script_history.tsv']);
  yield* indexTroubles(history, number);
}

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
  return short === null ? null : `has a row of ${short.row.fields.length} fields, ${shown(short)}`;
}

function shown({ filename }: HistoryRow): string {
  return `that of ${filename.slice(0, 60)}`;
}

/** Rao counts on from the highest order. */
function disorder(read: RTable): string | null {
  const type = columnOf(read, 'order')?.type;
  return type === 'character' || type === 'complex' ? 'has an order that is not a number' : null;
}

/** R's reader would take the name apart; one that is in double quotes as a whole it takes as it is. */
function breaks({ filename }: HistoryRow): boolean {
  return /["'#]/.test(filename) && !/^"(?:[^"]|"")*"$/.test(filename);
}
