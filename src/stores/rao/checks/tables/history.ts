import type { TableRow } from '../../../../codecs/table/table.ts';
import { count } from '../../../count.ts';
import { about, atByte, type FileFinding } from '../../../file-finding.ts';
import { COLUMNS } from '../../read/tables/companion-table.ts';
import { breaks, type History, isNul, type Mended, readMended, thirdName } from '../../read/tables/history.ts';
import { columnOf } from '../../read/tables/r-table.ts';
import { localeTroubles } from '../texts.ts';
import { hasRows, headTroubles, isBlank, lackOf, strangerTroubles } from './table.ts';

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
