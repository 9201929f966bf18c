/** Things by their keys, in the order in which they come. */
export function grouped<K, V>(things: Iterable<readonly [key: K, thing: V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, thing] of things) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}
