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

/** The verbs that a row of a table of names follows. */
export type Shelving = Extract<Ask, { readonly verb: 'fork' | 'archive' | 'restore' | 'delete' | 'rename' }>;

/** The tables of names: Rao's, and our archive's. */
type TableOf = 'names' | 'archiveNames';

/** What one conversation's change asks of a table of names. */
interface NameUpdate extends NameChange {
  readonly of: TableOf;
}

/** What one conversation's change asks of the tables. */
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

/** What all updates together make of a table. */
export function updateOf(updates: readonly NameUpdate[], table: TableOf): NameChange {
  const mine = updates.filter(({ of }) => of === table);
  return { remove: mine.flatMap(({ remove }) => remove), put: mine.flatMap(({ put }) => put) };
}

/** Rows go by numbers, and Rao opens `conversation_7` for 7: those of a folder `conversation_007` are not its own. */
function rowsOfFolder(names: Names | null, id: string): readonly NameRow[] {
  return names !== null && isReached(id) ? rowsOf(names, Number(id)) : [];
}

function forked({ names: file }: BaseFacts, names: Names | null, [first]: readonly NameRow[], id: number) {
  const name = names === null || first === undefined ? 'New conversation' : first.name;
  return { id, sources: [newSource(file?.names ?? null, id, `${name} (fork)`)] };
}

/** The rows that a number is to have from now on, without line ends; whatever rows it had give way. */
interface NewName {
  readonly id: number;
  readonly sources: readonly (string | Uint8Array)[];
}

/** What is to become of a table of names. */
export interface NameChange {
  readonly remove: readonly NameRow[];
  readonly put: readonly NewName[];
}

/** The step that changes a table, or makes it; null where nothing of it changes. `header` heads a new one. */
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
 * A header that names further columns, above no row. R's rbind gives a table without rows the columns of the first one that it adds,
 * so that Rao writes its own two there (docs/formats/rao.md, "Names").
 */
export function isBegunAnew({ header, rows }: Names): boolean {
  return header !== null && rows.length === 0 && header.fields.length !== 2;
}

/** Edits on a table whose rows can be distinguished; every row that stays is the same bytes. */
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

/** The rows that new ones take the place of; null when they are the same already. */
export function givingWay(names: Names, { id, sources }: NewName): readonly NameRow[] | null {
  const old = rowsOf(names, id);
  const isSame = (row: NameRow, at: number) =>
    Buffer.compare(rowSource(names.table, row.row), Buffer.from(sources[at] ?? '')) === 0;
  return old.length === sources.length && old.every(isSame) ? null : old;
}

/** The header of a table, or as Rao writes it where there is none to go by. */
export function headerOf(names: Names | null): Uint8Array {
  const header = names?.header ?? null;
  return header === null || names === null || isBegunAnew(names)
    ? Buffer.from(headerLine(NAMES_FILE))
    : rowSource(names.table, header);
}

/** A row of this number, otherwise as it is. */
function numberedSource({ table, places }: Names, { row, id: own }: NameRow, id: number): Uint8Array {
  if (own === id) return rowSource(table, row);
  const { start, end } = row.fields[places.id] ?? { start: row.start, end: row.start };
  const [before, after] = [table.bytes.subarray(row.start, start), table.bytes.subarray(end, row.end)];
  return Buffer.concat([before, Buffer.from(String(id)), after]);
}

/** A new row. Erdos splits rows at commas and line ends whatever quotes they are in, so that a name for it has neither. */
export function newSource(names: Names | null, id: number, name: string): string {
  const plain = names?.style === 'erdos' ? name.replace(/[\s",]+/g, ' ').trim() : name;
  const fields = [String(id), quoteCell(plain)];
  const isReversed = names !== null && names.places.id === 1 && !isBegunAnew(names);
  return (isReversed ? fields.toReversed() : fields).join(',');
}
