import { type Edit, EditClash } from '../edit.ts';
import { isJsonSpace } from './tape.ts';
import {
  eachElement,
  elements,
  isArray,
  isComplete,
  isObject,
  type Member,
  members,
  quote,
  spanOf,
  type Value,
} from './value.ts';

export interface NewMember {
  readonly key: string;
  readonly json: string | Uint8Array;
}

export interface MemberChange {
  readonly remove?: readonly Value[];
  readonly first?: readonly NewMember[];
  readonly last?: readonly NewMember[];
}

/** An element to insert before `index`; without it, at the end. */
export interface NewElement {
  readonly index: number;
  readonly json: string | Uint8Array;
}

/** Indices count the present elements. */
export interface ElementChange {
  readonly remove?: readonly Value[];
  readonly insert?: readonly NewElement[];
}

/** Edits that replace a value. Throws EditClash for a cut value. */
export function replaceValue(v: Value, json: string | Uint8Array): Edit {
  const { start, end } = spanOf(v);
  if (!isComplete(v)) throw new EditClash(`the value at byte ${start} is cut off`);
  return { at: start, remove: end - start, insert: Buffer.from(json) };
}

/**
 * Changes one object in one operation, with its commas and white space. Two operations on one object must not be
 * combined. Throws EditClash for a cut object or the key of another object.
 */
export function changeMembers(object: Value, { remove = [], first = [], last = [] }: MemberChange): Edit[] {
  if (!isObject(object)) throw new EditClash('members are changed in objects only');
  if (remove.length + first.length + last.length === 0) return [];
  const all = members(object);
  const colon = colonOf(all);
  const source = ({ key, json }: NewMember) => Buffer.concat([Buffer.from(quote(key)), colon, Buffer.from(json)]);
  const items = all.map(({ key, value }) => ({ start: spanOf(key).start, end: spanOf(value).end }));
  const places = new Map(all.map((each, index) => [each.key.at, index]));
  const added =
    all.length === 0
      ? new Map([[0, [...first, ...last].map(source)]])
      : new Map([
          [0, first.map(source)],
          [all.length, last.map(source)],
        ]);
  return changeItems(object, items, { gone: placesOf(remove, places), added });
}

/** Changes one array in one operation, like changeMembers. Throws for an index beyond the end. */
export function changeElements(array: Value, { remove = [], insert = [] }: ElementChange): Edit[] {
  if (!isArray(array)) throw new EditClash('elements are changed in arrays only');
  const all = elements(array);
  const places = new Map(all.map((each, index) => [each.at, index]));
  const added = new Map<number, Buffer[]>();
  for (const { index, json } of insert) {
    if (!Number.isInteger(index) || index < 0 || index > all.length)
      throw new EditClash(`an array of ${all.length} elements has no place ${index}`);
    const before = added.get(index);
    // A list, since one index may get thousands.
    if (before === undefined) added.set(index, [Buffer.from(json)]);
    else before.push(Buffer.from(json));
  }
  return changeItems(array, all.map(spanOf), { gone: placesOf(remove, places), added });
}

export function insertMember(
  object: Value,
  key: string,
  json: string | Uint8Array,
  where: 'first' | 'last' = 'last',
): Edit {
  const [edit] = changeMembers(object, { [where]: [{ key, json }] });
  if (edit === undefined) throw new EditClash('an insertion makes one edit');
  return edit;
}

export function removeMembers(object: Value, keys: readonly Value[]): Edit[] {
  return changeMembers(object, { remove: keys });
}

export function removeElements(array: Value, removed: readonly Value[]): Edit[] {
  return changeElements(array, { remove: removed });
}

/** Removes all elements from an index on, with one edit, since there may be very many. */
export function removeFrom(array: Value, place: number): Edit[] {
  let before: Value | null = null;
  let last: Value | null = null;
  let count = 0;
  for (const each of eachElement(array)) {
    if (++count === place) before = each;
    last = each;
  }
  if (last === null || count <= place) return [];
  const { start, end } = spanOf(array);
  return [before === null ? edit(start + 1, end - 1, []) : edit(spanOf(before).end, spanOf(last).end, [])];
}

function placesOf(chosen: readonly Value[], places: ReadonlyMap<number, number>): Set<number> {
  const found = new Set<number>();
  for (const each of chosen) {
    const place = places.get(each.at);
    if (place === undefined) throw new EditClash(`what begins at byte ${spanOf(each).start} is not in this container`);
    found.add(place);
  }
  return found;
}

function colonOf([first]: readonly Member[]): Uint8Array {
  if (first === undefined) return Buffer.from(':');
  return first.key.tape.bytes.subarray(spanOf(first.key).end, spanOf(first.value).start);
}

interface ElementSpan {
  readonly start: number;
  readonly end: number;
}

/** Removes items at `gone`, and inserts each source before the item of its index. */
interface ItemChange {
  readonly gone: ReadonlySet<number>;
  readonly added: ReadonlyMap<number, readonly Uint8Array[]>;
}

/**
 * One edit per gap between remaining items: edits never touch, and commas are right in every combination. New sources
 * get their neighbours' white space. Throws EditClash for a cut container.
 */
function changeItems(container: Value, items: readonly ElementSpan[], change: ItemChange): Edit[] {
  if (!isComplete(container)) throw new EditClash(`the container at byte ${spanOf(container).start} is cut off`);
  const edits: Edit[] = [];
  let gap: ElementGap = { before: null, lost: [], come: [] };
  for (let i = 0; i <= items.length; i++) {
    const item = items[i];
    for (const source of change.added.get(i) ?? []) gap.come.push({ source, comma: commaAt(container, items, i) });
    if (item !== undefined && change.gone.has(i)) {
      gap.lost.push(item);
      continue;
    }
    if (gap.lost.length + gap.come.length > 0) edits.push(close(container, gap, item ?? null));
    gap = { before: item ?? null, lost: [], come: [] };
  }
  return edits;
}

interface ElementGap {
  readonly before: ElementSpan | null;
  readonly lost: ElementSpan[];
  readonly come: { readonly source: Uint8Array; readonly comma: Uint8Array }[];
}

function close(container: Value, { before, lost, come }: ElementGap, after: ElementSpan | null): Edit {
  const first = lost[0]?.start;
  const last = lost.at(-1)?.end;
  if (before !== null)
    return edit(
      before.end,
      last ?? before.end,
      come.flatMap(({ source, comma }) => [comma, source]),
    );
  if (after !== null)
    return edit(
      first ?? after.start,
      after.start,
      come.flatMap(({ source, comma }) => [source, comma]),
    );
  const { start, end } = spanOf(container);
  if (come.length === 0) return edit(start + 1, end - 1, []);
  const inside = come.flatMap(({ source, comma }, i) => (i === 0 ? [source] : [comma, source]));
  return edit(first ?? start + 1, last ?? start + 1, inside);
}

function edit(from: number, to: number, insert: readonly Uint8Array[]): Edit {
  return { at: from, remove: to - from, insert: Buffer.concat(insert) };
}

/** A comma with white space, copied from the nearest item after a comma, or from the only item. */
function commaAt({ tape: { bytes } }: Value, items: readonly ElementSpan[], index: number): Uint8Array {
  const near = items[Math.min(Math.max(index, 1), items.length - 1)];
  if (near === undefined) return Buffer.from(',');
  let from = near.start;
  while (isJsonSpace(bytes[from - 1])) from--;
  return Buffer.concat([Buffer.from(','), bytes.subarray(from, near.start)]);
}
