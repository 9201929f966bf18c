/** What a shared file has of each of these ids, as one text; those of which it has nothing are left out. */
export function writtenBy(
  ids: ReadonlySet<string>,
  entriesOf: (id: string) => readonly string[],
): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const id of ids) {
    const entries = entriesOf(id);
    if (entries.length > 0) all.set(id, entries.join('\n'));
  }
  return all;
}
