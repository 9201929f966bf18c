import { firstWhere } from '../codecs/bytes.ts';

export function grouped<K, V>(things: Iterable<readonly [key: K, thing: V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, thing] of things) addTo(groups, key, thing);
  return groups;
}

export function addTo<K, V>(groups: Map<K, V[]>, key: K, thing: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [thing]);
  else group.push(thing);
}

export function countEach<T>(things: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) addToCount(counts, thing, 1);
  return counts;
}

export function addToCount<K>(counts: Map<K, number>, key: K, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

export interface FirstOf<T> {
  readonly first: T;
  readonly count: number;
}

export function addToFirst<K, T>(all: Map<K, FirstOf<T>>, key: K, thing: T, more: number): void {
  const { first, count } = all.get(key) ?? { first: thing, count: 0 };
  all.set(key, { first, count: count + more });
}

/** Appends many. `push(...more)` overflows the stack beyond some 120,000 arguments. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}

/** The item of a list of one; null for any other list. */
export function onlyOne<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

export function maximum(numbers: readonly number[]): number {
  return numbers.reduce((max, each) => Math.max(max, each), 0);
}

/** Compares by UTF-16 units: the order does not depend on the machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares entries with distinct keys. */
export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareText(a, b);
}

/** Number of places before `at`, in a list by place. */
export function countBefore(all: readonly { readonly at: number }[], at: number): number {
  return firstWhere(all.length, (n) => (all[n]?.at ?? at) >= at);
}

export function lastBefore<T extends { readonly at: number }>(all: readonly T[], at: number): T | null {
  return all[countBefore(all, at) - 1] ?? null;
}

export function allWithout<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  if (some.length === all.length) return [];
  const gone = new Set(some);
  return all.filter((each) => !gone.has(each));
}
