import type { Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { elements, isArray, lexemeOf, sourceOf, textOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { grouped } from '../../../model/collections.ts';
import { baseName } from '../../../model/path.ts';
import type { Versions, VersionsAndUndone } from '../../../model/plan.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { indexOf } from '../read/index-file.ts';
import { changeList, styleOf } from '../read/reindex.ts';
import { ENTRY_FIELDS } from '../read/schema.ts';

/**
 * Edits that undo a run's changes to metadata.json after later saves by TENEX, entry by entry. Null if TENEX changed
 * such an entry since, or a version cannot be read.
 */
export function putBackTenex(path: string, versions: Versions<Uint8Array>): readonly Edit[] | null {
  if (baseName(path) !== 'metadata.json') return null;
  const [before, after, now] = [versions.before, versions.after, versions.now].map(conversationList);
  if (before == null || after == null || now == null) return null;
  const back = entriesBack({ before, after, now });
  if (back === null) return null;
  const entries = elements(now);
  const come = back.come.map(({ index, value }) => ({ index, source: sourceOf(value) }));
  return [
    ...changeList(now, { gone: back.gone, come }, styleOf(now, entries)),
    ...entries.flatMap((entry, position) => {
      const value = back.replaced.get(position);
      return value === undefined ? [] : [replaceValue(entry, sourceOf(value))];
    }),
  ];
}

/** The harm of an undo: TENEX takes an index with one invalid entry for empty, and saves it with a single entry. */
export function tenexHarmOf(
  path: string,
  { now, undone }: Pick<VersionsAndUndone<Uint8Array>, 'now' | 'undone'>,
): string | null {
  if (baseName(path) !== 'metadata.json') return null;
  if (indexOf(now).state !== 'sound' || indexOf(undone).state === 'sound') return null;
  return 'the entries of before make the whole index unreadable to TENEX, which has saved a sound one since';
}

interface IndexReversal {
  readonly gone: ReadonlySet<number>;
  readonly replaced: ReadonlyMap<number, Value>;
  /** Returning entries, in order, each with the position it comes before. */
  readonly come: readonly { readonly index: number; readonly value: Value }[];
}

interface Lists {
  readonly before: Value;
  readonly after: Value;
  readonly now: Value;
}

/** The way back for every entry that differs between `before` and `after`; null if one changed again. */
function entriesBack({ before, after, now }: Lists): IndexReversal | null {
  const was = rowsOf(before);
  const made = rowsOf(after);
  const current = rowsOf(now);
  const rewind: RowChanges = { gone: new Set(), replaced: new Map(), stays: new Map(), lost: new Set() };
  for (const key of new Set([...was.keys(), ...made.keys()])) {
    const rows = { was: was.get(key) ?? [], made: made.get(key) ?? [], current: current.get(key) ?? [] };
    if (sameRows(rows.was, rows.made) || sameRows(rows.was, rows.current)) keepRows(rewind, rows);
    else if (sameRows(rows.made, rows.current)) turnBack(rewind, rows);
    else return null;
  }
  return { ...rewind, come: returningRows([...was.values()].flat(), rewind) };
}

interface Rows {
  readonly was: readonly IndexRow[];
  readonly made: readonly IndexRow[];
  readonly current: readonly IndexRow[];
}

interface RowChanges {
  readonly gone: Set<number>;
  readonly replaced: Map<number, Value>;
  /** Current positions of rows from before the run. */
  readonly stays: Map<number, number>;
  readonly lost: Set<IndexRow>;
}

/** Keeps rows that the run did not change, or that are back already: they are TENEX's to change. */
function keepRows({ stays }: RowChanges, { was, current }: Rows): void {
  for (const [i, { position }] of current.entries()) {
    const row = was[i];
    if (row !== undefined) stays.set(row.position, position);
  }
}

function turnBack({ gone, replaced, stays, lost }: RowChanges, { was, made, current }: Rows): void {
  const pairs = pairRows(was, made);
  for (const row of was) lost.add(row);
  for (const [i, now] of current.entries()) {
    const row = pairs[i];
    if (row === undefined) {
      gone.add(now.position);
      continue;
    }
    lost.delete(row);
    stays.set(row.position, now.position);
    if (!sameRow(row, now)) replaced.set(now.position, row.value);
  }
}

/** The row before the run for each row after it: one of equal meaning, or else the first one left; none for a new row. */
function pairRows(was: readonly IndexRow[], made: readonly IndexRow[]): (IndexRow | undefined)[] {
  const unpaired = new Set(was);
  const same = grouped(was.toReversed().map((row) => [meaningOf(row.value), row]));
  const pairs = made.map(({ value }) => {
    const row = same.get(meaningOf(value))?.pop();
    if (row !== undefined) unpaired.delete(row);
    return row;
  });
  const rest = unpaired.values();
  return pairs.map((row) => row ?? rest.next().value);
}

/** Places for lost rows: each returns after its nearest former predecessor that is left. */
function returningRows(before: readonly IndexRow[], { stays, lost }: RowChanges): IndexReversal['come'] {
  const come: { index: number; value: Value }[] = [];
  let index = 0;
  for (const row of before.toSorted((a, b) => a.position - b.position)) {
    if (lost.has(row)) come.push({ index, value: row.value });
    index = (stays.get(row.position) ?? index - 1) + 1;
  }
  return come;
}

export function conversationList(bytes: Uint8Array): Value | null {
  const value = wholeValue(bytes);
  const list = lastValue(value, 'conversations');
  return isArray(list) ? list : null;
}

interface IndexRow {
  readonly position: number;
  readonly value: Value;
}

function rowsOf(list: Value): Map<string, IndexRow[]> {
  return grouped(
    elements(list).map((value, position) => {
      const id = textAt(value, 'id');
      return [id === null ? `entry ${lexemeOf(value)}` : `id ${id}`, { position, value }];
    }),
  );
}

function sameRows(some: readonly IndexRow[], others: readonly IndexRow[]): boolean {
  return some.length === others.length && some.every((row, i) => sameRow(row, others[i] ?? row));
}

/** True when TENEX sees no difference between two entries. */
function sameRow({ value: one }: IndexRow, { value: other }: IndexRow): boolean {
  // Most are equal byte for byte, and comparing meanings is slow.
  return Buffer.compare(sourceOf(one), sourceOf(other)) === 0 || meaningOf(one) === meaningOf(other);
}

function meaningOf(entry: Value): string {
  return JSON.stringify(ENTRY_FIELDS.names.map((key) => atomOf(lastValue(entry, key))));
}

function atomOf(v: Value | null): string {
  if (v === null) return '';
  const type = typeOf(v);
  const text = type === 'string' ? textOf(v) : type === 'number' ? String(Number(lexemeOf(v))) : lexemeOf(v);
  return `${type} ${text}`;
}
