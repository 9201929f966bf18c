/** Appends many. `push(...more)` overflows the stack beyond some 120,000 arguments. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
