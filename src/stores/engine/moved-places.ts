import { sortEdits } from '../../codecs/edit.ts';

export interface SizedEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: number;
}

/** Where edits begin in the file that they make, in order. */
export function begunBy(edits: readonly SizedEdit[]): number[] {
  let shift = 0;
  return sortEdits(edits).map(({ at, remove, insert }) => {
    const begin = at + shift;
    shift += insert - remove;
    return begin;
  });
}

/**
 * Ascending places after edits; null inside a replacement. An insertion at a place comes before an item that starts
 * there, and behind one that ends there.
 */
export function movedPlaces(
  places: readonly number[],
  edits: readonly SizedEdit[],
  what: 'starts' | 'ends',
): (number | null)[] {
  const cuts = sortEdits(edits);
  let [next, shift, gone] = [0, 0, 0];
  return places.map((place) => {
    for (let cut = cuts[next]; cut !== undefined; cut = cuts[++next]) {
      if (what === 'starts' ? cut.at > place : cut.at >= place) break;
      shift += cut.insert - cut.remove;
      gone = cut.at + cut.remove;
    }
    return place < gone ? null : place + shift;
  });
}
