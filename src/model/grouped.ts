/** A multimap in insertion order. */
export function grouped<K, V>(things: Iterable<readonly [key: K, thing: V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, thing] of things) addTo(groups, key, thing);
  return groups;
}

/** Appends to a multimap. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, thing: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [thing]);
  else group.push(thing);
}

/** Occurrences, in the order of first ones. */
export function counted<T>(things: Iterable<T>): Map<T, number> {
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
