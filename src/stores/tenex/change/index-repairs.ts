import {
  isObject,
  isString,
  lastMembers,
  lexemeOf,
  quote,
  sourceOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { addAll, grouped } from '../../../model/collections.ts';
import type { Code } from '../../../model/finding.ts';
import type { PassFinding } from '../../engine/change/passes.ts';
import { shortened } from '../../words.ts';

import type { IndexEntry, IndexFile } from '../read/index-file.ts';
import type { EntryChange, NewEntry } from '../read/reindex.ts';
import type { HealFact } from './edit-files.ts';

export function repairs(index: IndexFile, facts: readonly HealFact[], selection: RepairSelection): IndexRepair[] {
  const rests = new Set(facts.filter(({ state }) => state === 'rests').map(({ id }) => id));
  const found: IndexRepair[] = [];
  const fresh: HealFact[] = [];
  for (const fact of facts) {
    const entries = index.entriesOf(fact.id);
    if (fact.state === null && !rests.has(fact.id)) addAll(found, orphanRepair(fact, entries, selection));
    if (fact.state === null || fact.state === 'rests') continue;
    if (entries.length === 0) fresh.push(fact);
    else addAll(found, oneEntry(fact, entries, selection));
  }
  const claimed =
    selection.sawAll && selection.wants('TX303') ? namelessEntries(index, fresh, selection.wants) : NONE_NAMELESS;
  const rest = fresh.filter(({ id }) => !claimed.ids.has(id)).sort((a, b) => a.createdAt - b.createdAt);
  const known = new Set(facts.map(({ id }) => id));
  return [
    ...found,
    ...claimed.found,
    ...unknownEntries(index, known, selection),
    ...rest.flatMap((fact) => enteredFile(fact, selection)),
  ];
}

/** Repairs of invalid entries that have no file: one of them makes the whole index unreadable, too. */
function unknownEntries(
  { entries }: IndexFile,
  known: ReadonlySet<string>,
  { wants, sawAll }: RepairSelection,
): IndexRepair[] {
  if (!sawAll) return [];
  const bad = entries.filter(({ id, issues }) => issues.length > 0 && id !== null && !known.has(id));
  return bad.flatMap((entry) => {
    const savedAt = entry.updatedAt ?? entry.createdAt ?? 0;
    const fact: HealFact = { ...NO_FACT, id: entry.id ?? '', createdAt: savedAt, savedAt };
    return inPlace(entry, fact, wants);
  });
}

const NO_FACT = { state: null, entry: null, dated: false, named: false } as const;

const NONE_NAMELESS: ReturnType<typeof namelessEntries> = { found: [], ids: new Set() };

function orphanRepair({ id }: HealFact, [first]: readonly IndexEntry[], { wants }: RepairSelection): IndexRepair[] {
  if (first === undefined || !wants('TX305')) return [];
  const detail = `leaves out the entry of ${shownTitle(first.title ?? id)}, which has no file`;
  return [{ code: 'TX305', changes: [{ do: 'remove', of: id }], detail }];
}

/** Keeps, of several entries, the one that agrees most with the file, in the place of the first. */
function oneEntry(fact: HealFact, entries: readonly IndexEntry[], { wants }: RepairSelection): IndexRepair[] {
  const [first] = entries;
  if (first === undefined) return [];
  if (entries.length === 1 || !wants('TX311')) return entries.flatMap((entry) => inPlace(entry, fact, wants));
  const best = entries.reduce((a, b) => (agreementScore(b, fact) > agreementScore(a, fact) ? b : a));
  const wrong = corrections(best, fact, wants);
  const keep: EntryChange = { do: 'keep', id: fact.id, at: first.position };
  const put: EntryChange = { do: 'put', of: first.position, members: correctedEntry(best, wrong) };
  const changes = best === first && wrong.length === 0 ? [keep] : [keep, put];
  const detail = `keeps one of ${entries.length} entries of ${shownTitle(best.title)}, the one that fits its file best`;
  return [{ code: 'TX311', changes, detail }, ...repairsOf(best, wrong)];
}

function inPlace(entry: IndexEntry, fact: HealFact, wants: RepairSelection['wants']): IndexRepair[] {
  const wrong = corrections(entry, fact, wants);
  const members = [...new Map(wrong.map(({ key, json }) => [key, { key, json }])).values()];
  const [first, ...rest] = repairsOf(entry, wrong);
  if (first === undefined) return [];
  return [{ ...first, changes: [{ do: 'set', of: entry.position, members }] }, ...rest];
}

/** Repairs of an entry, one for each code, without changes: the caller gives all of them to one repair. */
function repairsOf(entry: IndexEntry, wrong: readonly EntryCorrection[]): IndexRepair[] {
  const byCode = grouped(wrong.map((each) => [each.code, each]));
  return Array.from(byCode, ([code, own]) => {
    const words = own.map(({ key, json }) => `${key} to ${shortened(json)}`);
    return { code, changes: [], detail: `sets ${words.join(', ')} in the entry of ${shownTitle(entry.title)}` };
  });
}

/** Enters a file in the index, but not one with another id inside: loaded, TENEX would save it over another or beside itself. */
function enteredFile(fact: HealFact, { wants }: RepairSelection): IndexRepair[] {
  const { state, entry, named } = fact;
  const code = state === 'archived' ? 'TX307' : 'TX306';
  if (entry === null || !named || !(wants(code) || wants('TX314'))) return [];
  const detail = `enters ${shownTitle(indexedTitle(fact))}, which it did not name`;
  return [{ code, changes: [{ do: 'append', members: entry }], detail }];
}

function shownTitle(title: string | null): string {
  return title === null ? 'a conversation' : shortened(JSON.stringify(title));
}

/** Repairs of entries without an id: each gets the id of the one unlisted conversation with its title, or else goes. */
function namelessEntries(
  { entries }: IndexFile,
  fresh: readonly HealFact[],
  wants: RepairSelection['wants'],
): { readonly found: readonly IndexRepair[]; readonly ids: ReadonlySet<string> } {
  const lost = entries.filter(({ id }) => id === null);
  const byTitle = grouped(lost.length === 0 ? [] : fresh.map((fact) => [indexedTitle(fact), fact]));
  const claimedIds = new Set<string>();
  const found = lost.map((entry): IndexRepair => {
    const [fact, ...others] = byTitle.get(entry.title ?? '') ?? [];
    if (fact === undefined || others.length > 0 || !isObject(entry.value)) return removeNameless(entry);
    byTitle.delete(entry.title ?? '');
    claimedIds.add(fact.id);
    return claimEntry(entry, fact, wants);
  });
  return { found, ids: claimedIds };
}

/** The title of a file's entry; null for a file that is unreadable. */
function indexedTitle({ entry }: HealFact): string | null {
  const json = entry?.find(({ key }) => key === 'title')?.json;
  return json === undefined ? null : JSON.parse(String(json));
}

function removeNameless({ position: place }: IndexEntry): IndexRepair {
  const detail = 'leaves out an entry that names no conversation';
  return { code: 'TX303', changes: [{ do: 'remove', of: place }], detail };
}

function claimEntry(entry: IndexEntry, fact: HealFact, wants: RepairSelection['wants']): IndexRepair {
  const id: EntryCorrection = { code: 'TX303', key: 'id', json: quote(fact.id) };
  const members = correctedEntry(entry, [id, ...corrections(entry, fact, wants)]);
  const detail = `gives the entry of ${quote(indexedTitle(fact) ?? '')} its id again`;
  return { code: 'TX303', changes: [{ do: 'put', of: entry.position, members }], detail };
}

export interface IndexRepair extends PassFinding {
  readonly changes: readonly EntryChange[];
  /** Text that follows the file's name. Equal ones are reported once, with their number. */
  readonly detail: string;
}

interface RepairSelection {
  wants(code: Code): boolean;
  /** True if no part of the scope is excluded. */
  readonly sawAll: boolean;
}

interface EntryCorrection {
  readonly code: Code;
  readonly key: string;
  readonly json: string;
}

/** Corrections of an entry; `wants` selects the findings to heal. */
function corrections(entry: IndexEntry, fact: HealFact, wants: (code: Code) => boolean): EntryCorrection[] {
  return [...shapeCorrections(entry, fact), ...flagCorrections(entry, fact), ...factCorrections(entry, fact)].filter(
    ({ code }) => wants(code),
  );
}

const KEYS = ['title', 'createdAt', 'updatedAt', 'phase', 'eventCount', 'agentCount'] as const;

function shapeCorrections(entry: IndexEntry, fact: HealFact): EntryCorrection[] {
  const broken = KEYS.filter((key) => entry[key] === null);
  return broken.map((key) => ({ code: 'TX303', key, json: wantedValue(fact, key) }));
}

/** JSON of a member that an entry should have. An unreadable file gives only its time of writing, and defaults. */
function wantedValue({ entry, savedAt }: HealFact, key: (typeof KEYS)[number]): string {
  const json = entry?.find((each) => each.key === key)?.json;
  if (json !== undefined) return String(json);
  if (key === 'title') return '"Untitled Conversation"';
  if (key === 'phase') return '"chat"';
  return key === 'createdAt' || key === 'updatedAt' ? String(savedAt) : '0';
}

function flagCorrections(entry: IndexEntry, { state }: HealFact): EntryCorrection[] {
  const json = String(state === 'archived');
  const found = entry.member('archived');
  if (found !== null && entry.archived === null)
    return [{ code: 'TX303', key: 'archived', json: state === 'both' ? 'false' : json }];
  if (state === 'both' || state === 'rests' || state === null) return [];
  const right = (entry.archived ?? false) === (state === 'archived');
  return [
    ...(found === null ? [{ code: 'TX313' as const, key: 'archived', json }] : []),
    ...(right ? [] : [{ code: 'TX308' as const, key: 'archived', json }]),
  ];
}

/** Corrections of members that differ from the file; not of `updatedAt`, which is the index's own. */
function factCorrections(entry: IndexEntry, { entry: says, dated }: HealFact): EntryCorrection[] {
  const keys = KEYS.filter((key) => key !== 'updatedAt' && (key !== 'createdAt' || dated) && entry[key] !== null);
  return keys.flatMap((key) => {
    const json = String(says?.find((each) => each.key === key)?.json ?? '');
    return says === null || isSameValue(key, entry.member(key), json) ? [] : [{ code: 'TX312', key, json }];
  });
}

function isSameValue(key: string, found: Value | null, json: string): boolean {
  if (found === null) return false;
  if (typeOf(found) === 'number') return Number(lexemeOf(found)) === Number(json);
  if (!isString(found)) return false;
  // TENEX ignores the case of a phase in the index.
  return (key === 'phase' ? textOf(found).toLowerCase() : textOf(found)) === JSON.parse(json);
}

/** The members of an entry, corrected; unknown keys stay. */
function correctedEntry(entry: IndexEntry, wrong: readonly EntryCorrection[]): NewEntry {
  const members = lastMembers(entry.value);
  const found = [...members].map(([key, value]) => ({
    key,
    json: wrong.findLast((each) => each.key === key)?.json ?? Buffer.from(sourceOf(value)),
  }));
  const added = new Map(wrong.filter(({ key }) => !members.has(key)).map(({ key, json }) => [key, json]));
  return [...found, ...[...added].map(([key, json]) => ({ key, json }))];
}

function agreementScore(entry: IndexEntry, fact: HealFact): number {
  return -corrections(entry, fact, () => true).length;
}
