import { count } from '../../../count.ts';
import { about, type Trouble } from '../../../trouble.ts';
import { COLUMNS, type CompanionTable } from '../../decode/tables/companion-table.ts';
import { headTroubles, isBlank, lackOf, strangerTroubles } from './table.ts';

/** The tables of what was attached to a conversation. */
type Attached = 'attachments.csv' | 'images.csv';

/** Why Rao cannot use one of them. */
export function* attachedTroubles({ table, read }: CompanionTable, name: Attached): Generator<Trouble> {
  const columns = COLUMNS[name];
  if (isBlank(table)) {
    yield about('RA035', 'is empty');
    return;
  }
  yield* headTroubles(table);
  const refusal = lackOf(read, columns) ?? tooWide(table.rows.map(({ fields }) => fields.length));
  if (refusal !== null) yield about('RA036', refusal);
  else yield* strangerTroubles(read, columns);
}

/** Fields beyond the header begin a row of their own, or push the others aside. */
function tooWide([header = 0, ...rows]: readonly number[]): string | null {
  const wide = rows.find((fields) => fields > header);
  return wide === undefined ? null : `has a row of ${count(wide, 'field')} under ${count(header, 'column')}`;
}
