import type { Entry } from '../log/entries.ts';
import type { Moved } from '../log/targets.ts';

/** What a number in a companion is to become: itself where no message gave it up, or a sentence where two messages may be meant. */
export type Followed = { readonly places: readonly number[]; readonly ids: readonly number[] };

/** The messages that a number of a companion may mean, of those that `fits`, with their new ids; none where no message gave it up. */
export function meant({ entries, ids, places }: Moved, id: number, fits: (entry: Entry) => boolean): Followed {
  const all = (places.get(id) ?? []).filter((at) => {
    const entry = entries[at];
    return entry !== undefined && fits(entry);
  });
  return { places: all, ids: all.flatMap((at) => ids[at] ?? []) };
}
