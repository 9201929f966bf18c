/** Records by whether the last one goes on from them. */
export interface Chained<T> {
  /** From the first to the last. */
  readonly chain: readonly T[];
  /** All others, in the order of the file. */
  readonly others: readonly T[];
  /** Those that go on from none that is there, in the order of the file. */
  readonly orphans: readonly T[];
}

/** Follows a record upwards, and answers all from the first on: a parent that is nowhere, and a ring, end the walk. */
export function walkUp<T extends { readonly parent: string | null }>(
  byUuid: ReadonlyMap<string, T>,
  last: string | null,
): T[] {
  const path: T[] = [];
  for (let each = byUuid.get(last ?? ''); each !== undefined; each = byUuid.get(each.parent ?? '')) {
    // Longer than there are records: it goes round in a ring.
    if (path.length === byUuid.size) return [...new Set(path)].reverse();
    path.push(each);
  }
  return path.reverse();
}

export function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  if (some.length === all.length) return [];
  const gone = new Set(some);
  return all.filter((each) => !gone.has(each));
}
