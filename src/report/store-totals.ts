import { addToCount, grouped } from '../model/collections.ts';
import type { ContentSize, CountsByName, StoreStats } from '../model/stats.ts';
import { totalOf } from './stats-by.ts';

/** The numbers of a store, and of its projects where it has several. */
export interface StoreTotal {
  readonly total: StoreStats;
  readonly projects: readonly StoreStats[];
}

/** Adds up the projects of each store. */
export function storeTotals(all: readonly StoreStats[]): StoreTotal[] {
  const groups = grouped(all.map((each) => [`${each.kind}\0${each.root}`, each] as const));
  return Array.from(groups.values(), (stores) => {
    const projects = stores.filter(({ conversations }) => conversations > 0);
    return projects.length < 2
      ? stores.map((each) => ({ total: each, projects: [] }))
      : [{ total: sumOf(stores), projects }];
  }).flat();
}

const LARGEST = 5;

function sumOf(stores: readonly StoreStats[]): StoreStats {
  const [{ kind, root }] = stores as readonly [StoreStats];
  const most = (of: 'roles' | 'types' | 'tools' | 'formats' | 'findings' | 'healing') =>
    ranked(stores.map((each) => each[of]));
  return {
    kind,
    root,
    project: null,
    active: stores.reduce((sum, { active }) => sum + active, 0),
    ...totalOf(stores),
    roles: most('roles'),
    types: most('types'),
    tools: most('tools'),
    formats: most('formats'),
    findings: most('findings'),
    healing: most('healing'),
    months: Object.fromEntries([...added(stores.map(({ months }) => months))].sort(([a], [b]) => (a < b ? -1 : 1))),
    oldest: endOf(stores, 'oldest', Math.min),
    newest: endOf(stores, 'newest', Math.max),
    largest: stores
      .flatMap(({ largest }) => largest)
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, LARGEST),
    contents: contentsIn(stores),
    tokens: stores.flatMap(({ tokens }) => tokens),
  };
}

function endOf(stores: readonly StoreStats[], of: 'oldest' | 'newest', end: typeof Math.min): number | null {
  const times = stores.flatMap((each) => each[of] ?? []);
  return times.length === 0 ? null : times.reduce((one, other) => end(one, other));
}

function added(all: readonly CountsByName[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of all.flatMap((each) => Object.entries(each))) addToCount(sums, name, count);
  return sums;
}

/** Most first; all others of a project last. */
function ranked(all: readonly CountsByName[]): CountsByName {
  const isRest = (name: string) => Number(name === 'others');
  return Object.fromEntries([...added(all)].sort(([a, m], [b, n]) => isRest(a) - isRest(b) || n - m));
}

function contentsIn(stores: readonly StoreStats[]): ContentSize[] {
  const sums = new Map<string, ContentSize>();
  for (const each of stores.flatMap(({ contents }) => contents)) {
    const key = `${each.what}\0${each.type ?? ''}`;
    const { bytes, count } = sums.get(key) ?? { bytes: 0, count: 0 };
    sums.set(key, { ...each, bytes: bytes + each.bytes, count: count + each.count });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes);
}
