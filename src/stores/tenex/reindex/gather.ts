import { isString, member, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Entry, EntryChange } from './entry-change.ts';

/** Wishes by the place of the entry that they are about. */
export interface Gathered {
  readonly gone: ReadonlySet<number>;
  readonly put: ReadonlyMap<number, Entry>;
  readonly set: ReadonlyMap<number, Entry>;
  readonly append: readonly Entry[];
}

/** Sorts wishes by place, in one pass over the entries and one over the wishes; of two that differ the later one holds. */
export function gather(entries: readonly Value[], wishes: readonly EntryChange[]): Gathered {
  const gathered = { gone: new Set<number>(), put: new Map<number, Entry>(), set: new Map<number, Entry>() };
  const byId = placesById(entries);
  for (const wish of wishes) if (wish.do !== 'append') note(gathered, wish, placesOf(wish, byId));
  const append = wishes.flatMap((wish) => (wish.do === 'append' ? [wish.members] : []));
  return { ...gathered, append };
}

type Placed = Exclude<EntryChange, { do: 'append' }>;

function placesOf(wish: Placed, byId: ReadonlyMap<string, readonly number[]>): readonly number[] {
  if (wish.do === 'keep') return (byId.get(wish.id) ?? []).filter((place) => place !== wish.at);
  return typeof wish.of === 'number' ? [wish.of] : (byId.get(wish.of) ?? []);
}

function note(
  { gone, put, set }: { gone: Set<number>; put: Map<number, Entry>; set: Map<number, Entry> },
  wish: Placed,
  places: readonly number[],
): void {
  for (const place of places)
    if (wish.do === 'put') put.set(place, wish.members);
    else if (wish.do === 'set') set.set(place, over(set.get(place) ?? [], wish.members));
    else gone.add(place);
}

/** Where the entries of each id stand; entries without one are in none. */
function placesById(entries: readonly Value[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [place, entry] of entries.entries()) {
    const id = member(entry, 'id', 'last');
    if (!isString(id)) continue;
    const places = found.get(textOf(id));
    if (places === undefined) found.set(textOf(id), [place]);
    else places.push(place);
  }
  return found;
}

function over(before: Entry, after: Entry): Entry {
  const keys = new Set(after.map(({ key }) => key));
  return [...before.filter(({ key }) => !keys.has(key)), ...after];
}
