import type { KnownId } from '../../ops/known-ids.ts';

/** A word as an id, and the number of a message behind it: `3f0c:12`. An id that ends so itself, and a place in a file, stay whole. */
export function numberedId(
  given: string | undefined,
  known: readonly KnownId[],
): { readonly word: string | undefined; readonly at: number | null } {
  const [, word, at] = /^([^/]+):(\d{1,9})$/.exec(given ?? '') ?? [];
  if (given === undefined || word === undefined || /\.jsonl?(?::\d+)?$/.test(word)) return { word: given, at: null };
  return known.some(({ id }) => id === given) ? { word: given, at: null } : { word, at: Number(at) };
}
