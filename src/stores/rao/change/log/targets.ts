import { type Entry, isEdit } from './entries.ts';
import type { Renumbered } from './stretches.ts';

/** The messages of a log by the ids they had, and the ids they have afterwards. */
export interface Moved extends Renumbered {
  readonly entries: readonly Entry[];
  /** Places among the entries, by old id; only ids that some message gives up. */
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/** Which messages had each id that is given up by any of them. */
export function movedOf(entries: readonly Entry[], renumbered: Renumbered): Moved {
  const givenUp = new Set(entries.flatMap(({ id }, at) => (id !== null && id !== renumbered.ids[at] ? [id] : [])));
  const places = new Map<number, number[]>();
  for (const [at, { id }] of entries.entries()) {
    if (id === null || !givenUp.has(id)) continue;
    const all = places.get(id) ?? [];
    all.push(at);
    places.set(id, all);
  }
  return { ...renumbered, entries, places };
}

/** The place of the message that the one at `at` refers to; null where it is not among the moved ones, or a sentence where two fit. */
export function targetOf(moved: Moved, at: number): number | null | string {
  const { entries, places, stretches } = moved;
  const entry = entries[at];
  const related = entry?.related ?? null;
  const all = related === null ? undefined : places.get(related);
  if (entry === undefined || all === undefined) return null;
  const mine = narrowed(all, (place) => stretches[place] === stretches[at]);
  const earlier = narrowed(mine, (place) => place < at);
  const [only, ...others] = narrowed(earlier, (place) => isLikely(entry, entries[place]));
  if (only === undefined) return null;
  if (others.length === 0) return only;
  return `has the id ${related} twice, and /${entry.index} may be related to either`;
}

/** Those that pass, or all where none does. */
function narrowed(places: readonly number[], passes: (place: number) => boolean): readonly number[] {
  if (places.length < 2) return places;
  const left = places.filter(passes);
  return left.length === 0 ? places : left;
}

/** What messages of each kind are related to (docs/formats/rao.md, "Messages"). */
function isLikely(entry: Entry, target: Entry | undefined): boolean {
  if (target === undefined) return false;
  switch (entry.kind) {
    case 'output':
      return target.kind === 'call' && target.callId === entry.callId;
    case 'call':
      return target.kind === 'question';
    case 'user':
      return target.kind === 'call';
    default:
      return target.kind === 'question' || isEdit(target);
  }
}
