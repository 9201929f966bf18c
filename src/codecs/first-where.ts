/**
 * The first of `count` places at which something holds, where it holds at every place behind that too; `count` for none. Asks at a
 * few of them only.
 */
export function firstWhere(count: number, holds: (place: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const half = (from + to) >> 1;
    if (holds(half)) to = half;
    else from = half + 1;
  }
  return from;
}
