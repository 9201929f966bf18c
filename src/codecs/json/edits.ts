import { type Edit, EditClash } from '../edit.ts';
import { isArray, isComplete, isObject, spanOf, type Value } from './cursor.ts';
import { eachElement, elements, type Member, members } from './members.ts';
import { quote } from './quote.ts';
import { isJsonSpace } from './space.ts';

/** A member to come; `json` is JSON source text. */
export interface NewMember {
  readonly key: string;
  readonly json: string | Uint8Array;
}

/** Changes to an object's members: keys to remove (key tokens), members to put first or last. */
export interface MemberChange {
  readonly remove?: readonly Value[];
  readonly first?: readonly NewMember[];
  readonly last?: readonly NewMember[];
}

/** An element to come before the one at `index`, or last. */
export interface NewElement {
  readonly index: number;
  readonly json: string | Uint8Array;
}

/** Changes to an array's elements; indices count those that are there now. */
export interface ElementChange {
  readonly remove?: readonly Value[];
  readonly insert?: readonly NewElement[];
}

/** Puts JSON source text in the place of a value. Throws EditClash for a value that was cut. */
export function replaceValue(v: Value, json: string | Uint8Array): Edit {
  const { start, end } = spanOf(v);
  if (!isComplete(v)) throw new EditClash(`the value at byte ${start} is cut off`);
  return { at: start, remove: end - start, insert: Buffer.from(json) };
}

/**
 * Removes and adds members of one object in one operation, commas right, set off like the members that were there.
 * Edits of two operations on the same object must not be applied together.
 * Throws EditClash for what is not a whole object, and for a key that is not one of its own.
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

/** Removes and adds elements of one array in one operation; as changeMembers, and throws for an index beyond the end. */
export function changeElements(array: Value, { remove = [], insert = [] }: ElementChange): Edit[] {
  if (!isArray(array)) throw new EditClash('elements are changed in arrays only');
  const all = elements(array);
  const places = new Map(all.map((each, index) => [each.at, index]));
  const added = new Map<number, Buffer[]>();
  for (const { index, json } of insert) {
    if (!Number.isInteger(index) || index < 0 || index > all.length)
      throw new EditClash(`an array of ${all.length} elements has no place ${index}`);
    const before = added.get(index);
    // Thousands may come at one place.
    if (before === undefined) added.set(index, [Buffer.from(json)]);
    else before.push(Buffer.from(json));
  }
  return changeItems(array, all.map(spanOf), { gone: placesOf(remove, places), added });
}

/** Adds one member to an object. */
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

/** Removes members of an object by their key tokens, with the commas that go with them. */
export function removeMembers(object: Value, keys: readonly Value[]): Edit[] {
  return changeMembers(object, { remove: keys });
}

/** Removes elements of an array, with the commas that go with them. */
export function removeElements(array: Value, removed: readonly Value[]): Edit[] {
  return changeElements(array, { remove: removed });
}

/** Removes the elements of a whole array from a place on; nothing is made of each of them, where there may be very many. */
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

/** The text between a key and its value in the first member. */
function colonOf([first]: readonly Member[]): Uint8Array {
  if (first === undefined) return Buffer.from(':');
  return first.key.tape.bytes.subarray(spanOf(first.key).end, spanOf(first.value).start);
}

/** The place of one member or element: from its key, or its value, to the end of its value. */
interface Item {
  readonly start: number;
  readonly end: number;
}

/** Changes to a container's items: those at `gone` go, and the sources of `added` come before the item of that index. */
interface ItemChange {
  readonly gone: ReadonlySet<number>;
  readonly added: ReadonlyMap<number, readonly Uint8Array[]>;
}

/**
 * The edits that change a container's items, one for each gap between items that stay, so that they never touch each
 * other and the commas are right in every combination. A source that comes is set off like its neighbours.
 * Throws EditClash for a container that was cut.
 */
function changeItems(container: Value, items: readonly Item[], change: ItemChange): Edit[] {
  if (!isComplete(container)) throw new EditClash(`the container at byte ${spanOf(container).start} is cut off`);
  const edits: Edit[] = [];
  let gap: Gap = { before: null, lost: [], come: [] };
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

/** The text between two items that stay, or between one and the container's end. */
interface Gap {
  readonly before: Item | null;
  readonly lost: Item[];
  readonly come: { readonly source: Uint8Array; readonly comma: Uint8Array }[];
}

function close(container: Value, { before, lost, come }: Gap, after: Item | null): Edit {
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

/** A comma and the white space after it: as before the nearest item that follows a comma, or else before the only one. */
function commaAt({ tape: { bytes } }: Value, items: readonly Item[], index: number): Uint8Array {
  const near = items[Math.min(Math.max(index, 1), items.length - 1)];
  if (near === undefined) return Buffer.from(',');
  let from = near.start;
  while (isJsonSpace(bytes[from - 1])) from--;
  return Buffer.concat([Buffer.from(','), bytes.subarray(from, near.start)]);
}
