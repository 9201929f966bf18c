/** Adds many things to a list; as arguments of `push`, more than some 120,000 would overflow the stack. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
