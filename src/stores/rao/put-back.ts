import type { Edit } from '../../codecs/edit.ts';
import { changeTable, type NewRow, rowSource } from '../../codecs/table/edits.ts';
import { row } from '../../model/findings.ts';
import type { SavedOver, Versions } from '../kind.ts';
import { baseName } from '../path.ts';
import type { Trouble } from '../trouble.ts';
import { columnTroubles, doubleTroubles, rowTroubles, tableTroubles } from './checks/names.ts';
import { decodeNames, type NameRow, type Names } from './decode/tables/names.ts';

/**
 * Undoes what a run did to a table of names after Rao saved it again, number by number: rows that the run added go, those that it
 * removed or changed come back as they were. Null when a row that the run changed says something else now.
 */
export function putBackRao(path: string, { before, after, now }: Versions): readonly Edit[] | null {
  if (baseName(path) !== 'conversation_names.csv') return null;
  const [was, made, is] = [before, after, now].map(decodeNames);
  if (was === undefined || made === undefined || is === undefined || !is.read.ok || is.table.open !== -1) return null;
  const remove: NameRow[] = [];
  const insert: NewRow[] = [];
  for (const id of changedIds(was, made)) {
    const [old, left, found] = [rowsWith(was, id), rowsWith(made, id), rowsWith(is, id)];
    if (saysSame(found, old)) continue;
    if (!saysSame(found, left)) return null;
    remove.push(...found);
    const at = found[0] ?? placeOf(was, is, old[0]);
    insert.push(...old.map((row) => ({ before: at?.row ?? null, source: rowSource(was.table, row.row) })));
  }
  return changeTable(is.table, { remove: remove.map(({ row }) => row), insert });
}

/** An error that Rao's own table of names does not have, and would have again. */
export function raoHarmOf(path: string, { now, undone }: SavedOver): string | null {
  if (baseName(path) !== 'conversation_names.csv') return null;
  const known = new Set(errorsIn(now).map(({ code }) => code));
  const back = errorsIn(undone).find(({ code }) => !known.has(code));
  return back === undefined ? null : `it again ${back.detail} (${back.code}), and Rao has saved it without that since`;
}

function errorsIn(bytes: Uint8Array): readonly Trouble[] {
  const names = decodeNames(bytes);
  const table = [...tableTroubles(names)];
  const rows = table.length > 0 ? [] : [...columnTroubles(names), ...rowTroubles(names), ...doubleTroubles(names)];
  return [...table, ...rows].filter(({ code }) => row(code).severity === 'error');
}

/** Numbers, as they are, whose rows differ in bytes. */
function changedIds(was: Names, made: Names): string[] {
  const ids = new Set([...was.rows, ...made.rows].map(keyOf));
  return [...ids].filter((id) => !isSame(sourcesOf(was, id), sourcesOf(made, id)));
}

function keyOf({ id, idText }: NameRow): string {
  return id === null ? idText : String(id);
}

function rowsWith({ rows }: Names, key: string): readonly NameRow[] {
  return rows.filter((row) => keyOf(row) === key);
}

function sourcesOf(names: Names, key: string): string[] {
  return rowsWith(names, key).map(({ row }) => Buffer.from(rowSource(names.table, row)).toString('latin1'));
}

/** Rao writes every row anew when it saves one: what counts is what they say. */
function saysSame(a: readonly NameRow[], b: readonly NameRow[]): boolean {
  return isSame(
    a.map(({ name }) => name),
    b.map(({ name }) => name),
  );
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

/** The row before which one was that is gone: the next one that is still there; null for the end. */
function placeOf(was: Names, is: Names, gone: NameRow | undefined): NameRow | null {
  const after = gone === undefined ? [] : was.rows.slice(was.rows.indexOf(gone) + 1);
  for (const each of after) {
    const found = rowsWith(is, keyOf(each))[0];
    if (found !== undefined) return found;
  }
  return null;
}
