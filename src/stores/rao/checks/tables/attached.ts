import type { Table } from '../../../../codecs/table/table.ts';
import { count } from '../../../count.ts';
import { about, type FileFinding } from '../../../file-finding.ts';
import { COLUMNS, type CompanionTable } from '../../read/tables/companion-table.ts';
import type { RTable } from '../../read/tables/r-table.ts';
import { headTroubles, isBlank, lackOf, strangerTroubles } from './table.ts';

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
