import { isString, kindOf, lexemeOf, sourceOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { lastMembers } from '../../decode/sections.ts';
import type { IndexEntry } from '../../read/index-entry.ts';
import type { Entry, EntryChange } from '../../reindex/entry-change.ts';
import type { HealFact } from '../healing/heal-fact.ts';

/** What an index is to become, and the findings that this takes away. */
export interface IndexRepair {
  readonly code: Code;
  readonly wishes: readonly EntryChange[];
  /** Read after the file's name; equal ones are reported once, with their number. */
  readonly note: string;
}

/** How far a run may go. */
export interface Reach {
  wants(code: Code): boolean;
  /** Nothing of the scope was left out. */
  readonly whole: boolean;
}

/** Members that an entry is to have, and the finding that each takes away. */
export interface Correction {
  readonly code: Code;
  readonly key: string;
  readonly json: string;
}

/** What is wrong in the entry of a conversation; `wants` says which findings are to be healed. */
export function corrections(entry: IndexEntry, fact: HealFact, wants: (code: Code) => boolean): Correction[] {
  return [...shape(entry, fact), ...flags(entry, fact), ...facts(entry, fact)].filter(({ code }) => wants(code));
}

const KEYS = ['title', 'createdAt', 'updatedAt', 'phase', 'eventCount', 'agentCount'] as const;

/** Members without which, or with which, TENEX takes no entry of the index. */
function shape(entry: IndexEntry, fact: HealFact): Correction[] {
  const broken = KEYS.filter((key) => entry[key] === null);
  return broken.map((key) => ({ code: 'TX303', key, json: wanted(fact, key) }));
}

/** Of a file that cannot be read nothing is known but when it was written. */
function wanted({ entry, savedAt }: HealFact, key: (typeof KEYS)[number]): string {
  const json = entry?.find((each) => each.key === key)?.json;
  if (json !== undefined) return String(json);
  if (key === 'title') return '"Untitled Conversation"';
  if (key === 'phase') return '"chat"';
  return key === 'createdAt' || key === 'updatedAt' ? String(savedAt) : '0';
}

function flags(entry: IndexEntry, { lies }: HealFact): Correction[] {
  const json = String(lies === 'archived');
  const stands = entry.member('archived');
  if (stands !== null && entry.archived === null)
    return [{ code: 'TX303', key: 'archived', json: lies === 'both' ? 'false' : json }];
  if (lies === 'both' || lies === 'rests' || lies === null) return [];
  const right = (entry.archived ?? false) === (lies === 'archived');
  return [
    ...(stands === null ? [{ code: 'TX313' as const, key: 'archived', json }] : []),
    ...(right ? [] : [{ code: 'TX308' as const, key: 'archived', json }]),
  ];
}

/** What differs from the file; `updatedAt` is the index's own. */
function facts(entry: IndexEntry, { entry: says, dated }: HealFact): Correction[] {
  const keys = KEYS.filter((key) => key !== 'updatedAt' && (key !== 'createdAt' || dated) && entry[key] !== null);
  return keys.flatMap((key) => {
    const json = String(says?.find((each) => each.key === key)?.json ?? '');
    return says === null || same(key, entry.member(key), json) ? [] : [{ code: 'TX312', key, json }];
  });
}

function same(key: string, stands: Value | null, json: string): boolean {
  if (stands === null) return false;
  if (kindOf(stands) === 'number') return Number(lexemeOf(stands)) === Number(json);
  if (!isString(stands)) return false;
  // TENEX ignores the case of a phase in the index.
  return (key === 'phase' ? textOf(stands).toLowerCase() : textOf(stands)) === JSON.parse(json);
}

/** An entry as it is, with what it is to have put right: unknown keys stay. */
export function corrected(entry: IndexEntry, wrong: readonly Correction[]): Entry {
  const members = lastMembers(entry.value);
  const stands = [...members].map(([key, value]) => ({
    key,
    json: wrong.findLast((each) => each.key === key)?.json ?? Buffer.from(sourceOf(value)),
  }));
  const added = new Map(wrong.filter(({ key }) => !members.has(key)).map(({ key, json }) => [key, json]));
  return [...stands, ...[...added].map(([key, json]) => ({ key, json }))];
}

/** How much of what an entry says is what its file says. */
export function agreement(entry: IndexEntry, fact: HealFact): number {
  return -corrections(entry, fact, () => true).length;
}
