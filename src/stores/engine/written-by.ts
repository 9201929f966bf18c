/** A shared file's entries by id, each as one text. Ids without any are absent. */
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
