import type { Edit } from '../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { elements, isString, lexemeOf, member, occurrences, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Entry, EntryChange } from './entry-change.ts';
import { changeList, entrySource, type Style, styleOf } from './style.ts';

/**
 * The edits that carry out all wishes on an index, `list` being its array of conversations; none when all is as wished. Bytes that
 * no wish is about stay as they are. A wish about an entry that another wish removes is void.
 */
export function reindex(list: Value, wishes: readonly EntryChange[]): Edit[] {
  const entries = elements(list);
  const style = styleOf(list, entries);
  const gathered = gather(entries, wishes);
  const come = gathered.append.map((entry) => ({ index: entries.length, source: entrySource(entry, style) }));
  return [
    ...changeList(list, { gone: gathered.gone, come }, style),
    ...entries.flatMap((entry, place) => editsAt(entry, place, gathered, style)),
  ];
}

function editsAt(entry: Value, place: number, { gone, put, set }: Gathered, style: Style): Edit[] {
  if (gone.has(place)) return [];
  const anew = put.get(place);
  if (anew !== undefined) return [replaceValue(entry, entrySource(anew, style))];
  return setMembers(entry, set.get(place) ?? []);
}

/** The last of several members with one key is the one that TENEX reads. */
function setMembers(entry: Value, wanted: Entry): Edit[] {
  const edits: Edit[] = [];
  const last = [];
  for (const member of wanted) {
    const found = occurrences(entry, member.key).at(-1);
    if (found === undefined) last.push(member);
    else if (lexemeOf(found) !== Buffer.from(member.json).toString()) edits.push(replaceValue(found, member.json));
  }
  return last.length === 0 ? edits : [...edits, ...changeMembers(entry, { last })];
}

/** Wishes by the place of the entry that they are about. */
interface Gathered {
  readonly gone: ReadonlySet<number>;
  readonly put: ReadonlyMap<number, Entry>;
  readonly set: ReadonlyMap<number, Entry>;
  readonly append: readonly Entry[];
}

/** Sorts wishes by place, in one pass over the entries and one over the wishes; of two that differ the later one holds. */
function gather(entries: readonly Value[], wishes: readonly EntryChange[]): Gathered {
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
