import type { KnownId } from '../../ops/known-ids.ts';

/** A word as an id, the subagent behind it and the number of a message: `3f0c:12`, `3f0c@a1b2:12`. An id that ends so itself, and a place in a file, stay whole. */
export function numberedId(given: string | undefined, known: readonly KnownId[]): NumberedId {
  const whole = { word: given, agent: null, at: null };
  if (given === undefined || /\.jsonl?(?::\d+)*$/.test(given) || known.some(({ id }) => id === given)) return whole;
  const [, word, agent = null, at] = /^([^/@]+?)(?:@([^/:]+))?(?::(\d{1,9}))?$/.exec(given) ?? [];
  if (word === undefined) return whole;
  return { word, agent, at: at === undefined ? null : Number(at) };
}

interface NumberedId {
  readonly word: string | undefined;
  readonly agent: string | null;
  readonly at: number | null;
}
