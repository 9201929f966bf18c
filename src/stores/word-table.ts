/** Safe to index by a store's words: lacks `constructor` and other inherited names. */
export function wordTable<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign<Record<string, T>, Readonly<Record<string, T>>>(Object.create(null), rows);
}
