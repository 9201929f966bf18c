import type { Edit } from '../../../codecs/edit.ts';
import { changeElements, changeMembers, type NewMember, replaceValue } from '../../../codecs/json/edits.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  lexemeOf,
  members,
  occurrences,
  quote,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { grouped } from '../../../model/collections.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { countEvents } from './events/event-facts.ts';
import { usableTime } from './members.ts';

/** Edits for all changes of an index; `list` is its array. Unrelated bytes stay. A change of a removed entry is void. */
export function reindex(list: Value, changes: readonly EntryChange[]): Edit[] {
  const entries = elements(list);
  const style = styleOf(list, entries);
  const gathered = gather(entries, changes);
  const come = gathered.append.map((entry) => ({ index: entries.length, source: entrySource(entry, style) }));
  return [
    ...changeList(list, { gone: gathered.gone, come }, style),
    ...entries.flatMap((entry, position) => editsAt(entry, position, gathered, style)),
  ];
}

function editsAt(entry: Value, position: number, { gone, put, set }: EntryEdits, style: Style): Edit[] {
  if (gone.has(position)) return [];
  const anew = put.get(position);
  if (anew !== undefined) return [replaceValue(entry, entrySource(anew, style))];
  return setMembers(entry, set.get(position) ?? []);
}

function setMembers(entry: Value, wanted: NewEntry): Edit[] {
  const edits: Edit[] = [];
  const last = [];
  for (const member of wanted) {
    const found = occurrences(entry, member.key).at(-1);
    if (found === undefined) last.push(member);
    else if (lexemeOf(found) !== Buffer.from(member.json).toString()) edits.push(replaceValue(found, member.json));
  }
  return last.length === 0 ? edits : [...edits, ...changeMembers(entry, { last })];
}

interface EntryEdits {
  readonly gone: ReadonlySet<number>;
  readonly put: ReadonlyMap<number, NewEntry>;
  readonly set: ReadonlyMap<number, NewEntry>;
  readonly append: readonly NewEntry[];
}

/** Gathers changes by entry, in one pass over entries and one over changes. The later of two conflicting changes wins. */
function gather(entries: readonly Value[], changes: readonly EntryChange[]): EntryEdits {
  const gathered = { gone: new Set<number>(), put: new Map<number, NewEntry>(), set: new Map<number, NewEntry>() };
  const byId = placesById(entries);
  for (const change of changes) if (change.do !== 'append') noteChange(gathered, change, placesOf(change, byId));
  const append = changes.flatMap((change) => (change.do === 'append' ? [change.members] : []));
  return { ...gathered, append };
}

type PlacedChange = Exclude<EntryChange, { do: 'append' }>;

function placesOf(change: PlacedChange, byId: ReturnType<typeof placesById>): readonly number[] {
  if (change.do === 'keep') return (byId.get(change.id) ?? []).filter((position) => position !== change.at);
  return typeof change.of === 'number' ? [change.of] : (byId.get(change.of) ?? []);
}

function noteChange(
  { gone, put, set }: { gone: Set<number>; put: Map<number, NewEntry>; set: Map<number, NewEntry> },
  change: PlacedChange,
  positions: readonly number[],
): void {
  for (const position of positions)
    if (change.do === 'put') put.set(position, change.members);
    else if (change.do === 'set') set.set(position, mergedEntry(set.get(position) ?? [], change.members));
    else gone.add(position);
}

/** Positions of entries by id; those without an id are under null. */
function placesById(entries: readonly Value[]): ReadonlyMap<string | null, readonly number[]> {
  return grouped(entries.map((entry, position) => [textAt(entry, 'id'), position]));
}

function mergedEntry(before: NewEntry, after: NewEntry): NewEntry {
  const keys = new Set(after.map(({ key }) => key));
  return [...before.filter(({ key }) => !keys.has(key)), ...after];
}

type EntryKey = string | number;

/** Members in order; `json` is JSON source text. */
export type NewEntry = readonly NewMember[];

export type EntryChange =
  /** Replaces these members, or adds them last. */
  | { readonly do: 'set'; readonly of: EntryKey; readonly members: NewEntry }
  | { readonly do: 'put'; readonly of: number; readonly members: NewEntry }
  | { readonly do: 'remove'; readonly of: EntryKey }
  | { readonly do: 'keep'; readonly id: string; readonly at: number }
  | { readonly do: 'append'; readonly members: NewEntry };

/** As TENEX's archive() and restore(): updatedAt stays (docs/formats/tenex.md). */
export function archivedFlag(of: EntryKey, archived: boolean): EntryChange {
  return { do: 'set', of, members: [{ key: 'archived', json: String(archived) }] };
}

/** White space between the tokens of a list and its entries. */
interface Style {
  /** White space: `outer` before an entry, `end` after the last one. */
  readonly outer: string;
  readonly end: string;
  /** White space: `inner` before a member, `tail` after the last one. `colon` includes the space after it. */
  readonly inner: string;
  readonly tail: string;
  readonly colon: string;
}

/** The style of JSON.stringify(index, null, unit), indented by `start`. */
export function indentedStyle(start: string, unit: string): Style {
  if (start === '') return { outer: '', end: '', inner: '', tail: '', colon: ':' };
  const outer = `${start}${unit}`;
  return { outer, end: start, inner: `${outer}${unit}`, tail: outer, colon: ': ' };
}

export function styleOf(list: Value, entries: readonly Value[] = elements(list)): Style {
  const style = styleAround(list);
  const like = entries.findLast((each) => members(each).length > 0);
  if (like === undefined) return style;
  const { start, end } = spanOf(like);
  const all = members(like);
  const { key, value } = all[0] ?? {};
  const last = all.at(-1)?.value;
  if (key === undefined || value === undefined || last === undefined) return style;
  const text = textBetween(list);
  return {
    ...style,
    inner: text(start + 1, spanOf(key).start),
    colon: text(spanOf(key).end, spanOf(value).start),
    tail: text(spanOf(last).end, end - 1),
  };
}

export function entrySource(entry: NewEntry, { inner, tail, colon }: Style): string {
  if (entry.length === 0) return '{}';
  const source = entry.map(({ key, json }) => `${inner}${quote(key)}${colon}${Buffer.from(json).toString()}`);
  return `{${source.join(',')}${tail}}`;
}

export function listSource(entries: readonly (string | Uint8Array)[], { outer, end }: Style): Uint8Array {
  if (entries.length === 0) return Buffer.from('[]');
  const pieces = entries.flatMap((each, position) => [`${position === 0 ? '[' : ','}${outer}`, each]);
  return Buffer.concat([...pieces, `${end}]`].map((each) => Buffer.from(each)));
}

/** The style of a list by its document: the white space before the first key is one unit, if it starts a line. */
function styleAround(list: Value): Style {
  const whole = root(list.tape);
  const first = isObject(whole) ? members(whole)[0] : undefined;
  if (whole === null || first === undefined) return indentedStyle('', '');
  const start = textBetween(list)(spanOf(whole).start + 1, spanOf(first.key).start);
  return /^\r?\n/.test(start) ? indentedStyle(start, start.replace(/^\r?\n/, '')) : indentedStyle('', '');
}

function textBetween({ tape: { bytes } }: Value): (from: number, to: number) => string {
  return (from, to) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
}

/** Positions to remove, and sources to insert before a position; to append, the position is the list's length. */
interface ListChange {
  readonly gone: ReadonlySet<number>;
  readonly come: readonly { readonly index: number; readonly source: string | Uint8Array }[];
}

export function changeList(list: Value, { gone, come }: ListChange, style: Style): Edit[] {
  const all = elements(list);
  if (gone.size === 0 && come.length === 0) return [];
  const sources = come.map(({ source }) => source);
  // No entry is left to show the style.
  if (all.length === 0) return [replaceValue(list, listSource(sources, style))];
  const remove = all.filter((_, position) => gone.has(position));
  return changeElements(list, { remove, insert: come.map(({ index, source }) => ({ index, json: source })) });
}

/** Facts for an index entry; times in seconds. */
export interface EntryFacts {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  /** `created_at` of the first event that loads, if finite and not 0. */
  readonly createdAt: number | null;
  /** The time of creation, if `createdAt` is null. */
  readonly otherwise: number;
  readonly updatedAt: number;
  readonly events: number;
  /** Distinct public keys of those events. */
  readonly agents: number;
  readonly archived: boolean;
}

/** The members of an entry, in the order of TENEX's save() (docs/formats/tenex.md). */
export function newEntry({ createdAt, otherwise, ...facts }: EntryFacts): NewEntry {
  return [
    { key: 'id', json: quote(facts.id) },
    { key: 'title', json: quote(facts.title) },
    { key: 'createdAt', json: JSON.stringify(createdAt ?? otherwise) },
    { key: 'updatedAt', json: JSON.stringify(facts.updatedAt) },
    { key: 'phase', json: quote(facts.phase) },
    { key: 'eventCount', json: String(facts.events) },
    { key: 'agentCount', json: String(facts.agents) },
    { key: 'archived', json: String(facts.archived) },
  ];
}

type IndexNeighbour = Pick<EntryFacts, 'id' | 'archived' | 'updatedAt' | 'otherwise'>;

/**
 * The index entry of TENEX's save(); null without a title, a phase or a history. Skips a `created_at` that is not a
 * number: TENEX would write it and then refuse the index.
 */
export function entryFor(body: Value, beside: IndexNeighbour): NewEntry | null {
  const title = lastValue(body, 'title');
  const phase = lastValue(body, 'phase');
  const history = lastValue(body, 'history');
  if (!isString(title) || !isString(phase) || !isArray(history)) return null;
  const { events, agentCount, first } = countEvents(history);
  return newEntry({
    ...beside,
    title: textOf(title),
    phase: textOf(phase).toLowerCase(),
    createdAt: usableTime(first),
    events,
    agents: agentCount,
  });
}
