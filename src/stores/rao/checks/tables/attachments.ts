import { about, type Trouble } from '../../../trouble.ts';
import type { CompanionTable } from '../../decode/tables/companion-table.ts';
import { byteTroubles, isBlank, lackOf, strangerTroubles } from './table-companion.ts';

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
  return wide === undefined ? null : `has a row of ${wide} fields under ${header} columns`;
}
