import type { Entry } from './entries.ts';
import { fitting, type Numbers, take } from './numbers.ts';

/** A log in which every message that has an id has one of its own. */
export interface Renumbered {
  /** The new id of each message, by its place among the entries; unchanged ones too. */
  readonly ids: readonly (number | null)[];
  /** The stretch that each message belongs to. */
  readonly stretches: readonly number[];
  /** What each stretch's ids were raised by. */
  readonly raised: readonly number[];
}

/**
 * New ids for messages whose id occurs twice. After a restart Rao counts from 1 again, beneath what is there
 * (docs/formats/rao.md, "Message ids"): such a stretch is raised as a whole, its gaps kept. A double within a stretch takes the place
 * that is free for it. A sentence where none is.
 */
export function renumber(entries: readonly Entry[], numbers: Numbers): Renumbered | string {
  const stretches = stretchesOf(entries);
  const raised = raise(entries, stretches, numbers);
  for (const { at, id } of fitting(entries, doublesOf(numbers.ids), numbers))
    if (id === null)
      return `has the id ${entries[at]?.id} twice, and no number is free for the message at /${entries[at]?.index}`;
  return { ids: numbers.ids, stretches, raised };
}

/** A question whose id is not above all ids of its stretch begins a new one. */
function stretchesOf(entries: readonly Entry[]): number[] {
  let stretch = 0;
  let most = Number.NEGATIVE_INFINITY;
  return entries.map(({ id, kind }) => {
    if (id === null) return stretch;
    if (kind === 'question' && id <= most) {
      stretch++;
      most = id;
    }
    most = Math.max(most, id);
    return stretch;
  });
}

/** Only a stretch that repeats an id of an earlier one is raised: others are merely not in order. */
function raise(entries: readonly Entry[], stretches: readonly number[], numbers: Numbers): number[] {
  const repeating = repeatingStretches(entries, stretches);
  const raised: number[] = [];
  for (const [at, { id }] of entries.entries()) {
    const stretch = stretches[at] ?? 0;
    if (raised.length === stretch) raised.push(repeating.has(stretch) ? numbers.top : 0);
    const by = raised[stretch] ?? 0;
    if (id !== null && by > 0) take(numbers, at, id + by);
  }
  return raised;
}

function repeatingStretches(entries: readonly Entry[], stretches: readonly number[]): Set<number> {
  const first = new Map<number, number>();
  const repeating = new Set<number>();
  for (const [at, { id }] of entries.entries()) {
    const stretch = stretches[at] ?? 0;
    if (id === null) continue;
    if ((first.get(id) ?? stretch) !== stretch) repeating.add(stretch);
    if (!first.has(id)) first.set(id, stretch);
  }
  return repeating;
}

/** Places of ids that stand there for the second time. */
function doublesOf(ids: readonly (number | null)[]): number[] {
  const seen = new Set<number>();
  return [...ids.entries()].flatMap(([at, id]) => {
    if (id === null) return [];
    const isDouble = seen.has(id);
    seen.add(id);
    return isDouble ? [at] : [];
  });
}
