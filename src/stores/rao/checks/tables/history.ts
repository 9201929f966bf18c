import { about, atByte, type Trouble } from '../../../trouble.ts';
import type { History, HistoryRow } from '../../decode/tables/history.ts';
import { localeTroubles } from '../texts.ts';
import { byteTroubles, isBlank, refusalOf } from './table-companion.ts';

/** What is wrong with `script_history.tsv`; `number` is that of its conversation. */
export function* historyTroubles(history: History, number: number | null): Generator<Trouble> {
  const { table, columns, rows, read } = history;
  if (isBlank(table)) {
    yield about('RA032', 'crashes', 'is empty');
    return;
  }
  yield* byteTroubles(table);
  yield* localeTroubles(table.bytes);
  const quoted = rows.filter(breaks);
  for (const { row, filename } of quoted)
    yield atByte('RA033', row.start, 'crashes', `has a quote or # in the file name ${filename.slice(0, 60)}`);
  const refusal = refusalOf(read, ['filename', 'order']);
  if (quoted.length === 0 && refusal !== null) yield about('RA034', 'crashes', refusal);
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

/** R's reader would take the name apart; one that is in double quotes as a whole it takes as it is. */
function breaks({ filename }: HistoryRow): boolean {
  return /["'#]/.test(filename) && !/^"(?:[^"]|"")*"$/.test(filename);
}
