import { addToCount, byKey, grouped } from '../model/collections.ts';
import type { KindName } from '../model/kinds.ts';
import type { ContentSize, LargeConversation, StoreStats } from '../model/stats.ts';
import { totalOf } from './stats-rows.ts';

export interface StoreTotal {
  readonly total: StoreStats;
  readonly projects: readonly StoreStats[];
}

export function storeTotals(all: readonly StoreStats[]): StoreTotal[] {
  const groups = grouped(all.map((each) => [`${each.kind}\0${each.root}`, each] as const));
  return Array.from(groups.values(), (stores) => {
    const projects = stores.filter(({ conversations }) => conversations > 0);
    return projects.length < 2
      ? stores.map((each) => ({ total: each, projects: [] }))
      : [{ total: sumOf(stores), projects }];
  }).flat();
}

type Counter = 'roles' | 'types' | 'tools' | 'formats' | 'months' | 'findings' | 'graded' | 'healing';

function sumOf(stores: readonly StoreStats[]): StoreStats {
  const [{ kind, root }] = stores as readonly [StoreStats];
  // Equal counts keep their order.
  const counts = (of: Counter) => [...addedUp(stores, of)].sort(([, m], [, n]) => n - m);
  return {
    kind,
    root,
    project: null,
    active: stores.reduce((sum, { active }) => sum + active, 0),
    ...totalOf(stores),
    ...timeSpanOf(stores),
    roles: counts('roles'),
    types: counts('types'),
    tools: counts('tools'),
    otherCalls: stores.reduce((sum, { otherCalls }) => sum + otherCalls, 0),
    formats: counts('formats'),
    findings: counts('findings'),
    graded: counts('graded'),
    healing: counts('healing'),
    months: [...addedUp(stores, 'months')].sort(byKey),
    largest: largestOf(stores),
    contents: contentsOf(stores),
    tokens: stores.flatMap(({ tokens }) => tokens),
  };
}

export function timeSpanOf(stores: readonly StoreStats[]): Pick<StoreStats, 'oldest' | 'newest'> {
  const times = (of: 'oldest' | 'newest') => stores.flatMap((each) => each[of] ?? []);
  return {
    oldest: times('oldest').reduce<number | null>((a, b) => Math.min(a ?? b, b), null),
    newest: times('newest').reduce<number | null>((a, b) => Math.max(a ?? b, b), null),
  };
}

/** Sums of one counter, most frequent first. `nameOf` may separate stores. */
export function countsOf(stores: readonly StoreStats[], of: Counter, nameOf?: NameOf): Map<string, number> {
  return new Map([...addedUp(stores, of, nameOf)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

type NameOf = (name: string, store: StoreStats) => string;

function addedUp(stores: readonly StoreStats[], of: Counter, nameOf: NameOf = (name) => name): Map<string, number> {
  const sums = new Map<string, number>();
  for (const store of stores) for (const [name, count] of store[of] ?? []) addToCount(sums, nameOf(name, store), count);
  return sums;
}

/** Contents of all stores, most bytes first. */
export function contentsOf(stores: readonly StoreStats[]): ContentSize[] {
  const sums = new Map<string, ContentSize>();
  for (const each of stores.flatMap(({ contents }) => contents)) {
    const key = `${each.what}\0${each.type ?? ''}`;
    const { bytes, count } = sums.get(key) ?? { bytes: 0, count: 0 };
    sums.set(key, { ...each, bytes: bytes + each.bytes, count: count + each.count });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes);
}

export interface PlacedLarge extends LargeConversation {
  readonly kind: KindName;
  readonly project: string | null;
  readonly cwd: string | null;
}

/** Each store reports its five largest, so more would be incomplete. */
const MAX_LARGEST_NAMED = 5;

export function largestOf(stores: readonly StoreStats[]): PlacedLarge[] {
  return stores
    .flatMap(({ largest, kind, project, cwd }) => largest.map((each) => ({ ...each, kind, project, cwd: cwd ?? null })))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MAX_LARGEST_NAMED);
}
