/** Things by their keys, in the order in which they come. */
export function grouped<K, V>(things: Iterable<readonly [key: K, thing: V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, thing] of things) addTo(groups, key, thing);
  return groups;
}

/** Adds a thing to those of its key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, thing: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [thing]);
  else group.push(thing);
}

/** How often each of these comes, in the order in which they first come. */
export function counted<T>(things: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) addToCount(counts, thing, 1);
  return counts;
}

/** Adds to the count of a key. */
export function addToCount<K>(counts: Map<K, number>, key: K, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

/** The first thing of a key, and how many there are of it. */
export interface FirstOf<T> {
  readonly first: T;
  readonly count: number;
}

/** Counts things of a key, of which only the first is kept. */
export function addToFirst<K, T>(all: Map<K, FirstOf<T>>, key: K, thing: T, more: number): void {
  const { first, count } = all.get(key) ?? { first: thing, count: 0 };
  all.set(key, { first, count: count + more });
}
