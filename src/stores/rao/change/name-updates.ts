import type { Edit } from '../../../codecs/edit.ts';
import { changeTable, type NewRow, quoteCell, rowSource } from '../../../codecs/table/edits.ts';
import type { TableRow } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/add-all.ts';
import type { Step } from '../../../model/plan.ts';
import { withEdits } from '../../engine/steps.ts';
import type { Ask, UnitChange } from '../../kind.ts';
import type { BaseFacts, NamesFile } from '../checks/facts.ts';
import { isReached, NAMES_FILE, raoArchive } from '../layout/layout.ts';
import { headerLine } from '../read/tables/companion-table.ts';
import { type NameRow, type Names, rowsOf } from '../read/tables/names.ts';

/** Verbs that move rows of the names tables. */
export type Shelving = Extract<Ask, { readonly verb: 'fork' | 'archive' | 'restore' | 'delete' | 'rename' }>;

/** Rao's table, and that of convo's archive. */
type TableOf = 'names' | 'archiveNames';

interface NameUpdate extends NameChange {
  readonly of: TableOf;
}

export function nameUpdates(facts: BaseFacts, ask: Shelving, id: string, piece: UnitChange): NameUpdate[] {
  const of = piece.path.startsWith(`${raoArchive(facts.scope.site)}/`) ? 'archiveNames' : 'names';
  const names = facts[of]?.names ?? null;
  const number = Number(piece.newId ?? id);
  if (ask.verb === 'rename')
    return [{ of, remove: [], put: [{ id: number, sources: [newSource(names, number, ask.title)] }] }];
  const rows = rowsOfFolder(names, id);
  if (ask.verb === 'fork') return [{ of: 'names', remove: [], put: [forked(facts, names, rows, number)] }];
  const gone: NameUpdate = { of, remove: rows, put: [] };
  if (ask.verb === 'delete' || names === null || rows.length === 0) return [gone];
  const sources = rows.map((row) => numberedSource(names, row, number));
  return [gone, { of: of === 'names' ? 'archiveNames' : 'names', remove: [], put: [{ id: number, sources }] }];
}

export function updateOf(updates: readonly NameUpdate[], table: TableOf): NameChange {
  const mine = updates.filter(({ of }) => of === table);
  return { remove: mine.flatMap(({ remove }) => remove), put: mine.flatMap(({ put }) => put) };
}

/** Rows have numbers, and Rao opens `conversation_7` for 7. The rows of 7 are not those of `conversation_007`. */
function rowsOfFolder(names: Names | null, id: string): readonly NameRow[] {
  return names !== null && isReached(id) ? rowsOf(names, Number(id)) : [];
}

function forked({ names: file }: BaseFacts, names: Names | null, [first]: readonly NameRow[], id: number) {
  const name = names === null || first === undefined ? 'New conversation' : first.name;
  return { id, sources: [newSource(file?.names ?? null, id, `${name} (fork)`)] };
}

/** New rows of a number, without line ends. They replace its old rows. */
interface NewName {
  readonly id: number;
  readonly sources: readonly (string | Uint8Array)[];
}

export interface NameChange {
  readonly remove: readonly NameRow[];
  readonly put: readonly NewName[];
}

/** Null for no change; `header` heads a new table. */
export function nameStep(path: string, file: NamesFile | null, change: NameChange, header: Uint8Array): Step | null {
  const names = file?.names ?? null;
  if (file === null || names === null) {
    if (change.put.length === 0) return null;
    return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: wholeTable(header, change) } };
  }
  const edits = nameEdits(names, change);
  if (edits.length === 0) return null;
  return withEdits(file.part, edits);
}

function wholeTable(header: Uint8Array, { put }: NameChange): Buffer {
  const lines = [header, ...put.flatMap(({ sources }) => sources)];
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
}

/**
 * A header with further columns and no rows. R's rbind gives such a table the columns of the first row, so Rao writes
 * its own two (docs/formats/rao.md, "Names").
 */
export function isBegunAnew({ header, rows }: Names): boolean {
  return header !== null && rows.length === 0 && header.fields.length !== 2;
}

/** Rows must be distinguishable. Unchanged rows keep their bytes. */
export function nameEdits(names: Names, change: NameChange): Edit[] {
  const { remove, put } = change;
  if (isBegunAnew(names) && put.length > 0)
    return [{ at: 0, remove: names.table.bytes.length, insert: wholeTable(headerOf(names), change) }];
  const gone = new Set<TableRow>(remove.map(({ row }) => row));
  const insert: NewRow[] = [];
  for (const each of put) {
    const old = givingWay(names, each);
    if (old === null) continue;
    for (const { row } of old) gone.add(row);
    addAll(
      insert,
      each.sources.map((source) => ({ before: old[0]?.row ?? null, source })),
    );
  }
  return changeTable(names.table, { remove: [...gone], insert });
}

/** Rows to replace; null if they are equal already. */
export function givingWay(names: Names, { id, sources }: NewName): readonly NameRow[] | null {
  const old = rowsOf(names, id);
  const isSame = (row: NameRow, at: number) =>
    Buffer.compare(rowSource(names.table, row.row), Buffer.from(sources[at] ?? '')) === 0;
  return old.length === sources.length && old.every(isSame) ? null : old;
}

/** The table's header, or Rao's. */
export function headerOf(names: Names | null): Uint8Array {
  const header = names?.header ?? null;
  return header === null || names === null || isBegunAnew(names)
    ? Buffer.from(headerLine(NAMES_FILE))
    : rowSource(names.table, header);
}

/** A row with another number. */
function numberedSource({ table, places }: Names, { row, id: own }: NameRow, id: number): Uint8Array {
  if (own === id) return rowSource(table, row);
  const { start, end } = row.fields[places.id] ?? { start: row.start, end: row.start };
  const [before, after] = [table.bytes.subarray(row.start, start), table.bytes.subarray(end, row.end)];
  return Buffer.concat([before, Buffer.from(String(id)), after]);
}

/** Erdos splits rows at commas and line ends even in quotes, so its names get neither. */
export function newSource(names: Names | null, id: number, name: string): string {
  const plain = names?.style === 'erdos' ? name.replace(/[\s",]+/g, ' ').trim() : name;
  const fields = [String(id), quoteCell(plain)];
  const isReversed = names !== null && names.places.id === 1 && !isBegunAnew(names);
  return (isReversed ? fields.toReversed() : fields).join(',');
}
