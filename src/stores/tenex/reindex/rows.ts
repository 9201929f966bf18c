import {
  elements,
  isString,
  kindOf,
  lexemeOf,
  member,
  sourceOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';

/** One entry of an index, to be compared with the same one in another version of it. */
export interface Row {
  readonly place: number;
  readonly value: Value;
}

/** The rows of a list, by id; what has none goes by its source. */
export function rowsOf(list: Value): Map<string, Row[]> {
  const rows = new Map<string, Row[]>();
  for (const [place, value] of elements(list).entries()) {
    const id = member(value, 'id', 'last');
    const key = isString(id) ? `id ${textOf(id)}` : `entry ${lexemeOf(value)}`;
    const row = { place, value };
    const others = rows.get(key);
    if (others === undefined) rows.set(key, [row]);
    else others.push(row);
  }
  return rows;
}

/** True when two versions of the entries of one id mean the same to TENEX. */
export function sameRows(some: readonly Row[], others: readonly Row[]): boolean {
  return some.length === others.length && some.every((row, i) => sameRow(row, others[i] ?? row));
}

/** True when two entries mean the same to TENEX. */
export function sameRow({ value: one }: Row, { value: other }: Row): boolean {
  // Most are the same to the byte, and working out what they mean takes long.
  return Buffer.compare(sourceOf(one), sourceOf(other)) === 0 || meaningOf(one) === meaningOf(other);
}

/** What TENEX's schema keeps of an entry (docs/formats/tenex.md). */
const KEPT = ['id', 'title', 'createdAt', 'updatedAt', 'phase', 'eventCount', 'agentCount', 'archived'];

/** All that TENEX keeps of an entry at its next save. */
export function meaningOf(entry: Value): string {
  return JSON.stringify(KEPT.map((key) => atomOf(member(entry, key, 'last'))));
}

function atomOf(v: Value | null): string {
  if (v === null) return '';
  const kind = kindOf(v);
  const text = kind === 'string' ? textOf(v) : kind === 'number' ? String(Number(lexemeOf(v))) : lexemeOf(v);
  return `${kind} ${text}`;
}
