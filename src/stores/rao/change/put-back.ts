import type { Edit } from '../../../codecs/edit.ts';
import { changeTable, type NewRow, rowSource } from '../../../codecs/table/table.ts';
import { addAll, grouped } from '../../../model/collections.ts';
import { ruleOf } from '../../../model/finding.ts';
import { baseName } from '../../../model/path.ts';
import type { Versions, VersionsAndUndone } from '../../../model/plan.ts';
import { isError } from '../../../model/rules/row.ts';
import type { FileFinding } from '../../file-finding.ts';
import { columnFindings, doubleFindings, nameRowFindings, tableFindings } from '../checks/names.ts';
import { NAMES_FILE } from '../layout/layout.ts';
import { decodeNames, type NameRow, type Names } from '../read/tables/names.ts';

/** Undoes a run's changes to a names table after later saves by Rao, number by number. Null if a row that the run changed has changed again. */
export function putBackRao(path: string, { before, after, now }: Versions<Uint8Array>): readonly Edit[] | null {
  if (baseName(path) !== NAMES_FILE) return null;
  const [was, made, current] = [before, after, now].map(versionOf);
  if (was === undefined || made === undefined || current === undefined || !current.read.ok || current.table.open !== -1)
    return null;
  const places = followingRows(was, current);
  const remove: NameRow[] = [];
  const insert: NewRow[] = [];
  for (const id of changedIds(was, made)) {
    const old = was.of(id);
    const ofRun = made.of(id);
    const found = current.of(id);
    if (saysSame(found, old)) continue;
    if (!saysSame(found, ofRun)) return null;
    addAll(remove, found);
    const at = found[0] ?? places.get(old[0]) ?? null;
    addAll(
      insert,
      old.map((row) => ({ before: at?.row ?? null, source: rowSource(was.table, row.row) })),
    );
  }
  return changeTable(current.table, { remove: remove.map(({ row }) => row), insert });
}

/** The harm of an undo: an error in Rao's own table that it would bring back. */
export function raoHarmOf(
  path: string,
  { now, undone }: Pick<VersionsAndUndone<Uint8Array>, 'now' | 'undone'>,
): string | null {
  if (baseName(path) !== NAMES_FILE) return null;
  const known = new Set(errorsIn(now).map(({ code }) => code));
  const back = errorsIn(undone).find(({ code }) => !known.has(code));
  return back === undefined ? null : `it again ${back.detail} (${back.code}), and Rao has saved it without that since`;
}

function errorsIn(bytes: Uint8Array): readonly FileFinding[] {
  const names = decodeNames(bytes);
  const table = [...tableFindings(names)];
  const rows = table.length > 0 ? [] : [...columnFindings(names), ...nameRowFindings(names), ...doubleFindings(names)];
  return [...table, ...rows].filter(({ code }) => isError(ruleOf(code)));
}

interface Version extends Names {
  of(id: string): readonly NameRow[];
}

function versionOf(bytes: Uint8Array): Version {
  const names = decodeNames(bytes);
  const rows = grouped(names.rows.map((row) => [keyOf(row), row]));
  return { ...names, of: (id) => rows.get(id) ?? [] };
}

function keyOf({ id, idText }: NameRow): string {
  return id === null ? idText : String(id);
}

function changedIds(was: Version, made: Version): string[] {
  const ids = new Set([...was.rows, ...made.rows].map(keyOf));
  return [...ids].filter((id) => !isSame(sourcesOf(was, id), sourcesOf(made, id)));
}

function sourcesOf(version: Version, id: string): string[] {
  return version.of(id).map(({ row }) => Buffer.from(rowSource(version.table, row)).toString('latin1'));
}

/** True if rows have equal names. Rao rewrites all rows at each save, so their bytes do not count. */
function saysSame(a: readonly NameRow[], b: readonly NameRow[]): boolean {
  return isSame(
    a.map(({ name }) => name),
    b.map(({ name }) => name),
  );
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

/** For each former row, the row before which it comes back: the next one still present; null for the end. */
function followingRows(was: Version, current: Version): Map<NameRow | undefined, NameRow | null> {
  const places = new Map<NameRow | undefined, NameRow | null>();
  let next: NameRow | null = null;
  for (const row of was.rows.toReversed()) {
    places.set(row, next);
    next = current.of(keyOf(row))[0] ?? next;
  }
  return places;
}
