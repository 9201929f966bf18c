import type { Finding } from '../../../../model/finding.ts';
import { about, atByte, type Trouble } from '../../../trouble.ts';
import type { NameRow, Names } from '../../decode/tables/names.ts';
import type { Facts } from '../../facts.ts';
import { type Numbers, numbersOf } from './numbers.ts';

/** Tables of names; null for one that is not there, or that Rao does not read whole. */
export interface Tables {
  readonly names: Names | null;
  readonly archiveNames: Names | null;
}

/** What is wrong between the tables of names and the folders, in a store that was seen whole. */
export function* rowFindings(facts: Facts, { names, archiveNames }: Tables): Generator<Finding> {
  const numbers = numbersOf(facts);
  const named = idsOf(names);
  if (names !== null && facts.names !== null) {
    yield* namesFindings(facts.names.part.path, names, numbers);
    yield* unnamed('RA311', numbers.active, named);
  }
  // A table that is there and cannot be read may have the name.
  if (facts.archiveNames === null || archiveNames !== null)
    yield* unnamed('RA315', numbers.archived, new Set([...named, ...idsOf(archiveNames)]));
  yield* nextFindings(numbers, named);
}

function idsOf(names: Names | null): ReadonlySet<number | null> {
  return new Set(names?.rows.map(({ id }) => id));
}

function* namesFindings(path: string, { rows }: Names, numbers: Numbers): Generator<Finding> {
  for (const row of rows)
    for (const trouble of rowTroubles(row, numbers)) yield { id: String(row.id), path, ...trouble };
}

function* rowTroubles({ id, row }: NameRow, { active, archived, next }: Numbers): Generator<Trouble> {
  if (id === null || active.has(id)) return;
  if (id === next)
    yield atByte('RA312', row.start, 'overwrites', `has a name for ${id}, the number of the next new conversation`);
  else if (archived.has(id)) yield atByte('RA310', row.start, 'reads', `has the name of ${id}, which is archived`);
  else yield atByte('RA309', row.start, 'reads', `has a name for ${id}, which does not exist`);
}

function* unnamed(
  code: 'RA311' | 'RA315',
  folders: Numbers['active'],
  named: ReadonlySet<number | null>,
): Generator<Finding> {
  for (const [number, { id, path }] of folders)
    if (!named.has(number)) yield { id, path, ...about(code, 'reads', 'has no name') };
}

/** A row of the number says more. */
function* nextFindings({ archived, active, next }: Numbers, named: ReadonlySet<number | null>): Generator<Finding> {
  const fact = next === null || active.has(next) || named.has(next) ? undefined : archived.get(next);
  if (fact === undefined) return;
  const detail = 'has the number that the next new conversation takes';
  yield { id: fact.id, path: fact.path, ...about('RA313', 'reads', detail) };
}
