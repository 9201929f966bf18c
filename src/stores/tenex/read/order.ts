import type { View } from '../../../model/conversation.ts';
import type { IndexFile } from './index-file.ts';

/** The owner's order: that of the index; then what it does not name, by creation, unusable times first, ties by id. */
export function orderOf(index: IndexFile): (a: View, b: View) => number {
  return (a, b) => {
    const [one = Number.POSITIVE_INFINITY] = index.places(a.id);
    const [other = Number.POSITIVE_INFINITY] = index.places(b.id);
    if (one !== other) return one - other;
    const tie = one === Number.POSITIVE_INFINITY ? (a.createdAt ?? 0) - (b.createdAt ?? 0) : 0;
    return tie || compare(a.id, b.id) || compare(a.state, b.state);
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
