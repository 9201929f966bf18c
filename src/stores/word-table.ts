/** A table that is asked for words of a store: `constructor` and others that every object has are not in it. */
export function wordTable<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign<Record<string, T>, Readonly<Record<string, T>>>(Object.create(null), rows);
}
